"""Facts, rulings and asks as JSON (docs/facts.md, docs/cli.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Amend, Choose, Fact, Play, Retract, Throw
from rules.core.rulings import Ruling


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


def from_json(body: Any) -> Fact:
    """Read a fact back.

    Raises:
        ValueError: with one sentence for people, where *body* is not a fact.
    """
    if not isinstance(body, Mapping):
        raise ValueError('A fact is a JSON object such as {"fact": "retract", "seq": 3}.')
    match body.get("fact"):
        case "throw":
            return Throw(_text(body, "player"), _shown(body.get("shown")))
        case "choose":
            return Choose(_text(body, "player"), _text(body, "kind"), _text(body, "pick"))
        case "amend":
            return Amend(_seq(body), _play(body.get("play")))
        case "retract":
            return Retract(_seq(body))
        case other:
            raise ValueError(f"{other!r} is no kind of fact: use throw, choose, amend or retract.")


def _text(body: Mapping[str, Any], field: str) -> str:
    value = body.get(field)
    if not isinstance(value, str) or not value:
        raise ValueError(f"The field {field!r} of a {body['fact']} must be a text.")
    return value


def _seq(body: Mapping[str, Any]) -> int:
    value = body.get("seq")
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"The field 'seq' of a fact {body['fact']!r} must be the number of an earlier fact, from 1.")
    return value


def _shown(shown: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(shown, Mapping) or not all(isinstance(side, str) for side in shown.values()):
        raise ValueError('The field \'shown\' of a throw pairs pieces with sides, such as {"stone:11": "symbol"}.')
    return tuple((str(piece), side.lower()) for piece, side in shown.items())


def _play(body: Any) -> Play:
    fact = from_json(body)
    if isinstance(fact, Throw | Choose):
        return fact
    raise ValueError("An amend carries a throw or a choose in its field 'play'.")


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """One ruling as JSON (docs/cli.md)."""
    body = {"key": ruling.key, "text": ruling.text, "params": dict(ruling.params), "rules": list(ruling.rules)}
    return {**body, "to": ruling.to, "reveals": list(ruling.reveals)}


def ask_json(ask: Ask) -> dict[str, Any]:
    """One ask as JSON (docs/cli.md)."""
    return {
        "player": ask.player,
        "kind": ask.kind,
        "words": ask.words,
        "rules": list(ask.rules),
        "options": [{"pick": option.pick, "words": option.words} for option in ask.options],
        "excluded": [
            {
                "pick": one.option.pick,
                "words": one.option.words,
                "why": one.reason.words,
                "rules": list(one.reason.rules),
            }
            for one in ask.excluded
        ],
        "pieces": {piece: list(sides) for piece, sides in ask.pieces},
        "some": ask.some,
        "hides": ask.hides,
    }
