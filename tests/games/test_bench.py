"""`manage.py bench rules` measures what is here and says what is not."""

from __future__ import annotations

import json
from importlib.util import find_spec
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.management import peers
from games.management.commands import bench
from games.rules.registry import make


def test_a_peer_that_is_missing_is_left_out_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise peers.Missing("blokus-rl is not installed here and is left out (no module).")

    monkeypatch.setattr(bench, "PEERS", [peers.PEERS[0]._replace(load=missing)])
    out = StringIO()
    call_command("bench", "rules", rounds=1, seconds=0.01, stdout=out)
    assert out.getvalue() == "blokus-rl is not installed here and is left out (no module).\n"


def test_engines_are_measured_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("dots-and-boxes", 2, {"rows": "2", "columns": "2"})
    own = bench.listing(game)
    peer = peers.Peer("ourselves", "games", game.key, 2, {"rows": "2", "columns": "2"}, lambda: own)
    monkeypatch.setattr(bench, "PEERS", [peer])
    out = StringIO()
    call_command("bench", "rules", rounds=3, seconds=0.01, stdout=out)
    line = json.loads(out.getvalue())
    assert line["peer"] == "ourselves"
    assert line["ratio_listing"] > 0
    assert line["ratio_playout"] > 0
    assert line["our_games_per_s_sampling"] > 0


@pytest.mark.parametrize("play", [bench.listing, bench.sampling])
def test_a_random_game_is_played_to_its_end(play: Any) -> None:
    game = make("dots-and-boxes", 2, {"rows": "2", "columns": "2"})
    assert play(game)(Random(1)) == 12


def test_every_peer_plays_a_game_that_we_have() -> None:
    for peer in peers.PEERS:
        assert make(peer.game, peer.seats, peer.options).key == peer.game
        if find_spec(peer.module) is None:
            with pytest.raises(peers.Missing, match=f"{peer.name} is not installed"):
                peer.load()
        else:
            assert peer.load()(Random(1)) > 0
