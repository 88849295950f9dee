"""Messages, notes and reports: who may, who sees what, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import blocks, limits
from accounts.models import User
from games import talk
from games.errors import (
    AccountNeeded,
    EmptyMessage,
    NoSuchMessage,
    NotSeated,
    OwnMessage,
    PlayError,
    SameAgain,
    StaleNote,
    TalkClosed,
    TextTooLong,
    TooManyMessages,
)
from games.models import Match, Message, Note, Report, Seat
from games.services.blocks import person_block
from games.services.create import SeatSpec, match_create
from games.services.farewell import person_leave
from games.services.join import match_join
from games.services.leave import match_resign
from games.services.talk import (
    message_post,
    message_report,
    messages_seen,
    note_save,
    text_clean,
)
from plypost.mydata import collected
from tests.factories import WIN_FOR_RED, bot, guest, match_of, person, play

pytestmark = pytest.mark.django_db


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def write(match: Match, user: User, text: str, key: str = "") -> Message:
    return message_post(match_id=match.pk, user=user, text=text, key=key)


def linked(user: User) -> Match:
    """A match that waits for whoever has its link."""
    return match_create(
        creator=user,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="3d",
        rated=False,
    )


def seen_by(match: Match, user: User | None) -> list[str]:
    match = Match.objects.get(pk=match.pk)
    return [message.text for message in talk.messages_for(match, user)]


def everything(match: Match, user: User | None) -> str:
    """All that the doors say about a match to this reader, as one text."""
    client = signed_in(user)
    page = match.get_absolute_url()
    answers = [
        client.get(page),
        client.get(page, {"tab": "messages"}),
        client.get(page, {"tab": "messages", "before": "999999999"}),
        client.get(reverse("match_talk", args=[match.code])),
        client.get(reverse("api:match", args=[match.code])),
        client.get(reverse("api:match", args=[match.code]), {"slim": "1"}),
        client.get(reverse("api:messages", args=[match.code])),
        client.get(reverse("api:messages", args=[match.code]), {"after": "0"}),
        client.get(reverse("match_record", args=[match.code])),
        client.get(reverse("home")),
    ]
    assert {answer.status_code for answer in answers} == {200}
    return " ".join(answer.content.decode() for answer in answers)


# --- rooms --------------------------------------------------------------------------------------


def test_each_room_is_read_by_its_own_until_the_end_and_then_by_all() -> None:
    ann, ben, sam, tom = person(), person(), person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED[:3])
    write(match, ann, "from the players")
    write(match, sam, "from the gallery")
    for player in (ann, ben):
        assert seen_by(match, player) == ["from the players"]
    for spectator in (sam, tom):
        assert seen_by(match, spectator) == ["from the gallery"]
    for other in (guest(), None):
        assert seen_by(match, other) == []
    play(match, WIN_FOR_RED[3])
    for reader in (ann, ben, sam, tom, guest(), None):
        assert seen_by(match, reader) == ["from the players", "from the gallery"]


def test_no_door_lets_a_message_out_of_its_room_before_the_end() -> None:
    ann, ben, sam = person(), person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED[:3])
    write(match, ann, "zwieback")
    write(match, sam, "marzipan")
    assert "zwieback" in everything(match, ben)
    assert "marzipan" in everything(match, person())
    for reader in (ann, ben):
        assert "marzipan" not in everything(match, reader)
    for reader in (sam, person(), guest(), None):
        assert "zwieback" not in everything(match, reader)
    for outsider in (guest(), None):
        assert "marzipan" not in everything(match, outsider)
    play(match, WIN_FOR_RED[3])
    for reader in (ann, sam, guest(), None):
        told = everything(match, reader)
        assert "zwieback" in told
        assert "marzipan" in told


def test_the_number_of_unread_messages_is_the_players_own_business() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    write(match, ann, "hello")
    write(match, ann, "hello?")
    match = Match.objects.get(pk=match.pk)
    assert talk.unread(ben, match) == {match.pk: 2}
    assert talk.unread(ann, match) == {}
    assert talk.unread(person(), match) == {}


def test_one_who_has_resigned_from_a_match_that_goes_on_stays_a_player() -> None:
    ann, ben, cat = person(), person(), person()
    match = match_of(ann, ben, cat, game="dots-and-boxes")
    match_resign(match_id=match.pk, user_id=ben.pk)
    write(match, person(), "from the gallery")
    write(match, ann, "one down")
    assert seen_by(match, ben) == ["one down"]
    assert write(match, ben, "good luck").room == Message.Room.PLAYERS


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_everybody_reads_what_is_meant_for_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages, blocks, hiding and the end in any order, against a second account of who reads."""
    from games.services import talk as service

    monkeypatch.setattr(service, "A_MINUTE", 1000)
    rng = Random(seed)
    players, watchers = [person() for _ in range(3)], [person() for _ in range(3)]
    match = match_of(*players, game="dots-and-boxes")
    readers = [*players, *watchers, guest(), None]
    written: list[tuple[str, User]] = []
    pairs: set[frozenset[int]] = set()
    over = False
    for step in range(40):
        one, two = rng.sample([*players, *watchers], 2)
        act = rng.choice(["say", "say", "say", "block", "unblock", "end"])
        if act == "say":
            try:
                write(match, one, f"text {step}")
            except TalkClosed:
                others = [other for other in players if other != one]
                assert all(frozenset({one.pk, other.pk}) in pairs for other in others)
            else:
                written.append((f"text {step}", one))
        elif act == "block":
            person_block(user=one, other=two)
            pairs.add(frozenset({one.pk, two.pk}))
        elif act == "unblock":
            for by, to in ((one, two), (two, one)):
                blocks.block_remove(user=by, other=to)
            pairs.discard(frozenset({one.pk, two.pk}))
        elif step > 25 and not over:
            for player in players[1:]:
                match_resign(match_id=match.pk, user_id=player.pk)
            over = True
        for reader in readers:
            meant = []
            for text, writer in written:
                own_room = reader in (players if writer in players else watchers)
                if not (own_room or over):
                    continue
                if reader is not None and frozenset({reader.pk, writer.pk}) in pairs:
                    continue
                meant.append(text)
            assert seen_by(match, reader) == meant
            url = reverse("api:messages", args=[match.code])
            told = signed_in(reader).get(url).json()["messages"] if step % 10 == 9 else []
            assert [row["text"] for row in told] == (meant if step % 10 == 9 else [])
            if reader in players and reader is not None:
                new = [w for _, w in written if w in players and w != reader]
                near = [w for w in new if frozenset({reader.pk, w.pk}) not in pairs]
                assert talk.unread(reader, match).get(match.pk, 0) == len(near)


