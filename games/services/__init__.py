"""Every write to a match. Keyword-only functions, named `<entity>_<action>`.

`store.match_advance` is the only statement that changes a position; `play`, `leave` and `timeouts`
call it, and pages, API and bots call them.
"""
