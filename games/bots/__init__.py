"""Programs that choose moves: pure Python, knowing a game only by its rules.

`LEVELS` are the bots there are, `choose` asks one of them for a move, `advise` for a move and what
it expects of the game. They see the same `Game` and position as everybody; nothing here plays,
stores or waits.
"""

from games.bots.levels import LEVELS, Level, advise, choose
from games.bots.mcts import Thought

__all__ = ["LEVELS", "Level", "Thought", "advise", "choose"]
