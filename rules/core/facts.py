"""What happened at the table, and how it is saved as JSON.  Facts are the only thing that is ever saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.phrases import Phrase, quoted


@dataclass(frozen=True, slots=True)
class Throw:
    """Pieces came to rest: read by the camera or typed by hand, regular or not.

    ``shown`` pairs each thrown piece with the side it shows, e.g. ``("stone:11", "symbol")`` or ``("die:5", "4")``.
    """

    player: str
    shown: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A player's answer to the ask named ``kind``: the ``pick`` of one of its options, or a free text."""

    player: str
    kind: str
    pick: str


Play = Throw | Choose


@dataclass(frozen=True, slots=True)
class Amend:
    """The play at *seq* was misread; *play* is what really happened there."""

    seq: int
    play: Play


@dataclass(frozen=True, slots=True)
class Retract:
    """Every play from *seq* on is taken back."""

    seq: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The last correction, of the play at *seq* or of all plays from there on, is taken back."""

    seq: int


Correction = Amend | Retract | Restore
"""A fact about earlier plays, from its ``seq`` on."""
Fact = Play | Correction


def restored(log: Iterable[Fact]) -> frozenset[int]:
    """The numbers (from 1) of the corrections in a log that a later fact took back, as `rules.core.fold` judges it."""
    found: set[int] = set()
    last: list[tuple[int, int]] = []  # the number and seq of each correction after which nothing else was logged
    for number, fact in enumerate(log, start=1):
        match fact:
            case Amend(seq) | Retract(seq):
                last.append((number, seq))
            case Restore(seq) if last and last[-1][1] == seq:
                found.add(last.pop()[0])
            case _:
                last.clear()
    return frozenset(found)


def to_json(fact: Fact) -> dict[str, Any]:
    """One fact as the JSON object that docs/facts.md describes."""
    match fact:
        case Throw(player, shown):
            return {"fact": "throw", "player": player, "shown": dict(shown)}
        case Choose(player, kind, pick):
            return {"fact": "choose", "player": player, "kind": kind, "pick": pick}
        case Amend(seq, play):
            return {"fact": "amend", "seq": seq, "play": to_json(play)}
        case Retract(seq):
            return {"fact": "retract", "seq": seq}
        case Restore(seq):
            return {"fact": "restore", "seq": seq}


def from_json(body: Any) -> Fact:
    """Read a fact back.

    Raises:
        ValueError: with one sentence for people, where *body* is not a fact.
    """
    if not isinstance(body, Mapping):
        words = Phrase("A fact is a JSON object such as {example}.")
        raise ValueError(words.about(example='{"fact": "retract", "seq": 3}'))
    match body.get("fact"):
        case "throw" | "choose":
            return _play(body)
        case "amend":
            return Amend(_seq(body), _play(body.get("play")))
        case "retract":
            return Retract(_seq(body))
        case "restore":
            return Restore(_seq(body))
        case other:
            words = Phrase("{kind} is no kind of fact: use throw, choose, amend, retract or restore.")
            raise ValueError(words.about(kind=quoted(other)))


def _text(body: Mapping[str, Any], field: str) -> str:
    value = body.get(field)
    if not isinstance(value, str) or not value:
        raise ValueError(Phrase("The field '{field}' of a {fact} must be a text.", field=field, fact=body["fact"]))
    return value


def _seq(body: Mapping[str, Any]) -> int:
    value = body.get("seq")
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        words = Phrase("The field 'seq' of a fact '{fact}' must be the number of an earlier fact, from 1.")
        raise ValueError(words.about(fact=body["fact"]))
    return value


def _sides(body: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(body, Mapping) or not all(isinstance(side, str) for side in body.values()):
        words = Phrase("The field 'shown' of a throw pairs pieces with sides, such as {example}.")
        raise ValueError(words.about(example='{"stone:11": "symbol"}'))
    return tuple((str(piece), side.lower()) for piece, side in body.items())


def _play(body: Any) -> Play:
    match body:
        case {"fact": "throw"}:
            return Throw(_text(body, "player"), _sides(body.get("shown")))
        case {"fact": "choose"}:
            return Choose(_text(body, "player"), _text(body, "kind"), _text(body, "pick"))
    raise ValueError(Phrase("An amend carries a throw or a choose in its field 'play'."))