# --- who may write ------------------------------------------------------------------------------


def test_a_guest_with_a_seat_writes_and_a_guest_without_does_not() -> None:
    visitor = guest()
    match = linked(person())
    match = match_join(match_id=match.pk, user=visitor)
    assert write(match, visitor, "hi").room == Message.Room.PLAYERS
    with pytest.raises(AccountNeeded):
        write(match, guest(), "hi")
    assert Message.objects.count() == 1


def test_there_is_no_talk_with_bots_alone_and_none_before_the_beginning() -> None:
    ann = person()
    against = match_of(ann, bot())
    for match in (against, linked(ann)):
        for writer in (ann, person()):
            with pytest.raises(TalkClosed):
                write(match, writer, "anybody?")
    page = signed_in(ann).get(against.get_absolute_url()).content.decode()
    assert 'id="tab-messages"' not in page
    assert 'id="tab-notes"' in page
    assert not Message.objects.exists()


def test_people_at_a_table_with_a_bot_talk() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, bot(), game="dots-and-boxes")
    write(match, ann, "let us beat it")
    assert seen_by(match, ben) == ["let us beat it"]


def test_a_week_after_the_end_it_can_only_be_read() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    write(match, ann, "well played")
    page = signed_in(ben).get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    assert "Open until" in page
    Match.objects.filter(pk=match.pk).update(
        finished_at=timezone.now() - talk.OPEN_AFTER_END - timedelta(seconds=1)
    )
    with pytest.raises(TalkClosed):
        write(match, ben, "thanks")
    page = signed_in(ben).get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    assert "well played" in page
    assert "a week after the end" in page
    assert 'id="say"' not in page
    assert Message.objects.count() == 1


