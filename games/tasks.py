"""Celery's doors: they fetch nothing, decide nothing and call a service.

Every task may run twice, late or not at all without harm; what was lost is found by the sweeps.
"""

from __future__ import annotations

from celery import shared_task


@shared_task(time_limit=60, soft_time_limit=50)
def bot_move(match_id: int, ply: int) -> None:
    """Let the bot to move at `ply` play."""
    from games.services.bots import bot_play

    bot_play(match_id=match_id, ply=ply)


@shared_task(time_limit=20, soft_time_limit=15)
def bot_advice(match_id: int, ply: int, moves: list[str]) -> None:
    """Find what a bot would play in a position of a game that is over."""
    from games.services.advice import advice_find

    advice_find(match_id=match_id, ply=ply, moves=moves)


@shared_task
def wake_bots() -> None:
    """Queue the moves of bots whose task was lost (a worker died, the broker was away)."""
    from games.services.bots import overlooked_bot_turns

    for match_id, ply in overlooked_bot_turns():
        bot_move.delay(match_id, ply)


@shared_task
def flag_overdue() -> None:
    """End every turn whose deadline has passed."""
    from games.services.timeouts import overdue_flag

    overdue_flag()


@shared_task
def write_letters() -> None:
    """Write to those whose turn it has become, and send again what was not taken."""
    from games.services.letters import turns_write, unsent_send
    from games.services.notices import warnings_write

    turns_write()
    warnings_write()
    unsent_send()


@shared_task
def expire_offers() -> None:
    """Call off what has waited for players for too long."""
    from games.services.join import offers_expire

    offers_expire()
