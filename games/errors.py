"""What a player can do wrong, as classes with a stable code and an HTTP status.

Every door (page, API) answers with `{"error": code, "message": sentence}`. A refused call has
changed nothing.
"""

from __future__ import annotations

from typing import ClassVar

from games.rules.core import IllegalMove, NotationError, OptionError, RulesError
from games.rules.text import Text, gettext_noop


class PlayError(Exception):
    """Refused: `text` says why and what to do, `code` is for programs, `status` for HTTP."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400
    message: ClassVar[str] = gettext_noop("This is not possible.")

    def __init__(self, message: str = "", **gaps: str | Text) -> None:
        self.text = Text(message or self.message, gaps)
        super().__init__(str(self.text))


class NotYourTurn(PlayError):
    """It is another seat's turn."""

    code = "not_your_turn"
    status = 403
    message = gettext_noop("It is not your turn.")


class StalePosition(PlayError):
    """The move was meant for another position: somebody was first."""

    code = "stale_position"
    status = 409
    message = gettext_noop("The game has moved on. Look at the board again.")


class MatchOver(PlayError):
    """The match has ended."""

    code = "match_over"
    status = 409
    message = gettext_noop("This game is over.")


class OutOfTime(MatchOver):
    """The deadline had passed when the move came; the seat has left the game."""

    code = "out_of_time"
    message = gettext_noop("Your time for this move was over.")


class NotStarted(PlayError):
    """The match still waits for players."""

    code = "not_started"
    status = 409
    message = gettext_noop("This game has not started: a seat is still free.")


class NotSeated(PlayError):
    """Only those who have a seat may do this."""

    code = "not_seated"
    status = 403
    message = gettext_noop("You do not play in this game.")


class HasLeft(PlayError):
    """Only those who still play may do this."""

    code = "has_left"
    status = 403
    message = gettext_noop("You have left this game.")


class TooLate(PlayError):
    """The game has begun in earnest and cannot be called off any more."""

    code = "too_late"
    status = 409
    message = gettext_noop("Two moves are played: the game cannot be called off any more.")


class StaleOffer(PlayError):
    """The offer was made for an earlier position, or is withdrawn or declined."""

    code = "stale_offer"
    status = 409
    message = gettext_noop("This offer does not stand any more. Look at the game again.")


class OfferOpen(PlayError):
    """One offer of a kind at a time."""

    code = "offer_open"
    status = 409
    message = gettext_noop("There is such an offer already. It waits for an answer.")


class OfferDeclined(PlayError):
    """The same question is not asked twice at one move."""

    code = "offer_declined"
    status = 409
    message = gettext_noop("This was declined. You can ask again after the next move.")


class OwnOffer(PlayError):
    """Who has offered, or agreed, waits for the others."""

    code = "own_offer"
    message = gettext_noop("You have agreed already. The others are asked.")


class NotYourOffer(PlayError):
    """Only who made an offer takes it back."""

    code = "not_your_offer"
    status = 403
    message = gettext_noop("Only the player who made this offer can withdraw it.")


class NoDraws(PlayError):
    """The game knows no draw."""

    code = "no_draws"
    status = 409
    message = gettext_noop("This game cannot end in a draw.")


class BotPlaysOn(PlayError):
    """A bot's answer to an offer of a draw."""

    code = "bot_plays_on"
    status = 409
    message = gettext_noop("Bots agree to no draw: they play on.")


class RatedMoveStands(PlayError):
    """Moves are taken back in unrated games only."""

    code = "rated_move_stands"
    status = 409
    message = gettext_noop("No move is taken back in a rated game: the rating would mean less.")


class NothingToTakeBack(PlayError):
    """There is no own move, or somebody has left the game since."""

    code = "nothing_to_take_back"
    status = 409
    message = gettext_noop("You have no move that could be taken back.")


class NoClock(PlayError):
    """Nothing to stop and nothing to lengthen."""

    code = "no_clock"
    status = 409
    message = gettext_noop("This game has no clock.")


class BadDays(PlayError):
    """A pause has a length."""

    code = "bad_days"
    message = gettext_noop("A pause is 1 to 14 days long.")


class OwnTime(PlayError):
    """Time is given to somebody else."""

    code = "own_time"
    status = 409
    message = gettext_noop("It is your turn: only the others can give you a day.")


class DayGiven(PlayError):
    """One day more for one move."""

    code = "day_given"
    status = 409
    message = gettext_noop("A day has been given for this move already.")


class NotDecided(PlayError):
    """The result may still change."""

    code = "not_decided"
    status = 409
    message = gettext_noop("The result is still open: play on.")


class NotOver(PlayError):
    """A rematch comes after the match."""

    code = "not_over"
    status = 409
    message = gettext_noop("This game is not over yet.")


class NoRematch(PlayError):
    """It was offered once, and declined or called off; or there was no game to speak of."""

    code = "no_rematch"
    status = 409
    message = gettext_noop("There is no rematch of this game. Set up a new game instead.")


class RematchOpen(PlayError):
    """It is set up already."""

    code = "rematch_open"
    status = 409
    message = gettext_noop("The rematch of this game is set up already.")


class PartnerGone(PlayError):
    """Somebody has left the site."""

    code = "partner_gone"
    status = 409
    message = gettext_noop("{name} does not play here any more: there is no rematch.")


class NoSeat(PlayError):
    """No seat is free for this user."""

    code = "no_seat"
    status = 409
    message = gettext_noop("No seat is free in this game any more.")


