"""A die as its owner told it: drawn like its sticker, and read back from the form that looks like it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dicers.pieces.catalogue import NAMES, known
from rules.dicers.pieces.dice import COLOURS, GROUPS, read_die
from web.games.dicers.board import Die
from web.games.game_pages import Form
from web.games.new_game_form import LONGEST, is_short

COLOUR_OF = {group: colour for colour, group in COLOURS.items()}
NUMBERED = ("add", "subtract", "extra-roll")
LISTED = tuple(enumerate(NAMES, 1))


def drawn_die(piece: str, facts: Mapping[str, Any]) -> Die:
    """The die as far as *facts* tell it."""
    told = read_die(piece, {**facts, "cb": 1})
    power = told.power
    return Die(
        id=piece,
        name=told.name,
        owner="",
        seat=0,
        zone="pool",
        cb=facts.get("cb") or known(told.listed).get("cb"),
        group=told.group,
        power=power.words if power else "",
        sign=power.name if power else "",
        double=bool(power and power.double),
        stored=bool(power and power.stored),
        alliances=told.alliances,
    )


def number_of(piece: str, facts: Mapping[str, Any]) -> int:
    """Its number on the list of 54; 0 where it has none."""
    return read_die(piece, {**facts, "cb": 1}).listed


def facts_of(form: Form) -> dict[str, Any]:
    """What the form tells of a die, as a set-up says it; what was left empty is left out.

    Raises:
        ValueError: with one sentence for people.
    """
    listed = _number(form, "listed", len(NAMES)) or 0
    name = " ".join(form.get("name", "").split())
    if not is_short(name):
        raise ValueError(f"A name has at most {LONGEST} letters.")
    if not (name or listed):
        raise ValueError("Which figure is in the die? Choose it from the list, or write a name of your own.")
    facts: dict[str, Any] = {"listed": listed, "cb": _number(form, "cb", 9), "group": form.get("group", "")}
    facts |= {"name": name} if name else {}
    facts |= {"alliances": _words(form.getlist("alliance")), "pips": "pips" in form}
    if power := form.get("power", ""):
        facts |= {"power": power, "all": _reach(form), "only": _words(form.getlist("only")), "double": "double" in form}
        facts |= {"number": _number(form, "number", 9) or 1} if power in NUMBERED else {}
    return {key: value for key, value in facts.items() if value not in (None, "", [], False) or key == "listed"}


def _number(form: Form, field: str, most: int) -> int | None:
    told = form.get(field, "").strip()
    if not told:
        return None
    if not (told.isascii() and told.isdecimal() and len(told) < 4 and int(told) <= most):
        raise ValueError(f"The {FIELDS[field]} must be a plain number up to {most}.")
    return int(told)


def _reach(form: Form) -> str:
    """The type that an All Power reaches: any, or the one written beside it."""
    return {"any": "any", "one": form.get("all-type", "").strip()}.get(form.get("all", ""), "")


def _words(told: list[str]) -> list[str]:
    return [word for word in (" ".join(each.split()) for each in told) if word]


FIELDS = {"listed": "number on the list", "cb": "casting bonus", "number": "number of the Power"}
GROUP_CHOICES = tuple((group, group.title(), COLOUR_OF[group]) for group in GROUPS)
