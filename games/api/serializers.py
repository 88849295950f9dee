"""What clients may send."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

LONGEST_MOVE = 120
LONGEST_TURN = 200


class MovesIn(serializers.Serializer[Any]):
    """A posting: the ply that was seen, the moves of one turn, an idempotency key."""

    ply = serializers.IntegerField(min_value=0)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE, trim_whitespace=False),
        min_length=1,
        max_length=LONGEST_TURN,
    )
    key = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
