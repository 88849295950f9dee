"""Conditional moves: saved on purpose, played at once, dropped in words, known to nobody else."""

from __future__ import annotations

import contextlib
import logging
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import records
from games.errors import PlanConflict, PlanNotNow
from games.models import Match, Study
from games.rules import registry
from games.services.leave import match_resign
from games.services.letters import turns_write
from games.services.plans import plan_add
from games.services.play import match_play
from games.services.timeouts import match_flag
from tests.factories import fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def study(user: User, match: Match) -> dict[str, Any]:
    found: dict[str, Any] = signed_in(user).get(reverse("api:study", args=[match.code])).json()
    return found


def plan(user: User, match: Match) -> list[list[str]]:
    return [[move["t"] for move in line["moves"]] for line in study(user, match)["plan"]]


def send(user: User, match: Match, *moves: str, how: str = "post", **more: Any) -> Any:
    """Save (or delete) a line at the ply and version that are right now, unless `more` says."""
    match = Match.objects.get(pk=match.pk)
    row = Study.objects.filter(match=match, user=user).first()
    body = {"ply": match.ply, "version": row.version if row else 0, "moves": list(moves)}
    return getattr(signed_in(user), how)(
        reverse("api:study_plan", args=[match.code]),
        {**body, **more},
        content_type="application/json",
    )


def entries(match: Match) -> list[tuple[str, str]]:
    return [(entry.text, entry.how) for entry in Match.objects.get(pk=match.pk).entries]


def test_a_plan_of_depth_three_answers_three_times_with_one_entry_each() -> None:
    """KNOWN_FAULTS 12: only the first reply fired."""
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    line = ["Yd5", "Gd6", "Wc4", "Bc5", "Yb4", "Rb6"]
    assert send(ann, match, *line).status_code == 200
    for turn in range(3):
        before = Match.objects.get(pk=match.pk)
        assert plan(ann, match) == [line[2 * turn :]]
        match = play(match, line[2 * turn])
        assert match.ply == before.ply + 2
        assert entries(match)[-2:] == [(line[2 * turn], ""), (line[2 * turn + 1], "p")]
        assert (match.to_move, match.mover) == (1, ben)
    assert plan(ann, match) == []
    assert not study(ann, match)["dropped"]
    assert match.position == match.rules.dump(records.replay(match.rules, match.record)[-1])


def test_a_plan_is_listed_after_a_reload_and_in_words() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6")
    send(ann, match, "Bd5", "Gd6", "Wd7", "Rd8")
    shown = study(ann, match)["plan"]
    assert shown[0]["moves"] == [
        {"t": "Yd5", "w": "Yellow on d5", "s": 1},
        {"t": "Gd6", "w": "Green on d6", "s": 0},
    ]
    assert len(shown) == 2


def test_a_deviation_drops_the_plan_with_a_notice_until_the_player_has_moved() -> None:
    """KNOWN_FAULTS 12: the plan stayed, active and unseen."""
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6")
    match = play(match, "Bd5")
    assert entries(match) == [("Rd4", ""), ("Bd5", "")]
    assert plan(ann, match) == []
    assert study(ann, match)["dropped"]
    assert not study(ben, match)["dropped"]
    match = play(match, "Gd6")
    assert not study(ann, match)["dropped"]
    # the old plan does not come back, whatever is played
    match = play(match, "Yc4")
    assert len(entries(match)) == 4


