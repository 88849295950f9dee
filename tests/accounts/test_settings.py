"""The settings page: each section saves by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.errors import BadChoice, BadPassword, MailTaken
from accounts.models import User
from games.models import Match
from tests.factories import guest, match_of, person

PAGE = "accounts:settings"


def post(client: Client, section: str, **fields: str) -> Any:
    data = {f"{section}-{name}": value for name, value in fields.items()}
    return client.post(reverse("accounts:settings_save", args=[section]), data)


@pytest.fixture
def halina(client: Client) -> User:
    user = person("Halina")
    client.force_login(user)
    return user


@pytest.mark.parametrize(
    ("section", "fields", "saved"),
    [
        ("about", {"about": "  From   Aarhus. "}, {"about": "From Aarhus."}),
        (
            "email",
            {"email": "new@example.org", "password": "correct horse"},
            {"email": "new@example.org"},
        ),
        ("language", {"language": "da"}, {"language": "da"}),
        ("time_zone", {"time_zone": "Europe/Copenhagen"}, {"time_zone": "Europe/Copenhagen"}),
        ("theme", {"theme": "dark"}, {"theme": "dark"}),
        (
            "board",
            {
                "coordinates": "False",
                "legal_dots": "hover",
                "links": "True",
                "bold_glyphs": "True",
            },
            {"coordinates": False, "legal_dots": "hover", "bold_glyphs": True},
        ),
        (
            "manner",
            {"after_post": "next", "shortcuts": "False"},
            {"after_post": "next", "shortcuts": False},
        ),
    ],
)
@pytest.mark.django_db
def test_a_section_saves_its_own_values_and_says_so_once(
    client: Client, halina: User, section: str, fields: dict[str, str], saved: dict[str, str]
) -> None:
    before = User.objects.filter(pk=halina.pk).values().get()
    answer = post(client, section, **fields)
    assert answer["Location"] == f"{reverse(PAGE)}#{section}"
    assert User.objects.filter(pk=halina.pk).values().get() == {**before, **saved}
    assert client.get(reverse(PAGE)).context["saved"] == section
    assert client.get(reverse(PAGE)).context["saved"] == ""


@pytest.mark.django_db
def test_a_new_password_keeps_this_session_and_ends_the_others(
    client: Client, halina: User
) -> None:
    other = Client()
    other.force_login(halina)
    post(client, "password", password="correct horse", new="kolibri-4711")
    halina.refresh_from_db()
    assert halina.check_password("kolibri-4711")
    assert client.get(reverse(PAGE)).status_code == 200
    assert other.get(reverse(PAGE)).status_code == 302


@pytest.mark.parametrize(
    ("section", "fields", "wrong"),
    [
        ("about", {"about": "x" * 201}, "about"),
        ("email", {"email": "new@example.org", "password": "wrong"}, "password"),
        ("email", {"email": "no address", "password": "correct horse"}, "email"),
        ("email", {"email": "oskar@example.org", "password": "correct horse"}, "email"),
        ("password", {"password": "wrong", "new": "kolibri-4711"}, "password"),
        ("language", {"language": "xx"}, "language"),
        (
            "board",
            {
                "coordinates": "True",
                "legal_dots": "maybe",
                "links": "True",
                "bold_glyphs": "False",
            },
            "legal_dots",
        ),
        ("manner", {"after_post": "leave", "shortcuts": "True"}, "after_post"),
        ("time_zone", {"time_zone": "Europe/Atlantis"}, "time_zone"),
        ("time_zone", {"time_zone": "../../etc/passwd"}, "time_zone"),
        ("theme", {"theme": "pink"}, "theme"),
    ],
)
@pytest.mark.django_db
def test_a_refusal_stands_beside_its_field_and_changes_nothing(
    client: Client, halina: User, section: str, fields: dict[str, str], wrong: str
) -> None:
    person("oskar")
    before = list(User.objects.order_by("pk").values())
    answer = post(client, section, **fields)
    assert answer.status_code == 400
    assert answer.context[f"{section}_form"].errors.keys() == {wrong}
    assert list(User.objects.order_by("pk").values()) == before


@pytest.mark.django_db
def test_services_refuse_what_no_form_would_let_through(halina: User) -> None:
    before = User.objects.filter(pk=halina.pk).values().get()
    with pytest.raises(BadChoice):
        services.user_set_theme(user=halina, theme="pink")
    with pytest.raises(BadChoice):
        services.user_set_language(user=halina, language="xx")
    with pytest.raises(BadChoice):
        services.user_set_time_zone(user=halina, time_zone="Europe/Atlantis")
    with pytest.raises(BadChoice):
        services.user_set_about(user=halina, about="x" * 201)
    with pytest.raises(BadPassword):
        services.user_set_password(user=halina, old="correct horse", new="12345678")
    assert User.objects.filter(pk=halina.pk).values().get() == before


@pytest.mark.django_db
def test_a_refused_address_leaves_the_object_as_it_was(halina: User) -> None:
    person("oskar")
    with pytest.raises(MailTaken):
        services.user_set_email(user=halina, email="oskar@example.org", password="correct horse")
    assert halina.email == "Halina@example.org"


@pytest.mark.parametrize("section", ["about", "email", "password", "nonsense"])
@pytest.mark.django_db
def test_guests_have_no_account_settings(client: Client, section: str) -> None:
    client.force_login(guest())
    page = client.get(reverse(PAGE)).content.decode()
    assert 'id="theme"' in page
    assert 'id="email"' not in page
    assert post(client, section, about="x").status_code == 404


@pytest.mark.django_db
def test_visitors_are_sent_to_sign_in(client: Client) -> None:
    answer = client.get(reverse(PAGE))
    assert answer["Location"] == f"{reverse('accounts:login')}?next={reverse(PAGE)}"


# --- language, zone, appearance on every page ---------------------------------------------------


@pytest.mark.django_db
def test_the_language_is_that_of_the_browser_until_one_is_chosen(
    client: Client, halina: User
) -> None:
    page = reverse("about")
    assert '<html lang="fr"' in client.get(page, headers={"accept-language": "fr"}).content.decode()
    halina.language = "da"
    halina.save()
    answer = client.get(page, headers={"accept-language": "fr"})
    assert '<html lang="da"' in answer.content.decode()
    assert answer["Content-Language"] == "da"
    after = Client().get(page)
    assert '<html lang="en"' in after.content.decode()


@pytest.mark.django_db
def test_the_switch_at_the_foot_works_for_visitors_and_accounts(
    client: Client, halina: User
) -> None:
    switch = reverse("accounts:language")
    visitor = Client()
    answer = visitor.post(switch, {"language": "fr", "next": reverse("about")})
    assert answer["Location"] == reverse("about")
    assert '<html lang="fr"' in visitor.get(reverse("about")).content.decode()
    client.post(switch, {"language": "da"})
    halina.refresh_from_db()
    assert halina.language == "da"
    client.post(switch, {"language": "klingon"})
    halina.refresh_from_db()
    assert halina.language == "da"


@pytest.mark.django_db
def test_like_the_browser_also_forgets_the_switch_at_the_foot(client: Client, halina: User) -> None:
    client.post(reverse("accounts:language"), {"language": "da"})
    post(client, "language", language="")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == ""
    assert '<html lang="en"' in client.get(reverse("about")).content.decode()


@pytest.mark.parametrize(
    ("chosen", "cookie", "zone"),
    [
        ("", "", "UTC"),
        ("", "Asia/Tokyo", "Asia/Tokyo"),
        ("Europe/Paris", "Asia/Tokyo", "Europe/Paris"),
        ("", "../../etc/passwd", "UTC"),
    ],
)
@pytest.mark.django_db
def test_times_are_shown_in_the_zone_of_the_account_else_of_the_browser(
    halina: User, chosen: str, cookie: str, zone: str
) -> None:
    from django.http import HttpRequest, HttpResponse

    from accounts.middleware import PersonMiddleware

    halina.time_zone = chosen
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = HttpRequest()
    request.COOKIES = {settings.SESSION_COOKIE_NAME: "x", "tz": cookie}
    request.user = halina
    PersonMiddleware(view)(request)
    assert seen == [zone]
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.django_db
def test_the_appearance_is_on_the_page(client: Client, halina: User) -> None:
    assert "data-theme" not in client.get(reverse("about")).content.decode()
    post(client, "theme", theme="dark")
    assert ' data-theme="dark"' in client.get(reverse("about")).content.decode()


@pytest.mark.django_db
def test_pages_for_visitors_start_no_session(client: Client) -> None:
    client.get(reverse("about"))
    assert settings.SESSION_COOKIE_NAME not in client.cookies


@pytest.mark.django_db
def test_every_page_with_boards_says_how_they_are_to_look(client: Client, halina: User) -> None:
    page = reverse("rules", args=["quabble"])
    assert "data-looks" not in client.get(page).content.decode()
    services.user_set_board(
        user=halina, coordinates=False, legal_dots="never", links=False, bold_glyphs=True
    )
    looks = 'data-looks="no-coordinates no-dots no-links bold"'
    assert looks in client.get(page).content.decode()
    assert looks not in Client().get(page).content.decode()


@pytest.mark.django_db
def test_after_a_move_on_to_the_next_game_if_there_is_one(client: Client, halina: User) -> None:
    first, second = match_of(halina, person()), match_of(halina, person())

    def post_move(match: Match) -> str:
        url = reverse("match_move", args=[match.code])
        return str(client.post(url, {"ply": 0, "move": "Rd4"})["Location"])

    third = match_of(halina, person())
    assert post_move(third) == third.get_absolute_url()
    services.user_set_manner(user=halina, after_post="next", shortcuts=True)
    assert post_move(first) == second.get_absolute_url()
    assert post_move(second) == second.get_absolute_url()


@pytest.mark.django_db
def test_single_keys_can_be_switched_off(client: Client, halina: User) -> None:
    match = match_of(halina, person())
    assert 'data-keys="off"' not in client.get(match.get_absolute_url()).content.decode()
    services.user_set_manner(user=halina, after_post="stay", shortcuts=False)
    assert 'data-keys="off"' in client.get(match.get_absolute_url()).content.decode()