class AlreadySeated(PlayError):
    """One seat for each player."""

    code = "already_seated"
    status = 409
    message = gettext_noop("You have a seat in this game already.")


class PlaysHere(PlayError):
    """Only those who look on follow a match."""

    code = "plays_here"
    status = 409
    message = gettext_noop("You play in this game: it is on your home page anyway.")


class TooManyFollowed(PlayError):
    """Nobody follows without end."""

    code = "too_many_followed"
    status = 409
    message = gettext_noop("You follow {most} games already. Leave one of them first.")


class NotAvailable(PlayError):
    """These two do not play together; the words do not say who decided so."""

    code = "not_available"
    status = 403
    message = gettext_noop("You cannot play in this company at the moment.")


class UnknownPlayer(PlayError):
    """There is nobody of this name to play with."""

    code = "unknown_player"
    message = gettext_noop("There is no player called “{name}”.")


class BadTable(PlayError):
    """The seats, the time or another term of a new match make no sense."""

    code = "bad_table"
    message = gettext_noop("These terms do not fit together.")


class BadPicture(PlayError):
    """A picture cannot be had in this way."""

    code = "bad_picture"
    message = gettext_noop("There is no such picture.")


class NoSuchPly(PlayError):
    """The match is not so far."""

    code = "no_such_ply"
    status = 404
    message = gettext_noop("This game has no such ply.")


class TooManyPictures(PlayError):
    """One address had too many pictures made within a minute."""

    code = "too_many_pictures"
    status = 429
    message = gettext_noop("These are too many pictures at once. Please wait a minute.")


class TalkError(PlayError):
    """A message, a note or a report is refused; the match itself has nothing to do with it."""


class TalkClosed(TalkError):
    """Nobody, or not this user, may write here (any more)."""

    code = "talk_closed"
    status = 403
    message = gettext_noop("Messages are closed in this game.")


class AccountNeeded(TalkError):
    """Visitors and guests may not do this."""

    code = "account_needed"
    status = 403
    message = gettext_noop("This needs an account. Joining takes a minute.")


class EmptyMessage(TalkError):
    """Nothing that could be read."""

    code = "empty_message"
    message = gettext_noop("Write something first.")


class TextTooLong(TalkError):
    """More characters than fit."""

    code = "text_too_long"
    message = gettext_noop("Please use at most {most} characters; these are {count}.")


class TooManyMessages(TalkError):
    """Too many in a short time."""

    code = "too_many_messages"
    status = 429
    message = gettext_noop("That was a lot in a short time. Please wait a minute.")


class SameAgain(TalkError):
    """The same text for the third time in a row."""

    code = "same_message_again"
    status = 429
    message = gettext_noop("You have written this twice already.")


class NoSuchMessage(TalkError):
    """No message of this number, or none that this user may read."""

    code = "no_such_message"
    status = 404
    message = gettext_noop("There is no such message.")


class OwnMessage(TalkError):
    """Nobody reports themselves."""

    code = "own_message"
    message = gettext_noop("You wrote this message yourself.")


class StaleNote(TalkError):
    """The note was saved from another window since it was read."""

    code = "stale_note"
    status = 409
    message = gettext_noop(
        "Your notes were changed in another window. Copy what you wrote and load the page again."
    )


class StaleStudy(PlayError):
    """The caller's branches and plans were changed in another window since they were read."""

    code = "stale_study"
    status = 409
    message = gettext_noop("You have changed your lines in another window. Look at them again.")


class TooManyLines(PlayError):
    """More is kept for one match than is allowed."""

    code = "too_many_lines"
    message = gettext_noop("You keep too many lines here. Delete some first.")


class NoPlanHere(PlayError):
    """Conditional moves are for matches of two players."""

    code = "no_plan_here"
    message = gettext_noop("Conditional moves are for games of two players.")


class PlanNotNow(PlayError):
    """A plan begins with the other player's move, and it is one's own turn."""

    code = "plan_not_now"
    status = 409
    message = gettext_noop("It is your move: there is nothing to wait for.")


class PlanUnfinished(PlayError):
    """A line of a plan does not end with one's own whole turn."""

    code = "plan_unfinished"
    status = 422
    message = gettext_noop("A line ends with your own turn. Choose your answer too.")


class PlanConflict(PlayError):
    """Another answer in the same position has been saved."""

    code = "plan_conflict"
    status = 422
    message = gettext_noop("Here you answer “{move}” already. Delete that line first.")


class NoAdviceNow(PlayError):
    """What a bot says about moves that were never played could serve in a game that is running."""

    code = "no_advice_now"
    status = 403
    message = gettext_noop(
        "You are playing this game against somebody. Until that is over, bots speak only about "
        "positions that have been on the board."
    )


class NoAdvice(PlayError):
    """Bots help nobody while a match is being played."""

    code = "no_advice"
    status = 403
    message = gettext_noop("Bots give advice when the game is over.")


class TooManyQuestions(PlayError):
    """One user has asked for too much advice within a minute."""

    code = "too_many_questions"
    status = 429
    message = gettext_noop("These are too many questions at once. Please wait a minute.")


class BadMove(PlayError):
    """The rules refuse the move; keeps their code and sentence."""

    def __init__(self, cause: RulesError) -> None:
        super().__init__(cause.text.message, **cause.text.gaps)
        self.code = cause.code  # type: ignore[misc]  # the class's code is only the default

    code = "illegal_move"
    status = 422


BAD_NOTATION, ILLEGAL_MOVE, BAD_OPTION = (
    NotationError.code,
    IllegalMove.code,
    OptionError.code,
)