# --- blocks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocker", [0, 1])
def test_between_two_a_block_closes_the_box_and_hides_what_was_said(blocker: int) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED[:3])
    write(match, ann, "zwieback")
    person_block(user=(ann, ben)[blocker], other=(ben, ann)[blocker])
    assert seen_by(match, ben) == []
    assert talk.unread(ben, match) == {}
    for writer in (ann, ben):
        with pytest.raises(TalkClosed) as refused:
            write(match, writer, "hello")
        assert ("blocked" in str(refused.value)) == (writer == (ann, ben)[blocker])
        page = signed_in(writer).get(match.get_absolute_url(), {"tab": "messages"})
        assert 'id="say"' not in page.content.decode()
    assert "zwieback" not in everything(match, ben)
    play(match, WIN_FOR_RED[3])
    assert seen_by(match, ben) == []
    assert seen_by(match, None) == ["zwieback"]
    assert Message.objects.count() == 1


def test_among_three_a_block_hides_two_from_each_other_only() -> None:
    ann, ben, cat = person(), person(), person()
    match = match_of(ann, ben, cat, game="dots-and-boxes")
    person_block(user=ann, other=ben)
    for writer, text in ((ann, "a"), (ben, "b"), (cat, "c")):
        write(match, writer, text)
    assert seen_by(match, ann) == ["a", "c"]
    assert seen_by(match, ben) == ["b", "c"]
    assert seen_by(match, cat) == ["a", "b", "c"]
    assert talk.unread(ann, match) == {match.pk: 1}


def test_who_is_blocked_and_leaves_the_site_stays_unread() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    write(match, ann, "zwieback")
    person_block(user=ben, other=ann)
    person_leave(user=ann, password="correct horse")
    assert seen_by(match, ben) == []
    settings = signed_in(ben).get(reverse("accounts:settings"))
    assert f"deleted-{ann.pk}" in settings.text
    assert f'/u/deleted-{ann.pk}/"' not in settings.text  # there is no such profile
    answer = signed_in(ben).post(
        reverse("unblock", args=[f"deleted-{ann.pk}"]), {"back": "settings"}, follow=True
    )
    assert answer.status_code == 200
    assert seen_by(match, ben) == ["zwieback"]


def test_a_block_binds_among_spectators_too() -> None:
    match = match_of(person(), person())
    sam, tom = person(), person()
    person_block(user=tom, other=sam)
    write(match, sam, "zwieback")
    assert seen_by(match, tom) == []
    assert "zwieback" not in everything(match, tom)
    assert write(match, tom, "quiet here").room == Message.Room.SPECTATORS


# --- texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  hello \r\n\r\n\r\n\r\nthere\t!  ", "hello\n\nthere !"),
        ("a\x00b\x07c\x1b[31md", "abc[31md"),
        ("abc\u202edef\u2066ghi\u2069", "abcdefghi"),
        ("e\u0301", "\u00e9"),
        ("x" + "\u0334" * 90, "x" + "\u0334" * 4),
        ("one\u2028two", "one\ntwo"),
        ("lone \ud800 half", "lone  half"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        (" \u200b\u3164\u2800\n\u00a0", ""),
        ("\u0301\u200d", ""),
    ],
)
def test_what_is_kept_of_a_text(written: str, kept: str) -> None:
    assert text_clean(written) == kept


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", EmptyMessage),
        (" \n\t ", EmptyMessage),
        ("\u202e\u200b", EmptyMessage),
        ("x" * 501, TextTooLong),
        ("x" * 100_000, TextTooLong),
    ],
)
def test_an_empty_or_endless_message_is_refused(text: str, error: type[PlayError]) -> None:
    ann = person()
    match = match_of(ann, person())
    with pytest.raises(error):
        write(match, ann, text)
    assert not Message.objects.exists()


def test_five_hundred_signs_fit() -> None:
    ann = person()
    assert len(write(match_of(ann, person()), ann, "\U0001f600" * 500).text) == 500


def test_markup_and_links_are_shown_as_text() -> None:
    ann = person()
    match = match_of(ann, person())
    write(match, ann, "<script>alert(1)</script> https://evil.example/ {{ x }}")
    page = signed_in(ann).get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://evil.example/ {{ x }}" in page
    assert "<script>alert" not in page
    assert 'href="https://evil' not in page


