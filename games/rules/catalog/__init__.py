"""One module per game, each with a module-level `GAME`; `games.rules.registry` finds them."""
