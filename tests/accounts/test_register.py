"""Registering: names, addresses, passwords, races. Every refusal leaves the database as it was."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from django.db import connection

from accounts import names, services
from accounts.errors import (
    AccountError,
    BadPassword,
    MailTaken,
    NameNotAllowed,
    NameTaken,
    NotAGuest,
)
from accounts.models import User
from tests.factories import guest, match_of, person

GOOD = "kolibri-4711"


def rows() -> list[tuple[object, ...]]:
    """Every value of every account."""
    return sorted(User.objects.values_list())


def register(name: str = "Halina", email: str = "halina@example.org", **extra: object) -> User:
    return services.user_register(
        username=name,
        email=email,
        **{"password": GOOD, **extra},  # type: ignore[arg-type]
    )


@pytest.mark.django_db
def test_a_new_account_can_sign_in_and_is_a_person() -> None:
    user = register()
    assert (user.username, user.email, user.is_guest, user.bot) == (
        "Halina",
        "halina@example.org",
        False,
        "",
    )
    assert User.objects.get().check_password(GOOD)


@pytest.mark.parametrize(
    "name", ["abc", "yuki.t", "marta_k", "Dmitri-V", "a1b2c3", "x" * names.LONGEST]
)
@pytest.mark.django_db
def test_ordinary_names_are_taken_as_they_are(name: str) -> None:
    assert register(name).username == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "at least 3"),
        ("ab", "at least 3"),
        ("x" * 21, "at most 20"),
        ("4711bc", "starts with a letter"),
        ("_abc", "starts with a letter"),
        ("abc.", "letters a to z"),
        ("abc-", "letters a to z"),
        ("a..b", "letters a to z"),
        ("a._b", "letters a to z"),
        ("two words", "letters a to z"),
        ("name\n", "letters a to z"),
        ("a@b.org", "letters a to z"),
        ("аnouk", "letters a to z"),  # the first letter is Cyrillic
        ("anou\u200bk", "letters a to z"),  # zero width space
        ("anouk\u202e", "letters a to z"),  # right-to-left mark
        ("anouk\ufe0f", "letters a to z"),
        ("ａnouk", "letters a to z"),  # full width
        ("a" + "\u0301" * 150, "letters a to z"),  # combining marks
        ("Ünal", "letters a to z"),
        ("admin", "kept for the site"),
        ("ADMIN", "kept for the site"),
        ("adm1n", "kept for the site"),
        ("Postmaster", "kept for the site"),
        ("p1yp0st", "kept for the site"),
        ("Guest-417", "kept for the site"),
        ("guestbook", "kept for the site"),
        ("gue5t", "kept for the site"),
    ],
)
@pytest.mark.django_db
def test_names_nobody_may_have_are_refused_in_words(name: str, sentence: str) -> None:
    before = rows()
    with pytest.raises(NameNotAllowed) as refusal:
        register(name)
    assert sentence in refusal.value.message
    assert refusal.value.field == "username"
    assert rows() == before


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [
        ("Halina", "halina"),
        ("Halina", "HALINA"),
        ("Halina", "Hal1na"),
        ("Halina", "HaIina"),  # a capital i for the small l
        ("bill", "b1ll"),
        ("bob", "b0b"),
        ("susan", "su5an"),
        ("yuki.t", "yuki_t"),
        ("yuki.t", "yuki-t"),
        ("modern", "modem"),
        ("vvilma", "wilma"),
    ],
)
@pytest.mark.django_db
def test_names_that_look_like_a_taken_one_are_refused(taken: str, wanted: str) -> None:
    person(taken)
    before = rows()
    with pytest.raises(NameTaken):
        register(wanted)
    assert rows() == before


@pytest.mark.django_db
def test_an_address_serves_one_account_whatever_its_case() -> None:
    register(email="Halina@Example.org")
    before = rows()
    with pytest.raises(MailTaken) as refusal:
        register("marta_k", email="hALINA@example.ORG")
    assert refusal.value.field == "email"
    assert rows() == before


@pytest.mark.parametrize(
    ("password", "sentences"),
    [
        ("k4", 1),
        ("12345678", 2),  # usual, and only digits
        ("halina", 2),  # too short, and the name
        ("password", 1),
    ],
)
@pytest.mark.django_db
def test_weak_passwords_are_refused_with_every_reason(password: str, sentences: int) -> None:
    before = rows()
    with pytest.raises(BadPassword) as refusal:
        register(password=password)
    assert len(refusal.value.messages) == sentences
    assert refusal.value.field == "password"
    assert rows() == before


# --- guests -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_guest_keeps_row_and_seat_under_the_new_name() -> None:
    visitor, opponent = services.guest_create(), person("oskar")
    match = match_of(opponent, person("ines"))
    seat = match.seats.get(index=1)
    seat.user = visitor
    seat.save()
    user = register(guest=visitor)
    assert user.pk == visitor.pk
    assert (user.username, user.is_guest, user.check_password(GOOD)) == ("Halina", False, True)
    assert [seat.user.username for seat in match.seats.order_by("index") if seat.user] == [
        "oskar",
        "Halina",
    ]
    assert names.skeleton("Halina") == User.objects.get(pk=user.pk).name_key


@pytest.mark.parametrize(
    ("name", "email", "password"),
    [
        ("oskar", "new@example.org", GOOD),
        ("Halina", "oskar@example.org", GOOD),
        ("Halina", "new@example.org", "short"),
        ("admin", "new@example.org", GOOD),
    ],
)
@pytest.mark.django_db
def test_a_refused_guest_stays_a_guest(name: str, email: str, password: str) -> None:
    person("oskar")
    visitor = guest()
    before = rows()
    with pytest.raises(AccountError):
        services.user_register(username=name, email=email, password=password, guest=visitor)
    assert rows() == before


@pytest.mark.django_db
def test_who_has_a_name_cannot_take_another_as_a_guest() -> None:
    visitor = guest()
    register(guest=visitor)
    before = rows()
    with pytest.raises(NotAGuest):
        register("marta_k", email="marta@example.org", guest=visitor)  # a second tab
    assert rows() == before


# --- races --------------------------------------------------------------------------------------


def at_once(*calls: object) -> Counter[str]:
    """Run the calls in threads that start together; how often each outcome came."""
    barrier, outcomes = threading.Barrier(len(calls)), Counter[str]()

    def run(call: object) -> None:
        barrier.wait()
        try:
            assert callable(call)
            call()
            outcomes["done"] += 1
        except AccountError as error:
            outcomes[error.code] += 1
        except Exception as error:
            outcomes[repr(error)] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_of_two_lookalikes_at_once_one_is_told_that_the_name_is_taken() -> None:
    outcomes = at_once(
        lambda: register("Halina", email="a@example.org"),
        lambda: register("hal1na", email="b@example.org"),
        lambda: register("HAlina", email="c@example.org"),
    )
    assert outcomes == {"done": 1, "name_taken": 2}
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_with_one_address_at_once_one_is_told_so() -> None:
    outcomes = at_once(
        lambda: register("Halina", email="a@example.org"),
        lambda: register("oskar", email="A@example.org"),
    )
    assert outcomes == {"done": 1, "mail_taken": 1}


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_registers_in_two_tabs_at_once_gets_one_name() -> None:
    visitor = guest()
    outcomes = at_once(
        lambda: register("Halina", email="a@example.org", guest=visitor),
        lambda: register("oskar", email="b@example.org", guest=visitor),
    )
    assert outcomes == {"done": 1, "not_a_guest": 1}
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_name_taken_between_the_question_and_the_answer_is_refused_not_an_error() -> None:
    """What the database refuses, after our own look found nothing, is said in the same words."""
    person("Halina")
    user = User(username="hal1na", email="new@example.org")
    looked = iter([None])
    real = services._taken

    def first_time_blind(user: User) -> AccountError | None:
        return next(looked, real(user))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "_taken", first_time_blind)
        with pytest.raises(NameTaken):
            services._save_unique(user)
    assert User.objects.count() == 1
