"""One die as its owner described it: casting bonus, Group, Alliances, and its Power with modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.game import check_fields, whole_number
from rules.core.phrases import Phrase, joined, quoted, sentences
from rules.dicers.dice_list import public_facts

COLOURS = {"red": "student", "purple": "artifact", "blue": "wizard", "yellow": "ghost", "green": "creature"}
GROUPS = tuple(COLOURS.values())
_ALL = {
    "": "",
    "any": Phrase("All"),
    "student": Phrase("All Students"),
    "artifact": Phrase("All Artifacts"),
    "wizard": Phrase("All Wizards"),
    "ghost": Phrase("All Ghosts"),
    "creature": Phrase("All Creatures"),
}
"""What All reaches, in words; an Alliance is named by itself."""
ALLIANCES = ("gryffindor", "hufflepuff", "ravenclaw", "slytherin")
FIELDS = (
    *("cb", "power", "number", "group", "colour", "alliances", "alliance"),
    *("all", "only", "double", "name", "listed", "pips"),
)
EVOKED = (
    "expel",
    "activate-reserve",
    "banish",
    "capture",
    "cast-spell",
    "counter-capture",
    "greater-expel",
    "mimic",
    "refresh",
    "retire",
    "reverse",
    "spy",
    "summon",
    "swap",
)
STORED = (
    "add",
    "subtract",
    "always-beats-odd",
    "always-beats-even",
    "challenge",
    "escape",
    "extra-roll",
    "first-cast",
    "force-roll",
    "freeze",
    "guardian",
    "shield",
)


@dataclass(frozen=True, slots=True)
class Power:
    """A Power with its modifiers.

    ``number`` is what Add, Subtract or Extra Roll count (1 to 9); ``all`` the type that an All Power reaches ("any":
    its player names it); ``only`` the Alliances and Groups it is limited to; ``double``: Double Down.
    """

    name: str
    number: int = 1
    all: str = ""
    only: tuple[str, ...] = ()
    double: bool = False

    @property
    def stored(self) -> bool:
        """Whether it is a Reserve Power."""
        return self.name in STORED

    @property
    def words(self) -> str:
        """The Power in words, such as ``Summon All Students``."""
        counted = str(self.number) if self.name in ("add", "subtract") or self.number > 1 else ""
        alliance = Phrase("All {type}", type=Phrase(self.all.title()))
        limits = joined(", ", (Phrase(name.title()) for name in self.only))
        return sentences(
            Phrase(self.name.replace("-", " ").title()),
            counted,
            _ALL.get(self.all, alliance),
            Phrase("({types} only)", types=limits) if limits else "",
            "x2" if self.double else "",
        )


def limit_rules(power: Power) -> tuple[str, ...]:
    """The rules of the Groups and Alliances to which a Power is limited."""
    rules: list[str] = []
    for limit in power.only:
        rules += ["DIC-M-COL-02"] if limit == "white" else []
        rules += ["DIC-M-COL-01", "DIC-I-03"] if limit in (*GROUPS, "white") else ["DIC-M-ALN-01"]
    return tuple(rules)


def is_limited(power: Power) -> bool:
    """Whether it may only be applied to dice of some type."""
    return any(name != "white" for name in power.only)


@dataclass(frozen=True, slots=True)
class Die:
    """One die: ``id`` is the piece, such as "die:5", ``cb`` its casting bonus (1 to 9).

    ``power`` is None where nobody has told it, which only the Basic game allows.  ``listed`` is its number on the list
    of dice (1 to 54), 0 if it has none; ``pips``: it has a plain 6 instead of a Power side.
    """

    id: str
    name: str
    cb: int
    power: Power | None = None
    group: str = ""
    alliances: tuple[str, ...] = ()
    listed: int = 0
    pips: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that the die may regularly show."""
        return ("1", "2", "3", "4", "5", "6" if self.pips else "power")

    @property
    def types(self) -> tuple[str, ...]:
        """The Group and the Alliances of the die, to which modifiers refer."""
        return (self.group, *self.alliances) if self.group else self.alliances

    @property
    def label(self) -> tuple[Any, ...]:
        """The figure and the label, by which two dice are identical (DIC-A-04)."""
        return (self.listed, self.name, self.cb, self.power, self.group, self.alliances)

    def fits(self, only: Iterable[str]) -> bool:
        """Whether a Power limited to *only* may be applied to it."""
        return all(name in self.types for name in only if name != "white")


