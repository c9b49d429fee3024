"""Texts that are kept or sent in English, and shown later in the language of the reader: phrases as JSON, and back.

A table publishes its texts in English, and its files hold reports in English.  Beside them goes one JSON text with the
templates and values of those that are phrases, so that a hub, or a page, can translate them.  The reader trusts none of
it: a phrase whose English is not the text beside it, or that cannot be read, is left out, and that text is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from rules.core.phrases import Capital, Figure, Phrase, plural

LONGEST = 6000  # characters of the JSON text; longer ones are not published, and readers see English
DEEPEST = 12  # phrases in phrases
# Phrases that are translated in a way of their own.
KINDS: Mapping[str, type[Phrase]] = {"capital": Capital, "figure": Figure}


def packed(**texts: str) -> str:
    """The phrases among *texts* as one JSON text; empty where there are none or they are too long.

    >>> packed(waits=Phrase("{player} casts.", player="Bo"), verdict="No phrase")
    '{"waits":{"text":"{player} casts.","values":{"player":"Bo"}}}'
    """
    phrases = {name: _packed(text) for name, text in texts.items() if isinstance(text, Phrase)}
    found = json.dumps(phrases, ensure_ascii=False, separators=(",", ":")) if phrases else ""
    return found if len(found) <= LONGEST else ""


def unpacked(phrases: str, name: str, text: str) -> str:
    """The phrase called *name* in the JSON text *phrases* if its English is *text*; otherwise *text* itself.

    >>> unpacked(packed(waits=Phrase("{player} casts.", player="Bo")), "waits", "Bo casts.").values
    {'player': 'Bo'}
    """
    try:
        found = _unpacked(json.loads(phrases)[name], DEEPEST, len(text) + DEEPEST)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return text
    return found if isinstance(found, Phrase) and found == text else text


def _packed(value: object) -> Any:
    match value:
        case Phrase():
            return _body(value)
        case str() | int() | float():
            return value
        case list() | tuple():
            return [_packed(item) for item in value]
        case _:
            return str(value)


def _body(phrase: Phrase) -> Mapping[str, Any]:
    """Template and values of *phrase*; a value that no gap shows is left out, because it may be a secret."""
    gaps = _gaps(phrase.template) | _gaps(phrase.many)
    values = {name: _packed(value) for name, value in phrase.values.items() if name in gaps}
    body: dict[str, Any] = {"text": phrase.template}
    body |= {"values": values} if values else {}
    body |= {"many": phrase.many, "number": phrase.number} if phrase.many else {}
    return body | {name: True for name, kind in KINDS.items() if isinstance(phrase, kind)}


@lru_cache(maxsize=4096)
def _gaps(template: str) -> frozenset[str]:
    """The names of the gaps in *template*.

    Raises:
        ValueError: where a gap is anything but a name: a format could read attributes or fill the memory.
    """
    gaps = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(template) if name is not None]
    if any(form or conversion or not name.isidentifier() for name, form, conversion in gaps):
        raise ValueError(f"more than names in the gaps of {template!r}")
    return frozenset(name for name, _, _ in gaps)


def _unpacked(value: Any, depth: int, longest: int) -> Any:
    """The phrase or plain value of a JSON value with at most *depth* phrases in each other.

    Raises:
        ValueError, LookupError, TypeError, AttributeError: where *value* is no packed phrase, or one in it has more
            than *longest* characters: no part is longer than the whole, but for a mark that each phrase may drop.
    """
    if not depth:
        raise ValueError("too many phrases in phrases")
    if isinstance(value, list):
        return [_unpacked(item, depth - 1, longest) for item in value]
    if not isinstance(value, dict):
        return value
    values = {name: _unpacked(item, depth - 1, longest) for name, item in value.get("values", {}).items()}
    one, many = value["text"], value.get("many", "")
    _gaps(one + many)
    if many:
        number = int(value["number"])
        values.pop("number", None)
        _check_length(one if number == 1 else many, {**values, "number": number}, longest)
        return plural(one, many, number, **values)
    _check_length(one, values, longest)
    kind = next((kind for name, kind in KINDS.items() if value.get(name)), Phrase)
    return kind(one, **values)


def _check_length(template: str, values: Mapping[str, Any], longest: int) -> None:
    """Check the length of a phrase before it is made: repeated gaps in each other could fill the memory.

    Raises:
        ValueError: where it has more than *longest* characters.
    """
    parts = Formatter().parse(template)
    if sum(len(text) + (0 if name is None else len(str(values[name]))) for text, name, _, _ in parts) > longest:
        raise ValueError("a phrase longer than the text beside it")
