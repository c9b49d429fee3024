"""Forms that act on the running game: choices, throws by hand, corrections, undo, answers."""

from __future__ import annotations

from secrets import choice

from flask import Blueprint, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from referee.model.commands import Enter, Reply, Undo
from rules.core.facts import Amend, Choose, Restore, Retract, Throw
from rules.core.game import whole_number
from rules.core.phrases import Phrase
from web import plays
from web.live import answered, devices, done, submit, table
from web.security.rights import need_host, need_player

page = Blueprint("say", __name__, url_prefix="/say")
SIDE = "side."  # a field with this prefix before a piece's id has the side of that piece
LONGEST = 200  # characters of a text field
SHARED_OUT = "draft"  # the kind of ask by which players pick their pieces in turn


@page.before_request
def _only_players() -> None:
    need_player()


@page.post("/choose")
def choose() -> Response:
    """A player's answer to an ask; a secret ask can only be answered, or even found, by that player's own seat."""
    return plays.enter(Choose(text("player"), text("kind"), text("pick")), number("at"))


@page.post("/throw")
def throw() -> Response:
    """A throw typed in by hand."""
    return plays.enter(Throw(text("player"), thrown_sides()), number("at"))


@page.post("/correct")
def correct() -> Response:
    """Correct one piece of an earlier throw."""
    return plays.correct(number("seq"), text("piece"), text("side"), number("at"))


@page.post("/amend")
def amend() -> Response:
    """Replace an earlier throw."""
    return plays.enter(Amend(number("seq"), Throw(text("player"), thrown_sides())), number("at"))


@page.post("/undo")
def undo() -> Response:
    """Take back the last play or correction."""
    return submit(Undo(number("at")))


@page.post("/retract")
def retract() -> Response:
    """Take back an earlier play and all that came after it."""
    return plays.enter(Retract(number("seq")), number("at"))


@page.post("/restore")
def restore() -> Response:
    """Put back what the last undo took back, from this play on."""
    return plays.enter(Restore(number("seq")), number("at"))


@page.post("/share")
def share() -> Response:
    """Share out at random whatever the players would pick one by one."""
    need_host()
    while (pick := _next_pick()) is not None:
        answer = table().submit(Enter(pick, table().now().length))
        if not answer.ok:
            raise BadRequest(answer.words)
    return done(Phrase("The pieces are shared out at random."))


def _next_pick() -> Choose | None:
    """A random answer to the ask that shares out the next piece; None once all have theirs."""
    now = table().now()
    ask = next((ask for ask in (now.table.asks if now.table else ()) if ask.kind == SHARED_OUT), None)
    return Choose(ask.player, ask.kind, choice(ask.options).pick) if ask and ask.options else None


@page.post("/reply")
def reply() -> Response:
    """Answer a question about an ambiguous piece."""
    return submit(Reply(text("question"), text("key")))


@page.post("/look")
def look() -> Response:
    """Read the table now; pieces that a player is to throw count even if they have not moved."""
    return answered(devices().look())


def text(field: str) -> str:
    """A text field of the form, without blanks around it.

    Raises:
        BadRequest: where it is missing, empty or longer than `LONGEST` characters.
    """
    value = request.form.get(field, "").strip()
    if not value or len(value) > LONGEST:
        raise BadRequest(
            Phrase(
                "The form came without a proper {field}. Load the page again and use its buttons.", field=f"{field!r}"
            )
        )
    return value


def number(field: str) -> int:
    """A field of the form with a whole number, 0 to 999,999,999.

    Raises:
        BadRequest: where it is anything else.
    """
    value = whole_number(text(field))
    if value is None or value < 0:
        raise BadRequest(
            Phrase(
                "The form's {field} must be a plain number. Load the page again and use its buttons.",
                field=repr(field),
            )
        )
    return value


def given_sides() -> list[tuple[str, str]]:
    """The (piece, side) pairs that the form gives; a piece whose side is left open is not among them."""
    return [(name.removeprefix(SIDE), side) for name, side in request.form.items() if name.startswith(SIDE) and side]


def thrown_sides() -> tuple[tuple[str, str], ...]:
    """The sides of the thrown pieces: those that the form gives, and of a part of them (``part``) the ticked ones.

    Raises:
        BadRequest: where no piece was thrown at all.
    """
    sides = given_sides()
    if "part" in request.form:
        again = request.form.getlist("again")
        sides = [(piece, side) for piece, side in sides if piece in again]
    if not sides:
        raise BadRequest(Phrase("Tick at least one piece that was thrown, then say which side it shows."))
    return tuple(sides)