# --- floods and double posts --------------------------------------------------------------------


def test_eleven_in_a_minute_are_too_many() -> None:
    ann = person()
    one, two = match_of(ann, person()), match_of(ann, person())
    for number in range(10):
        write((one, two)[number % 2], ann, f"message {number}")
    with pytest.raises(TooManyMessages):
        write(one, ann, "and another one")
    assert Message.objects.count() == 10
    limits.forget("talk", str(ann.pk))
    assert write(one, ann, "a minute later").pk


def test_an_hour_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.services import talk as service

    monkeypatch.setattr(service, "AN_HOUR", 2)
    ann = person()
    match = match_of(ann, person())
    write(match, ann, "one")
    write(match, ann, "two")
    with pytest.raises(TooManyMessages):
        write(match, ann, "three")
    assert Message.objects.count() == 2


def test_the_same_text_is_refused_the_third_time_in_a_row() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    write(match, ann, "move!")
    write(match, ann, "move!")
    write(match, ben, "thinking")
    with pytest.raises(SameAgain):
        write(match, ann, " move! ")
    assert Message.objects.count() == 3
    write(match, ann, "please")
    assert write(match, ann, "move!").pk


def test_the_same_posting_twice_is_one_message_and_another_text_is_another() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    first = write(match, ann, "hello", key="k")
    assert write(match, ann, "hello", key="k") == first
    assert write(match, ann, "hello again", key="k") != first
    assert write(match, ben, "hello", key="k") != first
    assert Message.objects.count() == 3


# --- what has been read -------------------------------------------------------------------------


def test_opening_the_tab_reads_the_messages_and_the_other_tabs_do_not() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    write(match, ann, "hello")
    client = signed_in(ben)
    page = client.get(match.get_absolute_url())
    assert page.context["talk"]["unread"] == 1
    assert client.get(match.get_absolute_url()).context["talk"]["unread"] == 1
    assert client.get(reverse("match_talk", args=[match.code])).context["talk"]["unread"] == 1
    read = client.get(match.get_absolute_url(), {"tab": "messages"})
    assert read.context["talk"]["unread"] == 0
    assert client.get(match.get_absolute_url()).context["talk"]["unread"] == 0
    write(match, ann, "still there?")
    assert client.get(match.get_absolute_url()).context["talk"]["unread"] == 1


def test_looking_at_old_messages_does_not_read_the_new_ones() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    first = write(match, ann, "one")
    last = write(match, ann, "two")
    client = signed_in(ben)
    old = client.get(match.get_absolute_url(), {"tab": "messages", "before": last.pk})
    assert old.context["talk"]["unread"] == 1
    assert Seat.objects.get(match=match, user=ben).read_to == first.pk


def test_what_was_read_is_never_unread_again_and_the_future_is_not_read() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    first = write(match, ann, "one")
    last = write(match, ann, "two")
    messages_seen(match_id=match.pk, user=ben, last=2**61)
    messages_seen(match_id=match.pk, user=ben, last=first.pk)
    assert Seat.objects.get(match=match, user=ben).read_to == last.pk
    write(match, ann, "three")
    assert talk.unread(ben, match) == {match.pk: 1}
    with pytest.raises(NotSeated):
        messages_seen(match_id=match.pk, user=person(), last=last.pk)


def test_the_home_page_marks_matches_with_unread_messages() -> None:
    ann, ben = person("ann"), person("ben")
    match, other = match_of(ann, ben), match_of(ben, ann)
    done = play(match_of(ann, ben), *WIN_FOR_RED)
    client = signed_in(ben)
    client.get(done.get_absolute_url())
    assert client.get(reverse("home")).context["done"] == []
    for each in (match, match, other, done):
        write(each, ann, f"hello {Message.objects.count()}")
    page = client.get(reverse("home"))
    marks = {
        card["code"]: card["unread"]
        for shelf in ("turns", "waiting", "done")
        for card in page.context[shelf]
    }
    assert marks == {match.code: 2, other.code: 1, done.code: 1}
    assert "2 unread messages" in page.content.decode()
    client.get(done.get_absolute_url(), {"tab": "messages"})
    assert client.get(reverse("home")).context["done"] == []


