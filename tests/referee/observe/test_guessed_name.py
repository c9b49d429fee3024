"""A moved die that nothing identifies gets the name that is due, where no other die has it."""

from __future__ import annotations

import pytest

from referee.model.tracks import Track, Tracks
from referee.observe.tracker import with_guessed_name
from tests.referee.kit import piece, reading
from vision.types import Note, Piece

MOVED = piece(None, "4", (300.0, 300.0))
ALSO_MOVED = piece(None, "6", (100.0, 500.0))
ELSEWHERE = piece("die:1", "2", (900.0, 500.0))


@pytest.mark.parametrize(
    ("pieces", "due", "tracks", "guessed"),
    [
        ((MOVED,), ("die:1",), {}, {"die:1": "4"}),
        ((MOVED,), (), {}, {}),
        ((MOVED,), ("die:1",), {"die:1": Track("2", ELSEWHERE)}, {}),
        ((MOVED, ELSEWHERE), ("die:1",), {}, {}),
        ((MOVED, ELSEWHERE), ("die:1", "die:2"), {}, {"die:2": "4"}),
        ((piece(None, "4", (900.0, 300.0)),), ("die:1",), {}, {}),
        ((piece("die:3", "4", (300.0, 300.0)),), ("die:1",), {}, {}),
    ],
)
def test_a_moved_die_gets_a_due_name_that_no_other_die_has(
    pieces: tuple[Piece, ...], due: tuple[str, ...], tracks: Tracks, guessed: dict[str, str]
) -> None:
    named, there = with_guessed_name(reading(*pieces), [ALSO_MOVED, MOVED], due, tracks)
    assert there == guessed
    assert [one.piece for one in named.pieces if Note.GUESSED in one.notes] == list(guessed)
