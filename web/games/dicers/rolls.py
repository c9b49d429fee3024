"""How many dice each player has rolled so far, and their average."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean

from rules.core.facts import Throw
from rules.core.fold import Entry
from rules.core.phrases import Phrase, figure, plural
from rules.dicers.game import FACES


def faces_of(entries: Iterable[Entry]) -> dict[str, list[int]]:
    """The faces (1 to 6) of all rolls of each player that were due when they were made; a Power side counts as 6."""
    faces: dict[str, list[int]] = {}
    for entry in entries:
        if entry.regular and isinstance(entry.play, Throw):
            faces_rolled = faces.setdefault(entry.play.player, [])
            faces_rolled.extend(FACES[side] for _, side in entry.play.shown)
    return faces


def rolls_of(entries: Iterable[Entry]) -> Mapping[str, str]:
    """The figures of each player who has rolled, such as "4 rolls, average 3.5"."""
    return {
        player: Phrase(
            "{rolls}, average {average}",
            rolls=plural("{number} roll", "{number} rolls", len(faces)),
            average=figure(fmean(faces), 1),
        )
        for player, faces in faces_of(entries).items()
    }