def test_a_profile_does_not_tell_how_much_somebody_has_not_read() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    write(match, ann, "hello")
    page = Client().get(reverse("profile", args=[ben.username])).content.decode()
    assert "unread" not in page


def test_long_talks_come_in_pages() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    rows = Message.objects.bulk_create(
        Message(match=match, room="players", user=(ann, ben)[n % 2], text=f"no {n}", ply=0)
        for n in range(120)
    )
    client = signed_in(ben)
    url = reverse("api:messages", args=[match.code])
    last = client.get(url).json()
    assert [row["text"] for row in last["messages"]] == [f"no {n}" for n in range(70, 120)]
    assert last["more"] is True
    middle = client.get(url, {"before": last["messages"][0]["id"]}).json()
    assert [row["text"] for row in middle["messages"]] == [f"no {n}" for n in range(20, 70)]
    first = client.get(url, {"before": middle["messages"][0]["id"]}).json()
    assert ([row["text"] for row in first["messages"]], first["more"]) == (
        [f"no {n}" for n in range(20)],
        False,
    )
    onward = client.get(url, {"after": rows[99].pk}).json()
    assert [row["text"] for row in onward["messages"]] == [f"no {n}" for n in range(100, 120)]
    assert onward["more"] is False
    page = client.get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    assert "Earlier messages" in page
    assert "no 69" not in page


def test_many_messages_cost_no_more_statements() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    client = signed_in(ben)
    url = reverse("api:messages", args=[match.code])

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            client.get(url)
        return len(found)

    write(match, ann, "one")
    client.get(url)
    few = statements()
    for number in range(9):
        write(match, ann, f"more {number}")
    assert statements() == few


# --- gone and hidden ----------------------------------------------------------------------------


def test_the_messages_of_deleted_and_closed_accounts_stay_without_a_name() -> None:
    ann, ben, sam = person("ann"), person(), person("samsam")
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    write(match, ann, "well played")
    write(match, sam, "nice to watch")
    User.objects.filter(pk=ann.pk).update(is_active=False)
    sam.delete()
    rows = signed_in(ben).get(reverse("api:messages", args=[match.code])).json()["messages"]
    assert [(row["text"], row["name"], row["url"]) for row in rows] == [
        ("well played", "", None),
        ("nice to watch", "", None),
    ]
    fragment = signed_in(ben).get(reverse("match_talk", args=[match.code])).content.decode()
    assert fragment.count("<i>deleted</i>") == 2
    assert "samsam" not in fragment
    assert reverse("profile", args=["ann"]) not in fragment


def test_a_hidden_message_is_a_gap_for_everybody() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    message = write(match, ann, "zwieback")
    Message.objects.filter(pk=message.pk).update(hidden=True)
    for reader in (ann, ben):
        told = everything(match, reader)
        assert "zwieback" not in told
        assert "Removed by the staff." in told
    assert talk.unread(ben, match) == {}


def test_who_leaves_takes_the_messages_along_and_leaves_no_notes() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    write(match, ann, "hello")
    write(match, ben, "not mine")
    note_save(match_id=match.pk, user=ann, text="plan")
    taken = collected(ann)
    assert [row["text"] for row in taken["messages"]] == ["hello"]
    assert taken["notes"] == [{"match": match.code, "text": "plan"}]
    person_leave(user=ann, password="correct horse")
    assert not Note.objects.exists()
    rows = signed_in(ben).get(reverse("api:messages", args=[match.code])).json()["messages"]
    assert (rows[0]["text"], rows[0]["name"]) == ("hello", "")


# --- reports ------------------------------------------------------------------------------------


def test_a_reader_reports_a_message_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    message = write(match, ann, "rude words")
    client = signed_in(ben)
    page = client.get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    url = reverse("message_report", args=[match.code, message.pk])
    assert url in page
    for _ in range(2):
        answer = client.post(url, follow=True)
        assert "The staff will look" in answer.content.decode()
    assert list(Report.objects.values_list("message", "by")) == [(message.pk, ben.pk)]
    page = client.get(match.get_absolute_url(), {"tab": "messages"}).content.decode()
    assert url not in page


