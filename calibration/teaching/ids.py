"""The ids of pieces: stone:112 for number 112 of the edition's list, stone:NAME for one of no list."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import chain, count

from rules.core.game import id_word
from vision.recognition.gallery import Gallery

PIECE = re.compile(r"[\w:-][\w:.-]{0,79}")
"""An id of a piece, such as ``stone:112.2``."""


def taught_names(gallery: Gallery, kind: str) -> dict[str, str]:
    """The names of the taught pieces of a kind, by id."""
    return {side.piece: side.name for side in reversed(gallery.sides) if side.kind == kind and side.name}


def known_as(name: str, names: Mapping[str, str]) -> str | None:
    """The piece among *names* (by id) that is called *name*, in small or large letters."""
    return next((piece for piece, called in names.items() if called.casefold() == name.casefold()), None)


def id_for(
    name: str, kind: str, names: Mapping[str, str], listed: Mapping[str, int], taken: Collection[str] = frozenset()
) -> str:
    """The id under which a piece is learnt: that of the known piece of this name, if there is one.

    *names* are those of the known pieces of its kind, by id. Where there is none, or that is *taken*, it is a new id;
    *listed* are the numbers of the edition's list by name in small letters.
    """
    others = {piece for piece, called in names.items() if called.casefold() != name.casefold()} | {*taken}
    known = known_as(name, names)
    return free_id(known, others) if known else new_id(name, kind, listed.get(name.casefold()), others)


def new_id(name: str, kind: str, number: int | None, taken: Collection[str]) -> str:
    """The `free_id` of a piece that was not known before: kind:number of the edition's list, else kind:name."""
    return free_id(f"{kind}:{number or id_word(name, 'own')}", taken)


def free_id(wanted: str, taken: Collection[str]) -> str:
    """The id *wanted*; where that is *taken*, .2 follows, or .3 and so on."""
    numbered = chain([wanted], (f"{wanted}.{n}" for n in count(2)))
    return next(piece for piece in numbered if piece not in taken)