def read_die(piece: str, entered: Mapping[str, Any]) -> Die:
    """A die from the set-up; what is publicly known may be left out.

    Raises:
        ValueError: with one sentence for people.
    """
    check_fields(entered, FIELDS, Phrase("The die {piece}", piece=piece))
    listed = _listed(piece, entered)
    facts = {**public_facts(listed), **entered}
    name = str(facts.get("name", piece))
    power = _power(name, facts) if facts.get("power") else None
    return Die(
        id=piece,
        name=name,
        cb=_count(name, facts, "cb", None),
        power=power,
        group=_group(name, facts),
        alliances=tuple(_plain(alliance) for alliance in _list(facts.get("alliances", facts.get("alliance")))),
        listed=listed,
        pips=bool(facts.get("pips", False)),
    )


def _listed(piece: str, entered: Mapping[str, Any]) -> int:
    kind, _, number = piece.partition(":")
    by_id = whole_number(number) if kind == "die" else None
    listed = entered.get("listed", by_id or 0)
    if not isinstance(listed, int):
        raise ValueError(Phrase("The number on the list of {piece} must be a whole number.", piece=piece))
    return listed


def _power(name: str, facts: Mapping[str, Any]) -> Power:
    power = _plain(facts["power"]).replace(" ", "-").replace("_", "-")
    if power not in EVOKED + STORED:
        raise ValueError(
            Phrase(
                "{power} is no Power (DIC-I-04): {name} may have {powers}. What stands after it belongs into number, "
                "all, only and double.",
                power=quoted(facts["power"]),
                name=name,
                powers=", ".join(EVOKED + STORED),
            )
        )
    only = tuple(_type(limit) for limit in _list(facts.get("only")))
    reach = facts.get("all", "")
    reach = "any" if reach is True else _type(reach or "")
    return Power(power, _count(name, facts, "number", 1), reach, only, bool(facts.get("double", False)))


def _group(name: str, facts: Mapping[str, Any]) -> str:
    group = _type(facts.get("group", facts.get("colour", "")) or "")
    if group and group not in GROUPS:
        words = Phrase("{group} is no Group of dice (DIC-I-03): {name} may be {groups}, or its colour.")
        raise ValueError(words.about(group=quoted(group), name=name, groups=", ".join(GROUPS)))
    return group


def _count(name: str, facts: Mapping[str, Any], field: str, default: int | None) -> int:
    value = facts.get(field, default)
    if value is None:
        words = Phrase("The casting bonus of {name} is not known yet: it stands at the lower left of its Power side.")
        raise ValueError(words.about(name=name))
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 9:
        raise ValueError(
            Phrase("The field {field} of {name} must be a whole number from 1 to 9.", field=quoted(field), name=name)
        )
    return value


def _type(value: Any) -> str:
    """A Group, a colour (which names a Group), or an Alliance, one or many: ``Students`` is ``student``."""
    plain = _plain(value)
    plain = COLOURS.get(plain, plain)
    return plain[:-1] if plain[:-1] in GROUPS else plain


def _plain(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(Phrase("{value} must be a text.", value=quoted(value)))
    return " ".join(value.lower().split())


def _list(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    if not isinstance(value, str | list | tuple):
        raise ValueError(Phrase("{value} must be a text, or a list of texts.", value=quoted(value)))
    return (value,) if isinstance(value, str) else tuple(value)