def test_the_notice_that_a_plan_was_left_can_be_closed(client: Client) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6")
    match = play(match, "Bd5")
    client.force_login(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    notice = page[page.index("data-dropped") :]
    button = notice[: notice.index("</div>")]
    assert 'name="moves" value="" aria-label="Close"' in button
    version = study(ann, match)["version"]
    client.post(reverse("match_plan", args=[match.code]), {"moves": "", "version": version})
    assert not study(ann, match)["dropped"]
    assert "data-dropped hidden" in client.get(match.get_absolute_url()).content.decode()


def test_the_lines_that_were_followed_stay_and_the_others_go() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6", "Wc4", "Bc5")
    send(ann, match, "Yd5", "Gd6", "Bc4", "Wc5")
    send(ann, match, "Bd5", "Gd6")
    match = play(match, "Yd5")
    assert plan(ann, match) == [["Wc4", "Bc5"], ["Bc4", "Wc5"]]
    assert not study(ann, match)["dropped"]
    match = play(match, "Bc4")
    assert entries(match)[-1] == ("Wc5", "p")
    assert plan(ann, match) == []


def test_both_players_may_plan_and_the_plans_answer_each_other() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6", "Wc4", "Bc5")
    match = play(match, "Yd5")  # ann's green comes at once
    assert match.to_move == 1
    # ben moves, ann answers from her plan; ben could not plan in his own turn
    refused = send(ben, match, "Wc4", "Bc5")
    assert (refused.status_code, refused.json()["error"]) == (409, "plan_not_now")
    match = play(match, "Wc4")
    assert entries(match)[-1] == ("Bc5", "p")

    match = play(match, "Yb4")
    assert send(ben, match, "Rb6", "Ga3", "Wa2", "Bb2").status_code == 200
    match = play(match, "Rb6")
    assert entries(match)[-2:] == [("Rb6", ""), ("Ga3", "p")]
    assert plan(ben, match) == [["Wa2", "Bb2"]]


def test_one_move_may_set_off_answers_of_both() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    # ann plans while ben is to move, ben's plan is what is left of an earlier one
    Study.objects.create(match=match, user=ben, plan=[["Gd6", "Wc4"]], plan_ply=2)
    send(ann, match, "Yd5", "Gd6", "Wc4", "Bc5")
    match = play(match, "Yd5")
    assert entries(match)[1:] == [("Yd5", ""), ("Gd6", "p"), ("Wc4", "p"), ("Bc5", "p")]
    assert (match.ply, match.to_move) == (5, 1)
    assert plan(ann, match) == plan(ben, match) == []


@pytest.mark.parametrize(
    ("moves", "status", "code"),
    [
        (["Yd5"], 422, "plan_unfinished"),
        (["Yd5", "Gd6", "Wc4"], 422, "plan_unfinished"),
        (["Yd5", "Yd5"], 422, "illegal_move"),
        (["Yd5", "nonsense"], 422, "bad_notation"),
        (["Yd5", "Gc5"], 422, "plan_conflict"),
        ([], 400, "bad_request"),
    ],
)
def test_what_is_no_plan_is_refused(moves: list[str], status: int, code: str) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6")
    before = fingerprint(match)
    answer = send(ann, match, *moves)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    if code == "plan_conflict":
        assert "Green on d6" in answer.json()["message"]
    assert fingerprint(match) == before


def test_who_may_plan_and_when() -> None:
    ann, ben, eve = person(), person(), person()
    match = play(match_of(ann, ben), "Rd4")
    three = play(match_of(ann, ben, eve), "Rd4")
    over = play(match_of(ann, ben), "Rd4")
    match_resign(match_id=over.pk, user_id=ben.pk)
    for user, where, more, status, code in (
        (ben, match, {}, 409, "plan_not_now"),
        (eve, match, {}, 403, "not_seated"),
        (ann, three, {}, 400, "no_plan_here"),
        (ann, over, {}, 409, "match_over"),
        (ann, match, {"ply": 0}, 409, "stale_position"),
        (ann, match, {"version": 7}, 409, "stale_study"),
    ):
        before = fingerprint(where)
        answer = send(user, where, "Yd5", "Gd6", **more)
        assert (answer.status_code, answer.json()["error"]) == (status, code)
        assert fingerprint(where) == before
    answer = Client().post(
        reverse("api:study_plan", args=[match.code]),
        {"ply": 1, "version": 0, "moves": ["Yd5", "Gd6"]},
        content_type="application/json",
    )
    assert answer.status_code == 403


def test_deleting_one_line_and_all() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    for first in ("Yd5", "Bd5", "Wd5"):
        send(ann, match, first, "Gd6")
    assert send(ann, match, "Bd5", "Gd6", how="delete", version=0).status_code == 409
    assert send(ben, match, "Bd5", "Gd6", how="delete").status_code == 200  # ben's own: none
    assert len(plan(ann, match)) == 3
    assert send(ann, match, "Bd5", "Gd6", how="delete").status_code == 200
    assert plan(ann, match) == [["Yd5", "Gd6"], ["Wd5", "Gd6"]]
    assert send(ann, match, how="delete").json()["plan"] == []
    match = play(match, "Yd5")
    assert entries(match) == [("Rd4", ""), ("Yd5", "")]
    assert not study(ann, match)["dropped"]


def test_the_opponent_learns_nothing() -> None:
    ann, ben, eve = person(), person(), person()
    match = play(match_of(ann, ben), "Rd4")
    before = {
        user.pk: signed_in(user).get(reverse("api:match", args=[match.code])).json()
        for user in (ben, eve)
    }
    send(ann, match, "Yd5", "Gd6")
    for user in (ben, eve):
        after = signed_in(user).get(reverse("api:match", args=[match.code])).json()
        passing = {"now": "", "left": 0}
        assert {**after, **passing} == {**before[user.pk], **passing}
        assert study(user, match)["plan"] == []
        assert study(user, match)["version"] == 0
    assert Match.objects.get(pk=match.pk).version == match.version


def test_leaving_and_the_end_clear_the_plans_of_both() -> None:
    ann, ben = person(), person()
    for end in ("resign", "flag", "rules"):
        match = play(match_of(ann, ben), "Ra1", "Yb1", "Gc1")
        Study.objects.create(match=match, user=ben, plan=[["Wc2", "Bb2"]], plan_ply=4)
        send(ann, match, "Wc2", "Bb2")
        if end == "resign":
            match_resign(match_id=match.pk, user_id=ben.pk)
        elif end == "flag":
            assert match.deadline is not None
            match_flag(match_id=match.pk, now=match.deadline)
        else:
            play(match, "Rd1")
        assert Match.objects.get(pk=match.pk).is_over
        for row in Study.objects.filter(match=match):
            assert (row.plan, row.plan_ply) == ([], None)
        for user in (ann, ben):
            assert plan(user, match) == []
            assert not study(user, match)["dropped"]


def test_an_answer_that_wins_ends_the_match_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="tink")
    state = match.load_position()
    rng = Random(5)
    texts: list[str] = []
    while state.to_move >= 0:
        texts.append(match.rules.format_move(match.rules.random_move(state, rng)))
        state = match.rules.play(state, texts[-1])
    match = play(match, *texts[:-2])
    winner = match.load_position().to_move ^ 1
    planner = (ann, ben)[winner]
    assert send(planner, match, *texts[-2:]).status_code == 200
    match = play(match, texts[-2])
    assert match.status == Match.Status.FINISHED
    assert entries(match)[-1] == (texts[-1], "p")
    assert not Study.objects.filter(plan_ply__isnull=False).exists()


