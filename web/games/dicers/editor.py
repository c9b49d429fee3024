"""The owner's page of dice: the Power side of each die is described once in a form that looks like its sticker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from calibration.teaching.ids import new_id
from referee.inventory.pieces import check
from rules.core.game import plain_name, whole_number
from rules.core.phrases import Phrase
from rules.dicers.dice import COLOURS, GROUPS, read_die
from rules.dicers.dice_list import NAMES, public_facts
from web import live
from web.games.dicers.board import Die
from web.games.dicers.effects import TOOLS
from web.games.game_pages import Form, all_games
from web.games.new_game_form import LONGEST, is_short
from web.pages.table_view import page_frame, styling_of
from web.security.rights import need_host

COLOUR_WORDS = {
    "red": Phrase("red"),
    "purple": Phrase("purple"),
    "blue": Phrase("blue"),
    "yellow": Phrase("yellow"),
    "green": Phrase("green"),
}
COLOUR_OF = {group: colour for colour, group in COLOURS.items()}
NUMBERED = ("add", "subtract", "extra-roll")
LISTED = tuple(enumerate(NAMES, 1))
page = Blueprint("dice", __name__, url_prefix="/dice")
NEW = "new"


def drawn_die(piece: str, facts: Mapping[str, Any]) -> Die:
    """What the pages draw of a die, such as its casting bonus and Power, from the *facts* that its owner entered."""
    known_die = read_die(piece, {**facts, "cb": 1})
    power = known_die.power
    return Die(
        id=piece,
        name=known_die.name,
        owner="",
        seat=0,
        zone="pool",
        cb=facts.get("cb") or public_facts(known_die.listed).get("cb"),
        group=known_die.group,
        power=power.words if power else "",
        sign=power.name if power else "",
        double=bool(power and power.double),
        stored=bool(power and power.stored),
        alliances=known_die.alliances,
    )


def number_of(piece: str, facts: Mapping[str, Any]) -> int:
    """The number of the die *piece* on the list of 54 dice; 0 where it is not on it."""
    return read_die(piece, {**facts, "cb": 1}).listed


def facts_of(form: Form) -> dict[str, Any]:
    """The facts about a die from the form, as a set-up lists them, without empty fields.

    Raises:
        ValueError: with one sentence for people.
    """
    listed = _number(form, "listed", 0, len(NAMES)) or 0
    name = plain_name(form.get("name", ""))
    if not is_short(name):
        raise ValueError(Phrase("A name has at most {most} letters.", most=LONGEST))
    if not (name or listed):
        raise ValueError(Phrase("Which figure is in the die? Choose it from the list, or write a name of your own."))
    facts: dict[str, Any] = {"listed": listed, "cb": _number(form, "cb", 1, 9), "group": form.get("group", "")}
    facts |= {"name": name} if name else {}
    facts |= {"alliances": _words(form.getlist("alliance")), "pips": "pips" in form}
    if power := form.get("power", ""):
        facts |= {"power": power, "all": _reach(form), "only": _words(form.getlist("only")), "double": "double" in form}
        facts |= {"number": _number(form, "number", 1, 9) or 1} if power in NUMBERED else {}
    return {key: value for key, value in facts.items() if value not in (None, "", [], False) or key == "listed"}


def _number(form: Form, field: str, least: int, most: int) -> int | None:
    text = form.get(field, "").strip()
    if not text:
        return None
    number = whole_number(text)
    if number is None or not least <= number <= most:
        words = Phrase("{field}: write a plain number from {least} to {most}.")
        raise ValueError(words.about(field=FIELDS[field], least=least, most=most))
    return number


def _reach(form: Form) -> str:
    """The type that an All Power reaches: any, or the one written beside it."""
    written, chosen = plain_name(form.get("all-type", "")), form.get("all", "")
    if chosen == "one" and not written:
        raise ValueError(Phrase("All of one type: write which type, a Group or an Alliance."))
    return {"any": "any", "one": written}.get(chosen, "")


def _words(texts: list[str]) -> list[str]:
    return [word for word in map(plain_name, texts) if word]


FIELDS = {
    "listed": Phrase("Number on the list"),
    "cb": Phrase("Casting bonus"),
    "number": Phrase("Number of the Power"),
}
GROUP_CHOICES = tuple((group, Phrase(group.title()), COLOUR_WORDS[COLOUR_OF[group]]) for group in GROUPS)


@page.before_request
def _only_the_host() -> None:
    need_host()


@page.get("")
def show() -> str:
    """List all dice that were taught or entered; their secrets are only on the page of each die."""
    dice = [_line(known) for known in live.devices().dice()]
    return render_template("dicers/dice.html", **_frame(url_for("dicers.dice.show")), dice=dice)


@page.get("/<die>")
def one(die: str) -> str:
    """The form that looks like the sticker."""
    known = _known(die)
    return render_template("dicers/die.html", **_frame(url_for("dicers.dice.show")), **_form(die, known))


@page.post("/<die>")
def save(die: str) -> Response:
    """Save the form."""
    try:
        facts = facts_of(request.form)
        piece = _new_id(facts) if die == NEW else die
        check(piece, facts)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    _known(piece, new=die == NEW)
    return live.answered(live.devices().enter_die(piece, facts))


@page.post("/<die>/forget")
def forget(die: str) -> Response:
    """Delete the entry of a die."""
    _known(die)
    return live.answered(live.devices().enter_die(die, None))


def _frame(back: str) -> dict[str, Any]:
    frame = {**page_frame(live.table().now()), **styling_of(all_games()["dicers"]), "back": back}
    return {**frame, **TOOLS}


def _known(die: str, new: bool = False) -> Mapping[str, Any]:
    """The facts of a die that was taught or described.

    Raises:
        NotFound: where there is no such die, unless it is a *new* one.
    """
    known = next((one for one in live.devices().dice() if one["piece"] == die), None)
    if known is None and not (new or die == NEW):
        raise NotFound
    return known or {"piece": die, "name": "", "taught": frozenset(), "facts": {}}


def _line(known: Mapping[str, Any]) -> dict[str, Any]:
    drawn = drawn_die(known["piece"], known["facts"])
    return {"id": drawn.id, "name": drawn.name, "taught": known["taught"], "told": _told(drawn, known["facts"])}


def _told(drawn: Die, facts: Mapping[str, Any]) -> str:
    """What the owner has told of a die, or still has to."""
    if drawn.cb:
        levels = Phrase("all levels") if drawn.sign else Phrase("the Basic game")
        return Phrase("ready for {ready}", ready=levels)
    entered = facts.keys() - {"name", "listed"}
    return Phrase("its casting bonus is missing") if entered else Phrase("nothing entered yet")


def _form(die: str, known: Mapping[str, Any]) -> dict[str, Any]:
    facts = known["facts"]
    return {
        "die": die,
        "facts": facts,
        "taught": known["taught"],
        "sticker": drawn_die(die, facts) if facts else None,
        "listed": LISTED,
        "number_of": number_of(die, facts),
        "groups": GROUP_CHOICES,
        "numbered": NUMBERED,
        "alliances": sorted({word for one in live.devices().dice() for word in one["facts"].get("alliances", ())}),
    }


def _new_id(facts: Mapping[str, Any]) -> str:
    """The id of a die that was not known before; a second copy gets one of its own."""
    taken = {str(one["piece"]) for one in live.devices().dice()}
    return new_id(str(facts.get("name", "")), "die", facts["listed"], taken)
