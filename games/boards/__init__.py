"""How every game looks and is clicked: pure Python, one file per game beside the shared parts.

`core` says what a board is, `svg` draws any of them, `registry` finds them.
"""
