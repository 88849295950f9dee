"""The form for a new match. What may be chosen follows the game and the number of seats."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts import selectors as people
from games import clocks, standings, terms
from games.choices import option_words
from games.rules import registry
from games.rules.core import Option
from games.services.create import SeatSpec

BY_LOT: Final = "lot"
FEW: Final = 6  # more choices than this make a list instead of buttons
OPPONENTS: Final[tuple[tuple[str, Any], ...]] = (
    ("anyone", gettext_lazy("Anyone")),
    ("player", gettext_lazy("A player")),
    ("link", gettext_lazy("By link")),
    ("bot", gettext_lazy("A bot")),
)
ORDINALS: Final = (
    gettext_lazy("First"),
    gettext_lazy("Second"),
    gettext_lazy("Third"),
    gettext_lazy("Fourth"),
)


SAID: Final = ("rated", "clock", "weekend", "vacations")
"""What the line of the terms names after the board, in this order."""


class Opponent(NamedTuple):
    """The three fields of one seat that is not mine."""

    label: str
    kind: forms.BoundField
    name: forms.BoundField
    bot: forms.BoundField


class NewMatchForm(forms.Form):
    """Game, options, opponents, time, seat, rated; `terms()` is what `match_create` takes.

    `initial` is the query of the page: `game` and `seats`, and what else is chosen already: any
    field by its name, or `player=…` or `bot=…` for the first opponent. Unknown games and numbers
    of seats fall back to the first that there is. `user` may be a visitor or a guest, who plays
    unrated.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: str,
        user: Any,
        initial: Mapping[str, Any],
    ) -> None:
        self.key = game if game in registry.games() else next(iter(registry.games()))
        self.rules = registry.find(self.key)
        self.seats = self._seats((initial if data is None else data).get("seats"))
        super().__init__(data, label_suffix="")
        self.user = user
        self.zone = timezone.get_current_timezone_name()
        rows = list(people.bots())
        ratings = standings.provider().on_ladders(rows)
        self.bots = {
            bot.username: _with_rating(bot.username, ratings.get(bot.pk, {}).get(self.key))
            for bot in rows
        }
        self._build()
        if data is None:
            self._prefill(initial)

    def _seats(self, seats: Any) -> int:
        try:
            return int(seats) if int(seats) in self.rules.players else self.rules.players[0]
        except (TypeError, ValueError):
            return self.rules.players[0]

    # --- fields -----------------------------------------------------------------------------

    def _build(self) -> None:
        fields = self.fields
        for option in self.rules.options:
            choices = self.rules.choices(option, self.seats)
            fields[f"option_{option.key}"] = _choice(
                gettext(option.label),
                [(value, capfirst(option_words(option, value))) for value in choices],
                self.rules.default(option, self.seats),
                {value: self._said(option, value) for value in choices},
            )
        for seat in range(1, self.seats):
            kinds = [pair for pair in OPPONENTS if pair[0] != "bot" or self.bots]
            fields[f"with_{seat}"] = _choice(self._opponent_label(seat), kinds, "anyone")
            fields[f"name_{seat}"] = forms.CharField(
                label=gettext("Name of the player"),
                required=False,
                max_length=40,
                widget=forms.TextInput(
                    attrs={"class": "fld", "autocapitalize": "none", "spellcheck": "false"}
                ),
            )
            fields[f"bot_{seat}"] = forms.ChoiceField(
                label=gettext("Which bot"),
                required=False,
                choices=list(self.bots.items()),
                # everybody has one seat only, so the second bot to be chosen is another one
                initial=list(self.bots)[(seat - 1) % len(self.bots)] if self.bots else None,
                widget=forms.Select(attrs={"class": "fld"}),
            )
        fields["clock"] = forms.ChoiceField(
            label=gettext("Time"),
            choices=terms.clock_choices(),
            initial=clocks.per_move(clocks.DEFAULT_DAYS),
            widget=_List(
                {text: terms.clock_text(text) for text in clocks.offered()}
                | {clocks.NONE: f"{terms.rated_text(False)}, {terms.clock_text(clocks.NONE)}"},
                {clocks.NONE: {"data-instead": "rated weekend vacations"}},
            ),
        )
        fields["weekend"] = _choice(
            gettext("Saturday and Sunday, {zone}").format(zone=self.zone.replace("_", " ")),
            [("", gettext("Weekends count")), ("off", gettext("Weekends off"))],
            "",
            {"off": terms.weekend_text(self.zone)},
        )
        fields["weekend"].required = False
        fields["vacations"] = _choice(
            gettext("Vacations"),
            [("", gettext("Stop the clock")), ("off", gettext("No vacations"))],
            "",
            {"off": terms.no_vacations_text()},
        )
        fields["vacations"].required = False
        fields["mine"] = _choice(
            gettext("You play"),
            [(BY_LOT, gettext("By lot")), *((str(n), ORDINALS[n]) for n in range(self.seats))],
            BY_LOT,
        )
        if not getattr(self.user, "is_guest", True):
            fields["rated"] = _choice(
                pgettext("whether a game is rated", "Rating"),
                [("yes", gettext("Rated")), ("no", gettext("For fun"))],
                "yes",
                {"yes": terms.rated_text(True), "no": terms.rated_text(False)},
            )

    def _said(self, option: Option, value: str) -> str:
        """What the line of the terms says of an option, as `terms.board_parts` would."""
        if option.key == "rows":
            return f"{value} × {{columns}}"
        if option.key in terms.SIZES:
            return f"{value} × {value}" if option.key == "size" else ""
        usual = value == self.rules.default(option, self.seats)
        return "" if usual else terms.capless(terms.option_text(option, value))

    def _opponent_label(self, seat: int) -> str:
        if self.seats == 2:
            return gettext("Opponent")
        return gettext("Opponent {number}").format(number=seat)

    def _prefill(self, query: Mapping[str, Any]) -> None:
        """Take over what the address says, as far as it can be chosen at all."""
        for name, field in self.fields.items():
            value = query.get(name)
            if value is not None and (
                not isinstance(field, forms.ChoiceField) or field.valid_value(value)
            ):
                field.initial = value
        for kind in ("player", "bot"):
            if query.get(kind):
                self.fields["with_1"].initial = kind
                self.fields["name_1" if kind == "player" else "bot_1"].initial = query[kind]

    # --- for the template -------------------------------------------------------------------

    @property
    def game_name(self) -> str:
        """The name of the game in the active language."""
        return gettext(self.rules.name)

    @property
    def summary(self) -> str:
        """The aim of the game in a sentence or two."""
        return gettext(self.rules.summary)

    @property
    def family(self) -> str:
        """The key of the game that this one is, or is a variant of."""
        return self.rules.family or self.key

    @property
    def variants(self) -> list[tuple[str, str]]:
        """The keys and names of the game and its variants; empty if there are none."""
        keys = registry.families()[self.family]
        return [(key, gettext(registry.find(key).name)) for key in keys] if len(keys) > 1 else []

    @property
    def line(self) -> str:
        """The line of the terms, with gaps for the script."""
        return gettext(terms.LINE)

    @property
    def line_parts(self) -> str:
        """The names of the fields that the line is made of, in its order."""
        keys = [option.key for option in self.rules.options]
        sizes = [f"option_{key}" for key in keys if key in terms.SIZES]
        others = [f"option_{key}" for key in keys if key not in terms.SIZES]
        return " ".join([*sizes, "seats", *others, *SAID])

    @property
    def seats_words(self) -> str:
        """What the line says of the number of players."""
        return terms.seats_text(self.seats)

    @property
    def unrated_words(self) -> str:
        """What the line says of the games of guests."""
        return terms.rated_text(False)

    @property
    def seat_choices(self) -> Sequence[int]:
        """The numbers of seats of this game."""
        return self.rules.players

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the game's own options."""
        return [self[f"option_{option.key}"] for option in self.rules.options]

    @property
    def opponents(self) -> Iterator[Opponent]:
        """The other seats."""
        for seat in range(1, self.seats):
            yield Opponent(
                self._opponent_label(seat),
                self[f"with_{seat}"],
                self[f"name_{seat}"],
                self[f"bot_{seat}"],
            )

    @cached_property
    def colours(self) -> list[tuple[str, ...]]:
        """The colours of each seat, where they do not depend on an option."""
        if any(option.key == "colours" for option in self.rules.options):
            return [()] * self.seats
        rules = registry.make(self.key, self.seats)
        return list(rules.colours(rules.initial()))

    @property
    def mine_choices(self) -> list[tuple[forms.boundfield.BoundWidget, tuple[str, ...]]]:
        """The buttons of "You play", each with its colours (none for "By lot")."""
        return list(zip(self["mine"], [(), *self.colours], strict=True))

    # --- what was chosen --------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """A named player needs a name. Everything else is checked by `match_create`."""
        cleaned: dict[str, Any] = super().clean() or {}
        for seat in range(1, self.seats):
            if cleaned.get(f"with_{seat}") == "player" and not cleaned.get(f"name_{seat}"):
                self.add_error(f"name_{seat}", gettext("Write down whom you want to play."))
        return cleaned

    def terms(self) -> dict[str, Any]:
        """The arguments of `match_create` besides `creator`. Only for a valid form."""
        cleaned = self.cleaned_data
        others = [self._spec(seat) for seat in range(1, self.seats)]
        if cleaned["mine"] == BY_LOT:
            seats = [SeatSpec("me"), *others]
            random.shuffle(seats)
        else:
            seats = others
            seats.insert(int(cleaned["mine"]), SeatSpec("me"))
        return {
            "game": self.key,
            "options": {o.key: cleaned[f"option_{o.key}"] for o in self.rules.options},
            "seats": seats,
            "clock": cleaned["clock"],
            "weekend": self.zone if cleaned["weekend"] else "",
            "vacations": not cleaned["vacations"],
            "rated": cleaned.get("rated") == "yes" and cleaned["clock"] != clocks.NONE,
        }

    def choices(self) -> dict[str, Any]:
        """What was chosen, for `remembered`; whom one has challenged is not kept."""
        cleaned = self.cleaned_data
        options = {name: cleaned[name] for name in self.fields if name.startswith("option_")}
        rest = {
            name: str(cleaned[name])
            for name in self.fields
            if name not in options and not name.startswith("name_") and cleaned[name] != "player"
        }
        kept = dict(getattr(self.user, "last_choices", {}).get("options", {}))
        return {
            "game": self.key,
            "seats": str(self.seats),
            "options": {**kept, self.key: options},
            "rest": rest,
        }

    def _spec(self, seat: int) -> SeatSpec:
        kind = self.cleaned_data[f"with_{seat}"]
        if kind == "player":
            return SeatSpec("player", self.cleaned_data[f"name_{seat}"])
        if kind == "bot":
            return SeatSpec("bot", self.cleaned_data[f"bot_{seat}"])
        return SeatSpec(kind)


