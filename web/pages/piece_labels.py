"""The names of pieces, and the labels beside them in pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.model.snapshot import Snapshot
from rules.core.facts import Throw
from rules.core.game import Game
from rules.core.phrases import Phrase, joined
from web.languages import localised
from web.pages.words import side
from web.pictures.evidence import EvidencePicture
from web.pictures.labels import Label, labels


def names(snapshot: Snapshot) -> dict[str, str]:
    """The display name of every piece of the game on the table, by id."""
    if snapshot.table is None:
        return {}
    setup = snapshot.table.setup
    called = {str(piece["piece"]): str(piece.get("name") or piece["piece"]) for piece in setup.get("pieces", ())}
    return snapshot.table.at_table.names(setup) | called


def label(snapshot: Snapshot, piece: Mapping[str, Any]) -> str:
    """The label of a piece beside its picture: its name, and the number or the mark of the side that shows."""
    return joined(" ", (name_of(snapshot, piece), mark_of(piece, snapshot.game)))


def labels_in(snapshot: Snapshot, proof: EvidencePicture, counted: Mapping[str, str]) -> list[Label]:
    """The labels of all pieces in their picture, as wide as in the reader's language.

    They have the sides that are *counted*, else those that were read.
    """
    pieces = snapshot.table.setup.get("pieces", ()) if snapshot.table else ()
    numbers = {piece["piece"]: piece.get("number") for piece in pieces}

    def mark(piece: Mapping[str, Any]) -> str:
        counts = counted.get(piece["piece"], piece["side"])
        value = {"side": counts, "value": numbers.get(piece["piece"])}
        return str(localised(mark_of(piece if counts == piece["side"] else value, snapshot.game)))

    return labels(proof, proof.pieces, lambda piece: str(localised(name_of(snapshot, piece))), mark)


def counted_in(snapshot: Snapshot, proof: EvidencePicture, throw: Throw | None = None) -> Mapping[str, str]:
    """The sides that count in a picture: those of its own *throw*, and those of pieces that were corrected before.

    A piece that shows another side than the one that was corrected has been turned or read anew since.
    """
    corrected = _corrected(snapshot)
    shown = [(piece["piece"], piece["side"]) for piece in proof.pieces]
    return {one[0]: corrected[one] for one in shown if one in corrected} | dict(throw.shown if throw else ())


def _corrected(snapshot: Snapshot) -> Mapping[tuple[str, str], str]:
    """The side that counts, by piece and the side that was read in its last throw, of all that were corrected."""
    last: dict[str, tuple[str, str]] = {}
    for entry in snapshot.table.entries if snapshot.table else ():
        read = snapshot.log[entry.seq - 1].fact
        if isinstance(entry.play, Throw) and isinstance(read, Throw):
            sides = dict(read.shown)
            last |= {piece: (sides.get(piece, side), side) for piece, side in entry.play.shown}
    return {(piece, read): counts for piece, (read, counts) in last.items() if read != counts}


def name_of(snapshot: Snapshot, piece: Mapping[str, Any]) -> str:
    """The name of a piece in its label; one that is not in the game is only "Stone"."""
    unknown = {"stone": Phrase("Stone"), "die": Phrase("Die")}.get(piece["kind"], Phrase("Something"))
    own = snapshot.table.at_table.labels(snapshot.table.setup) if snapshot.table else {}
    return {**names(snapshot), **own}.get(piece["piece"] or "", unknown)


def mark_of(piece: Mapping[str, Any], game: Game | None) -> str:
    """The number that a piece shows, or a mark for its side, such as “✦” for a symbol and “?” for none."""
    marks = {"symbol": "✦", "number": str(piece["value"] or "#"), None: "?"}
    return marks.get(piece["side"]) or side(piece["side"], game)
