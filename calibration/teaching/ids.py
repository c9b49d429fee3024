"""The ids of pieces: stone:112 for number 112 of the edition's list, stone:NAME for one of no list."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import chain, count

from rules.core.game import id_word
from vision.recognition.gallery import Gallery

PIECE = re.compile(r"[\w:-][\w:.-]{0,79}")
"""An id of a piece, such as ``stone:112.2``."""


def taught_as(name: str, kind: str, gallery: Gallery) -> str | None:
    """The first taught piece of a kind that has this name, in small or large letters; stone and die may share one."""
    same = (side.piece for side in gallery.sides if side.kind == kind and _is(side.name, name))
    return next(same, None)


def id_for(
    name: str, kind: str, gallery: Gallery, listed: Mapping[str, int], taken: Collection[str] = frozenset()
) -> str:
    """The id under which a piece is learnt: that of the taught piece of its kind and name, if there is one.

    Where there is none, or that is the id of a piece with another name or *taken*, it is a new id; *listed* are the
    numbers of the edition's list by name in small letters.
    """
    others = {side.piece for side in gallery.sides if side.name and not _is(side.name, name)} | {*taken}
    known = taught_as(name, kind, gallery)
    return free_id(known, others) if known else new_id(name, kind, listed.get(name.casefold()), others)


def new_id(name: str, kind: str, number: int | None, taken: Collection[str]) -> str:
    """The `free_id` of a piece that was not known before: kind:number of the edition's list, else kind:name."""
    return free_id(f"{kind}:{number or id_word(name, 'own')}", taken)


def free_id(wanted: str, taken: Collection[str]) -> str:
    """The id *wanted*; where that is *taken*, .2 follows, or .3 and so on."""
    numbered = chain([wanted], (f"{wanted}.{n}" for n in count(2)))
    return next(piece for piece in numbered if piece not in taken)


def _is(one: str | None, other: str) -> bool:
    return one is not None and one.casefold() == other.casefold()