def test_what_one_may_not_read_one_may_not_report() -> None:
    ann, ben, sam = person(), person(), person()
    match, elsewhere = match_of(ann, ben), match_of(ann, ben)
    message, theirs = write(match, ann, "hello"), write(match, sam, "hello")
    for reader, pk in ((sam, message.pk), (ben, theirs.pk), (ben, 10**18), (guest(), message.pk)):
        with pytest.raises(NoSuchMessage):
            message_report(match_id=match.pk, user=reader, message_id=pk)
    with pytest.raises(NoSuchMessage):
        message_report(match_id=elsewhere.pk, user=ben, message_id=message.pk)
    with pytest.raises(OwnMessage):
        message_report(match_id=match.pk, user=ann, message_id=message.pk)
    assert not Report.objects.exists()


def test_guests_who_watch_do_not_report_and_nobody_reports_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from games.services import talk as service

    monkeypatch.setattr(service, "REPORTS", 1)
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    one, two = write(match, ann, "one"), write(match, ann, "two")
    with pytest.raises(AccountNeeded):
        message_report(match_id=match.pk, user=guest(), message_id=one.pk)
    message_report(match_id=match.pk, user=ben, message_id=one.pk)
    with pytest.raises(TooManyMessages):
        message_report(match_id=match.pk, user=ben, message_id=two.pk)
    assert Report.objects.count() == 1


def test_the_staff_hides_a_reported_message_in_the_admin() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    message = write(match, ann, "rude words")
    report = message_report(match_id=match.pk, user=ben, message_id=message.pk)
    staff = signed_in(User.objects.create_superuser("boss", "boss@example.org", "x"))
    listed = staff.get(reverse("admin:games_report_changelist")).content.decode()
    assert "rude words" in listed
    staff.post(
        reverse("admin:games_report_changelist"),
        {"action": "hide", "_selected_action": [report.pk]},
    )
    message.refresh_from_db()
    report.refresh_from_db()
    assert (message.hidden, report.done) == (True, True)
    change = reverse("admin:games_message_change", args=[message.pk])
    assert staff.get(change).status_code == 200
    for name in ("games_message", "games_report"):
        assert staff.get(reverse(f"admin:{name}_changelist")).status_code == 200
    assert signed_in(ben).get(change).status_code == 302


# --- notes --------------------------------------------------------------------------------------


def test_notes_are_read_by_nobody_but_their_writer() -> None:
    ann, ben, sam = person(), person(), person()
    match = match_of(ann, ben)
    note_save(match_id=match.pk, user=ann, text="zwieback")
    url = reverse("api:notes", args=[match.code])
    assert signed_in(ann).get(url).json()["text"] == "zwieback"
    assert signed_in(ben).get(url).json() == {"text": "", "version": 0, "at": None}
    assert signed_in(sam).get(url).status_code == 403
    assert Client().get(url).status_code == 403
    page = {"tab": "notes"}
    assert "zwieback" in signed_in(ann).get(match.get_absolute_url(), page).content.decode()
    for reader in (ben, sam, None):
        told = signed_in(reader).get(match.get_absolute_url(), page).content.decode()
        assert "zwieback" not in told
        assert "zwieback" not in everything(match, reader)
    assert 'id="tab-notes"' not in signed_in(sam).get(match.get_absolute_url()).content.decode()


def test_a_note_is_replaced_only_by_who_has_read_it() -> None:
    ann = person()
    match = match_of(ann, person())
    first = note_save(match_id=match.pk, user=ann, text="one", version=0)
    assert first.version == 1
    with pytest.raises(StaleNote):
        note_save(match_id=match.pk, user=ann, text="other window", version=0)
    second = note_save(match_id=match.pk, user=ann, text="two", version=1)
    assert second.version == 2
    assert note_save(match_id=match.pk, user=ann, text="two", version=1).version == 2
    with pytest.raises(StaleNote):
        note_save(match_id=match.pk, user=ann, text="late", version=1)
    assert Note.objects.get().text == "two"
    assert note_save(match_id=match.pk, user=ann, text="").text == ""
    assert Note.objects.get().version == 3


def test_notes_of_others_and_endless_ones_are_refused() -> None:
    ann = person()
    match = match_of(ann, person())
    with pytest.raises(NotSeated):
        note_save(match_id=match.pk, user=person(), text="mine")
    with pytest.raises(TextTooLong):
        note_save(match_id=match.pk, user=ann, text="x" * 5001)
    assert not Note.objects.exists()