def test_turns_of_several_moves_in_any_order() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2")
    match = play(match, "h0,0", "v0,0", "h0,1")
    # ben closes a box and goes on; ann would answer with one line
    assert send(ann, match, "v1,0", "h1,0", "h1,1").status_code == 200
    assert send(ann, match, "v1,0", "h1,0").json()["error"] == "plan_unfinished"
    assert send(ann, match, "v1,0").json()["error"] == "plan_unfinished"
    half = match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0"])
    assert (half.ply, half.to_move) == (4, 1)
    assert plan(ann, match) == [["h1,0", "h1,1"]]
    match_play(match_id=match.pk, user_id=ben.pk, ply=4, moves=["h1,0"])
    assert entries(match)[3:] == [("v1,0", ""), ("h1,0", ""), ("h1,1", "p")]


def test_a_swap_is_a_move_like_any_other() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, game="quabble", size="5"), "c3")
    state = match.rules.play(match.load_position(), "swap")
    answer = match.rules.format_move(match.rules.random_move(state, Random(1)))
    assert send(ann, match, "swap", answer).status_code == 200
    match = play(match, "swap")
    assert entries(match) == [("c3", ""), ("swap", ""), (answer, "p")]


def test_a_planned_move_that_is_not_legal_is_dropped_and_nothing_is_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    Study.objects.create(match=match, user=ann, plan=[["Yd5", "Yd5"]], plan_ply=1)
    with caplog.at_level(logging.ERROR):
        match = play(match, "Yd5")
    assert "is not legal" in caplog.text
    assert entries(match) == [("Rd4", ""), ("Yd5", "")]
    assert (match.to_move, plan(ann, match)) == (0, [])
    assert study(ann, match)["dropped"]
    play(match, "Gd6")


