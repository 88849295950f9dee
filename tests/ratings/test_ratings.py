"""Rated once, by the ratings of the moment; ladders, ranks, histories."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.services.leave import match_resign
from ratings import selectors
from ratings.models import Change, Rating
from ratings.services import match_rate, ratings_rebuild
from tests.factories import WIN_FOR_RED, bot, match_of, person, play

pytestmark = pytest.mark.django_db


def test_rating_a_match_again_changes_nothing() -> None:
    match = play(match_of(person(), person()), *WIN_FOR_RED)
    before = list(Rating.objects.values()), list(Change.objects.values())
    for _ in range(3):
        assert match_rate(match=Match.objects.get(pk=match.pk)) == []
    assert (list(Rating.objects.values()), list(Change.objects.values())) == before


def test_a_match_that_goes_on_is_not_rated() -> None:
    match = match_of(person(), person())
    assert match_rate(match=match) == []
    assert not Rating.objects.exists()


def test_the_present_rating_counts_not_that_of_the_start() -> None:
    ann, ben, cec = person(), person(), person()
    early, late = match_of(ann, ben), match_of(ann, cec)
    play(late, *WIN_FOR_RED)
    play(early, *WIN_FOR_RED)
    first, second = Change.objects.filter(user=ann).order_by("pk")
    assert (first.before, second.before) == (1200.0, first.after)
    assert second.after - second.before < 20


def test_wins_draws_and_losses_are_counted() -> None:
    ann, ben, cec = person(), person(), person()
    play(match_of(ann, ben), *WIN_FOR_RED)
    match = match_of(ann, ben, cec)
    match_resign(match_id=match.pk, user_id=cec.pk)
    match_resign(match_id=match.pk, user_id=ann.pk)
    counts = {row.user: (row.games, row.won, row.drawn, row.lost) for row in Rating.objects.all()}
    assert counts == {ann: (2, 1, 0, 1), ben: (2, 1, 0, 1), cec: (1, 0, 0, 1)}


def test_ladders_are_apart() -> None:
    ann, ben = person(), person()
    play(match_of(ann, ben), *WIN_FOR_RED)
    match = match_of(ann, ben, game="tink")
    match_resign(match_id=match.pk, user_id=ann.pk)
    assert Rating.objects.get(user=ann, ladder="speckles").elo == 1220
    assert Rating.objects.get(user=ann, ladder="tink").elo == 1180


def test_rebuilding_leads_to_the_same_ratings() -> None:
    ann, ben, cec = person(), person(), person()
    play(match_of(ann, ben), *WIN_FOR_RED)
    play(match_of(cec, ann), *WIN_FOR_RED)
    play(match_of(ben, cec), *WIN_FOR_RED)
    before = {(row.user, row.ladder): row.elo for row in Rating.objects.all()}
    assert ratings_rebuild() == 3
    assert {(row.user, row.ladder): row.elo for row in Rating.objects.all()} == before
    assert ratings_rebuild(ladder="tink") == 0
    assert Rating.objects.count() == 3


def test_ranks_follow_the_ladder_and_leave_bots_out_on_request() -> None:
    people = [person() for _ in range(12)]
    pip = bot()
    for number, user in enumerate([*people, pip]):
        Rating.objects.create(user=user, ladder="tink", elo=2000 - 10 * number, games=1, won=1)
    own = Rating.objects.get(user=people[10])
    assert selectors.rank_of(own) == 11
    extract = selectors.ladder_extract("tink", people[10], people_only=False, whole=False)
    assert [row and row[0] for row in extract] == [1, 2, 3, 4, 5, 6, 7, None, 9, 10, 11, 12, 13]
    extract = selectors.ladder_extract("tink", people[10], people_only=True, whole=False)
    assert [row and row[0] for row in extract][-1] == 12
    extract = selectors.ladder_extract("tink", people[8], people_only=True, whole=False)
    assert [row and row[0] for row in extract] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11][
        : len(extract)
    ]
    top = selectors.ladder_extract("tink", None, people_only=False, whole=False)
    assert len(top) == 7


def test_the_histogram_has_no_gaps() -> None:
    for elo in (1210.0, 1249.9, 1420.0):
        Rating.objects.create(user=person(), ladder="tink", elo=elo, games=1)
    assert selectors.histogram("tink", people_only=False) == [
        (1200, 2),
        (1250, 0),
        (1300, 0),
        (1350, 0),
        (1400, 1),
    ]
    assert selectors.histogram("speckles", people_only=False) == []


def test_the_profile_shows_the_numbers_and_the_score_against_me() -> None:
    ann, ben = person("ann"), person("ben")
    play(match_of(ann, ben), *WIN_FOR_RED)
    client = Client()
    client.force_login(ben)
    context = client.get(reverse("profile", args=["ANN"])).context
    assert context["between"] == (0, 0, 1)
    assert context["numbers"]["won"] == 1
    assert [mark["rating"] for mark in context["marks"]] == [1220]
    assert [rating for _, rating in context["chart"]] == [1220]


def test_the_end_of_a_match_and_its_rating_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """If rating fails, the match has not ended either."""
    from ratings import receivers

    match = play(match_of(person(), person()), *WIN_FOR_RED[:3])

    def broken(*, match: Match) -> None:
        raise RuntimeError("no ratings today")

    monkeypatch.setattr(receivers, "match_rate", broken)
    with pytest.raises(RuntimeError):
        play(match, WIN_FOR_RED[3])
    match = Match.objects.get(pk=match.pk)
    assert (match.status, match.ply) == (Match.Status.ACTIVE, 3)
    assert not Change.objects.exists()


def test_most_played_has_the_score_and_leaves_out_who_has_left() -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    play(match_of(ann, ben), *WIN_FOR_RED)
    play(match_of(ann, ben), *WIN_FOR_RED)
    play(match_of(ben, ann), *WIN_FOR_RED)
    play(match_of(cec, ann), *WIN_FOR_RED)
    match_of(cec, ann)  # still played
    three = match_of(ann, ben, cec, game="tink")
    match_resign(match_id=three.pk, user_id=ann.pk)
    match_resign(match_id=three.pk, user_id=cec.pk)
    assert selectors.most_played(ann) == [("ben", 4, 2, 2), ("cec", 2, 0, 2)]
    assert selectors.most_played(ann, limit=1) == [("ben", 4, 2, 2)]
    ben.is_active = False
    ben.save()
    assert [met.name for met in selectors.most_played(ann)] == ["cec"]


def test_the_profile_shows_the_score_and_home_the_rank_as_a_rank(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    play(match_of(ann, ben), *WIN_FOR_RED)
    page = client.get(reverse("profile", args=["ann"])).content.decode()
    assert '<span aria-hidden="true">1 : 0</span><span class="vh">won 1, lost 0</span>' in page
    client.force_login(ann)
    assert '<td class="r">No. 1</td>' in client.get(reverse("home")).content.decode()
