"""The sentences that the script of the board says by itself, whole and marked for translation.

Everything about a game comes from its rules and its board; these are about playing by post. The
page hands them to `static/js/match.js`; gaps in braces are filled there.
"""

from __future__ import annotations

from games.rules.text import gettext_noop

WORDS = {
    # places
    "empty": gettext_noop("empty"),
    "free": gettext_noop("free"),
    "last_move": gettext_noop("last move"),
    "not_sent": gettext_noop("not sent yet"),
    # status
    "your_move": gettext_noop("Your move"),
    "waiting": gettext_noop("Waiting for {name}"),
    "to_move": gettext_noop("{name} to move"),
    "thinking": gettext_noop("{name} is thinking…"),
    "seeking": gettext_noop("Waiting for players"),
    "won": gettext_noop("You won"),
    "lost": gettext_noop("You lost"),
    "draw": gettext_noop("Draw"),
    "over": gettext_noop("The game is over."),
    "place": gettext_noop("Place {place} of {seats}"),
    "winner": gettext_noop("{name} won"),
    "aborted": gettext_noop("Called off"),
    "row_to_move": gettext_noop("to move"),
    "row_resigned": gettext_noop("resigned"),
    "row_timed_out": gettext_noop("out of time"),
    "row_place": gettext_noop("place {place}"),
    "row_won": gettext_noop("won"),
    "row_lost": gettext_noop("lost"),
    "row_draw": gettext_noop("a draw"),
    "posted_now": gettext_noop("posted just now"),
    "posted_min": gettext_noop("posted {n} min ago"),
    "posted_h": gettext_noop("posted {n} h ago"),
    "posted_d": gettext_noop("posted {n} d ago"),
    # the action bar
    "bar_your_move": gettext_noop("Your move."),
    "decided": gettext_noop("The result cannot change any more."),
    "choices_one": gettext_noop("{picked}: one choice left."),
    "choices_many": gettext_noop("{picked}: pick one of {n}."),
    "choice": gettext_noop("{n} choice"),
    "choices": gettext_noop("{n} choices"),
    "and": gettext_noop("{first}, {second}"),
    "complete": gettext_noop("Not sent yet. Look again, or post it."),
    "complete_more": gettext_noop("Not sent yet. Post it, or pick further."),
    "completes": gettext_noop("This completes {name}’s line."),
    "goes_on": gettext_noop("It is still your turn. Nothing is sent before you post."),
    "checking": gettext_noop("One moment…"),
    "posting": gettext_noop("Posting…"),
    "posting_again": gettext_noop("Posting again…"),
    "posted": gettext_noop("Posted: {move}."),
    "posted_wait": gettext_noop("Now it is {name}’s turn."),
    "offline": gettext_noop("No connection. Your draft is kept on this device."),
    "offline_retry": gettext_noop("It is posted as soon as the connection is back."),
    "looking_back": gettext_noop("Move {ply} of {plies}."),
    "at_start": gettext_noop("The start of the game."),
    "draft_kept": gettext_noop("Your draft is kept."),
    "came": gettext_noop("{name} has played: {move}."),
    "has_moved": gettext_noop("{name} has moved."),
    "game_changed": gettext_noop("The game has gone on."),
    "refused": gettext_noop("The server did not accept this move. The board has been refreshed."),
    "stale_kept": gettext_noop("The board has been refreshed. Your draft is still possible."),
    "stale_dropped": gettext_noop(
        "The board has been refreshed. Your draft is no longer possible."
    ),
    "not_here": gettext_noop("This is not possible here."),
    "turn_over": gettext_noop("Your turn was over before “{move}”."),
    "not_your_turn": gettext_noop("It is not your turn."),
    "fits": gettext_noop("{piece} fits here."),
    "fits_more": gettext_noop("Click elsewhere to move it, or post it as it lies."),
    "no_fit": gettext_noop("{piece} does not fit here."),
    "no_fit_any": gettext_noop("{piece} fits nowhere now."),
    "outside": gettext_noop("It would lie partly outside the board."),
    "held": gettext_noop("{piece}: turn it, then put it on the board."),
    "held_more": gettext_noop("The dots are the corners where it may join."),
    "on": gettext_noop("{piece} on {place}"),
    # how a move was played
    "how_p": gettext_noop("predicted"),
    "how_f": gettext_noop("only move"),
    # players
    "hand_of": gettext_noop("Pieces of {name}"),
    "hand_none": gettext_noop("{name} has laid down all pieces."),
    # keys that speak
    "last_was": gettext_noop("Last move: {move}."),
    "no_moves": gettext_noop("No moves yet."),
    "time_left": gettext_noop("{time} left"),
    "time_up": gettext_noop("time is up"),
    "no_limit": gettext_noop("There is no time limit."),
    "score": gettext_noop("{name}: {points}"),
    "no_score": gettext_noop("This game counts no points."),
    # time left
    "d": gettext_noop("{d} d"),
    "d_h": gettext_noop("{d} d {h} h"),
    "h": gettext_noop("{h} h"),
    "h_min": gettext_noop("{h} h {min} min"),
    "min": gettext_noop("{min} min"),
    # menu
    "copied": gettext_noop("The link has been copied."),
}

TRYING = {
    # trying moves
    "try_turn": gettext_noop("Only trying: {name} to move."),
    "try_mine": gettext_noop("Only trying: your turn."),
    "try_over": gettext_noop("Only tried: nothing has been sent."),
    "try_goes_on": gettext_noop("The same turn goes on. Nothing is sent."),
    "try_whole": gettext_noop("Only tried. Play it to go on from there."),
    "try_moved": gettext_noop("You are only trying moves: nothing has been sent."),
    "try_unkept": gettext_noop("Who is signed in finds later what they tried."),
    "try_offline": gettext_noop("No connection. Try again in a moment."),
    "try_list": gettext_noop("Tried after move {ply}"),
    "line_delete": gettext_noop("Delete this line"),
    "asking": gettext_noop("A bot is thinking…"),
    "advice": gettext_noop("A bot would play: {move}."),
    "odds": gettext_noop("{name} guesses how it ends:"),
    "odds_of": gettext_noop("{name} {percent} %"),
    "no_advice": gettext_noop("No bot has answered. Try again in a moment."),
    # conditional moves
    "plan_if": gettext_noop("If {name} plays …"),
    "plan_then": gettext_noop("And if {name} then plays …"),
    "plan_answer": gettext_noop("… you answer:"),
    "plan_more": gettext_noop("Pick a move. Nothing counts before you save it."),
    "plan_ready": gettext_noop("Your answer: {move}. Not saved yet."),
    "plan_saved": gettext_noop("Saved. If {name} plays so, your answer is posted at once."),
    "plan_dropped": gettext_noop(
        "Your conditional moves did not fit the move that came. They are deleted."
    ),
}
"""The sentences of `static/js/try.js`, which asks for them when it is wanted."""
