"""The form for a new match. What may be chosen follows the game and the number of seats."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext

from accounts import selectors as people
from games import clocks, terms
from games.choices import option_words
from games.rules import registry
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
        self.bots = [bot.username for bot in people.bots()]
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
                choices=[(name, name) for name in self.bots],
                # everybody has one seat only, so the second bot to be chosen is another one
                initial=self.bots[(seat - 1) % len(self.bots)] if self.bots else None,
                widget=forms.Select(attrs={"class": "fld"}),
            )
        fields["clock"] = forms.ChoiceField(
            label=gettext("Time"),
            choices=terms.clock_choices(),
            initial=clocks.per_move(clocks.DEFAULT_DAYS),
            widget=forms.Select(attrs={"class": "fld"}),
        )
        fields["weekend"] = _choice(
            gettext("Saturday and Sunday, {zone}").format(zone=self.zone.replace("_", " ")),
            [("", gettext("Weekends count")), ("off", gettext("Weekends off"))],
            "",
        )
        fields["weekend"].required = False
        fields["vacations"] = _choice(
            gettext("Vacations"),
            [("", gettext("Stop the clock")), ("off", gettext("No vacations"))],
            "",
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
            )

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

    def _spec(self, seat: int) -> SeatSpec:
        kind = self.cleaned_data[f"with_{seat}"]
        if kind == "player":
            return SeatSpec("player", self.cleaned_data[f"name_{seat}"])
        if kind == "bot":
            return SeatSpec("bot", self.cleaned_data[f"bot_{seat}"])
        return SeatSpec(kind)


def _choice(
    label: Any, choices: Sequence[tuple[str, Any]], initial: str, *, row: bool = False
) -> forms.ChoiceField:
    few = row or len(choices) <= FEW
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=initial,
        widget=forms.RadioSelect if few else forms.Select(attrs={"class": "fld"}),
    )