def remembered(user: Any, query: Mapping[str, str]) -> dict[str, str]:
    """What a form for `user` begins with: the last choices, and before them the query's."""
    kept = getattr(user, "last_choices", {})
    game = query.get("game") or kept.get("game", "")
    begun = {**kept.get("rest", {}), **kept.get("options", {}).get(game, {}), "game": game}
    if game == kept.get("game"):
        begun["seats"] = kept["seats"]
    return {**begun, **query}


def _with_rating(name: str, rating: int | None) -> str:
    """A bot in a list: "Pip, rating 1023"."""
    if rating is None:
        return name
    return gettext("{name}, rating {rating}").format(name=name, rating=rating)


class _Said:
    """A widget whose choices say in `data-words` what the line of the terms makes of them."""

    def __init__(
        self, said: Mapping[str, str], more: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        super().__init__(**self.look)
        self.said, self.more = said, more or {}

    look: ClassVar[dict[str, Any]] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """See Django's `ChoiceWidget`."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)  # type: ignore[misc]
        if words := self.said.get(str(value)):
            option["attrs"]["data-words"] = words
        option["attrs"].update(self.more.get(str(value), {}))
        return option


class _Row(_Said, forms.RadioSelect):
    pass


class _List(_Said, forms.Select):
    look: ClassVar[dict[str, Any]] = {"attrs": {"class": "fld"}}


def _choice(
    label: Any,
    choices: Sequence[tuple[str, Any]],
    initial: str,
    said: Mapping[str, str] | None = None,
) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=initial,
        widget=(_Row if len(choices) <= FEW else _List)(said or {}),
    )
