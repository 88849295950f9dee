"""What clients may send."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

LONGEST_MOVE = 120
LONGEST_TURN = 200
LONGEST_LINE = 200
LARGEST = 2**62
"""No number of a row is larger."""


class OfferIn(serializers.Serializer[Any]):
    """What is offered or answered: the ply that was seen, of an answer the version of the offer.

    `days` is the length of a pause.
    """

    ply = serializers.IntegerField(min_value=0)
    version = serializers.IntegerField(min_value=0, default=0)
    days = serializers.IntegerField(default=0)


class MovesIn(serializers.Serializer[Any]):
    """A posting: the ply that was seen, the moves of one turn, an idempotency key."""

    ply = serializers.IntegerField(min_value=0)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE, trim_whitespace=False),
        min_length=1,
        max_length=LONGEST_TURN,
    )
    key = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class MessageIn(serializers.Serializer[Any]):
    """A message: its text and an idempotency key."""

    text = serializers.CharField(trim_whitespace=False, allow_blank=True)
    key = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class SeenIn(serializers.Serializer[Any]):
    """The number of the newest message that was seen."""

    last = serializers.IntegerField(min_value=0, max_value=LARGEST)


class NoteIn(serializers.Serializer[Any]):
    """A note, and the version that was read before it was written."""

    text = serializers.CharField(trim_whitespace=False, allow_blank=True)
    version = serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, allow_null=True, default=None
    )


class LineIn(serializers.Serializer[Any]):
    """A line that is tried or planned: where it begins, its moves, the version that was seen."""

    version = serializers.IntegerField(min_value=0)
    ply = serializers.IntegerField(min_value=0, max_value=1_000_000)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE, trim_whitespace=False),
        min_length=1,
        max_length=LONGEST_LINE,
    )


class QuestionIn(serializers.Serializer[Any]):
    """A position that a bot is asked about: moves tried from a ply."""

    ply = serializers.IntegerField(min_value=0, max_value=1_000_000)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE, trim_whitespace=False),
        required=False,
        default=list,
        max_length=LONGEST_LINE,
    )


class GoneIn(serializers.Serializer[Any]):
    """A line to be deleted; without `moves` all of them."""

    version = serializers.IntegerField(min_value=0)
    ply = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE, trim_whitespace=False),
        required=False,
        default=list,
        max_length=LONGEST_LINE,
    )


class VacationIn(serializers.Serializer[Any]):
    """A vacation: so many days from now on, or from the first day to the last."""

    days = serializers.IntegerField(required=False)
    first = serializers.DateField(required=False)
    last = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either the one or the other."""
        if set(attrs) not in ({"days"}, {"first", "last"}):
            raise serializers.ValidationError("days, or first and last")
        return attrs