def test_a_posting_sent_again_answers_nothing_twice() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6", "Wc4", "Bc5")
    for _ in range(3):
        match_play(match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"], key="once")
    assert entries(match) == [("Rd4", ""), ("Yd5", ""), ("Gd6", "p")]


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_what_plans_play_replays_to_the_stored_position(key: str) -> None:
    """Random plans and random moves, in every game for two."""
    rng = Random(key)
    players = (person(), person())
    options = {"size": "5"} if key in ("quabble", "qualos", "fast-quabble") else {}
    match = match_of(*players, game=key, **options)
    for _ in range(12):
        if match.status != Match.Status.ACTIVE:
            break
        state = match.load_position()
        waiting = 1 - state.to_move
        lines = [line for _ in range(3) if (line := _line(match, state, waiting, rng))]
        for line in lines:
            row = Study.objects.filter(match=match, user=players[waiting]).first()
            with contextlib.suppress(PlanConflict):  # another answer in the same position
                plan_add(
                    match_id=match.pk,
                    user_id=players[waiting].pk,
                    version=row.version if row else 0,
                    ply=match.ply,
                    moves=line,
                )
        row = Study.objects.filter(match=match, user=players[waiting]).first()
        saved = row.plan if row else []
        assert bool(saved) == bool(lines)
        turn = _turn(match, state, rng, rng.choice(saved) if saved and rng.random() < 0.8 else None)
        ply = match.ply
        mover = players[state.to_move]
        match = match_play(match_id=match.pk, user_id=mover.pk, ply=ply, moves=turn)
        match = Match.objects.get(pk=match.pk)
        assert match.ply == len(match.entries) >= ply + len(turn)
        replayed = records.replay(match.rules, match.record)[-1]
        assert match.rules.dump(replayed) == match.position
    for entry in match.entries:
        assert entry.how in ("", "p")


def _line(match: Match, state: Any, me: int, rng: Random) -> list[str]:
    """A random line that ends with a turn of `me`; empty if the game would be over before."""
    texts: list[str] = []
    rules, whole = match.rules, 0
    for _ in range(12):
        if state.to_move < 0:
            break
        mover = state.to_move
        texts.append(rules.format_move(rules.random_move(state, rng)))
        state = rules.play(state, texts[-1])
        if mover == me and state.to_move != me:
            whole = len(texts)
            if rng.random() < 0.5:
                break
    return texts[:whole]


def _turn(match: Match, state: Any, rng: Random, line: list[str] | None) -> list[str]:
    """A whole turn: that of `line`, or a random one."""
    rules, mover = match.rules, state.to_move
    texts: list[str] = []
    while state.to_move == mover and state.to_move >= 0:
        text = line[len(texts)] if line else rules.format_move(rules.random_move(state, rng))
        texts.append(text)
        state = rules.play(state, text)
    return texts


def test_the_same_position_by_another_way_has_the_same_answer() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="3")
    # two boxes wait for ben to be closed; in which order does not matter
    match = play(match, "h0,0", "h0,1", "v0,0", "h2,0", "h2,1", "v3,0", "v0,1")
    assert match.to_move == 1
    one, other = ["v1,0", "v2,0", "v3,1"], ["v2,0", "v1,0", "v3,1"]
    assert send(ann, match, *one, "h1,2").status_code == 200
    refused = send(ann, match, *other, "h0,2")
    assert (refused.status_code, refused.json()["error"]) == (422, "plan_conflict")
    match_play(match_id=match.pk, user_id=ben.pk, ply=7, moves=other)
    assert entries(match)[-2:] == [("v3,1", ""), ("h1,2", "p")]


def test_nobody_plans_in_their_own_turn() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    before = fingerprint(match)
    with pytest.raises(PlanNotNow):
        plan_add(match_id=match.pk, user_id=ann.pk, version=0, ply=0, moves=["Rd4", "Yd5"])
    assert fingerprint(match) == before


def test_the_letter_about_the_turn_says_that_the_plan_is_gone() -> None:
    ann, ben = person(), person()
    User.objects.update(turn_mail=User.TurnMail.AT_ONCE)
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6")
    match = play(match, "Bd5")
    turns_write(now=timezone.now() + timedelta(minutes=3))
    [letter] = [letter for letter in mail.outbox if letter.to == [ann.email]]
    assert "Your conditional moves did not fit" in letter.body


def test_a_plan_that_answers_means_one_letter_to_the_opponent_and_none_to_its_owner() -> None:
    ann, ben = person(), person()
    User.objects.update(turn_mail=User.TurnMail.AT_ONCE)
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, "Yd5", "Gd6", "Wc4", "Bc5")
    for turn, move in enumerate(("Yd5", "Wc4"), 1):
        match = play(match, move)
        turns_write(now=timezone.now() + timedelta(minutes=3 * turn))
        told = [letter for letter in mail.outbox if letter.to == [ben.email]]
        assert len(told) == turn
        assert "conditional" not in told[-1].body
    assert not [letter for letter in mail.outbox if letter.to == [ann.email]]
