"""The rules of every game: pure Python, no framework, no I/O, no clock, no global randomness.

`core` says what a game is, `registry` finds the games, `catalog/` holds one file per game.
README.md beside this file tells how to add one.
"""
