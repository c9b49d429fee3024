"""The ids of taught pieces: stone:112 for number 112 of the edition's list, stone:NAME for one of no list."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, count

from rules.core.game import id_word
from vision.recognition.gallery import Gallery


def taught_as(name: str, kind: str, gallery: Gallery) -> str | None:
    """The first taught piece of a kind that has this name, in small or large letters; stone and die may share one."""
    same = (side.piece for side in gallery.sides if side.kind == kind and _is(side.name, name))
    return next(same, None)


def id_for(
    name: str, kind: str, gallery: Gallery, listed: Mapping[str, int], taken: Collection[str] = frozenset()
) -> str:
    """The id under which a piece is learnt: that of the taught piece of its kind and name, if there is one.

    Otherwise kind:number from the edition's list (*listed*: numbers by name in small letters), else kind:name. Where
    that is *taken*, or the id of a piece with another name, .2 follows, or .3 and so on.
    """
    first = taught_as(name, kind, gallery) or f"{kind}:{listed.get(name.casefold()) or id_word(name, 'own')}"
    others = {side.piece for side in gallery.sides if side.name and not _is(side.name, name)}
    numbered = chain([first], (f"{first}.{n}" for n in count(2)))
    return next(piece for piece in numbered if piece not in others and piece not in taken)


def _is(one: str | None, other: str) -> bool:
    return one is not None and one.casefold() == other.casefold()
