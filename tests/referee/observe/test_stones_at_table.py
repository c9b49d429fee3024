"""The camera as a second referee of Casting Stones: a counted stone must not turn, and a stone cast again moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.journal.journal import Journal
from referee.model.commands import NewGame
from referee.model.snapshot import Snapshot
from referee.model.tracks import Tracks
from referee.observe import tracker
from referee.observe.association import associate
from referee.observe.evidence import Evidence
from referee.observe.interpretation import NoThrow, PossibleThrow, context_of
from referee.observe.verdicts import leaning, verdict, warning_of_disturbance
from referee.table.controller import TableController
from rules.casting_stones.game import CastingStones
from rules.core.facts import Throw
from rules.core.fold import Table, advance, opening
from rules.games import GAMES
from tests.referee.kit import after, clock, lying_there, piece, reading, saw
from tests.rules.casting_stones.kit import setup
from vision.types import Note, Piece

GAME = CastingStones()
NOTHING = ("symbol", "symbol", "number", "number", "number")


def casting(*sides: tuple[str, ...]) -> Table:
    """The players in turn have cast once, and showed these *sides*."""
    table = opening(GAME, {**setup(picked=True), "youngest": "Ana"})
    for player, hand_sides in zip(("Ana", "Bo"), sides, strict=False):
        hand = table.state.hands[player]
        table = advance(GAME, table, Throw(player, tuple(zip(hand, hand_sides, strict=True))))
    return table


def lie(table: Table, player: str, sides: tuple[str, ...], y: float, shift: float = 0.0) -> tuple[Piece, ...]:
    hand = table.state.hands[player]
    return tuple(
        piece(name, side, (80.0 * i + shift, y)) for i, (name, side) in enumerate(zip(hand, sides, strict=True))
    )


def counted(*pieces: Piece) -> Tracks:
    return tracker.with_counted({}, reading(*pieces), {p.piece or "": p.side or "" for p in pieces})


def turned(pieces: tuple[Piece, ...], which: int, dx: float = 0.0) -> tuple[Piece, ...]:
    one = pieces[which]
    other = "number" if one.side == "symbol" else "symbol"
    fresh = replace(one, side=other, centre_px=(one.centre_px[0] + dx, one.centre_px[1]))
    return (*pieces[:which], fresh, *pieces[which + 1 :])


def second() -> tuple[Table, tuple[Piece, ...], Tracks]:
    """Ana may cast again; both players' stones lie there."""
    table = casting(NOTHING, NOTHING)
    assert [ask.kind for ask in table.asks] == ["second"]
    pieces = (*lie(table, "Ana", NOTHING, 100.0), *lie(table, "Bo", NOTHING, 400.0))
    return table, pieces, counted(*pieces)


def test_a_stone_cast_again_has_moved() -> None:
    table, pieces, tracks = second()
    cast = verdict(table, reading(*turned(pieces, 1, dx=60.0)), tracks)
    assert isinstance(cast, PossibleThrow)
    assert cast.shown == ((pieces[1].piece, "number"),)


def test_a_kept_stone_that_was_only_turned_is_named() -> None:
    table, pieces, tracks = second()
    wait = verdict(table, reading(*turned(pieces, 1)), tracks)
    assert isinstance(wait, NoThrow)
    assert "but has not moved" in wait.words
    assert "number side" in wait.words
    assert wait.rules == ("CST-B-34", "CST-B-35")
    assert all(rule in GAME.book for rule in wait.rules)
    assert verdict(table, reading(*pieces), tracks) == NoThrow()


def test_a_stone_that_is_turned_where_it_lay_beside_one_that_was_cast_is_asked_about() -> None:
    table, pieces, tracks = second()
    cast = verdict(table, reading(*turned(turned(pieces, 1, dx=60.0), 2)), tracks)
    assert isinstance(cast, PossibleThrow)
    assert cast.shown == ((pieces[1].piece, "number"), (pieces[2].piece, "symbol"))
    assert [ambiguity.turned.piece for ambiguity in cast.ambiguities if ambiguity.turned] == [pieces[2].piece]


def test_a_kept_stone_may_be_put_on_its_circle() -> None:
    table, pieces, tracks = second()
    moved = (*lie(table, "Ana", NOTHING, 100.0, shift=200.0)[:1], *turned(pieces, 1, dx=60.0)[1:])
    cast = verdict(table, reading(*moved), tracks)
    assert isinstance(cast, PossibleThrow)
    assert (pieces[1].piece, "number") in cast.shown


def test_the_other_players_counted_stone_that_was_turned_is_named_and_nothing_is_held_up() -> None:
    table, pieces, tracks = second()
    now = turned(turned(pieces, 1, dx=60.0), 7)
    warning = warning_of_disturbance(table, reading(*now), tracks)
    assert warning.words.endswith("It counts with its number side.")
    assert warning.rules == ("CST-B-34", "CST-B-37")
    assert isinstance(verdict(table, reading(*now), tracks), PossibleThrow)
    later = after(tracks, now, (), [p.piece or "" for p in pieces[:5]])
    assert warning_of_disturbance(table, reading(*now), later) == warning
    assert warning_of_disturbance(table, reading(*pieces), later) == NoThrow()


def test_a_piece_whose_counted_side_was_unsure_gives_no_warning() -> None:
    table, pieces, _ = second()
    asked_about = tuple(replace(p, sure=False) for p in pieces)
    tracks = counted(*asked_about)
    assert warning_of_disturbance(table, reading(*turned(pieces, 7)), tracks) == NoThrow()
    unsure_now = tuple(replace(p, sure=False) for p in turned(pieces, 7))
    assert warning_of_disturbance(table, reading(*unsure_now), counted(*pieces)) == NoThrow()


def test_a_new_turn_forgets_what_the_last_one_showed() -> None:
    _, pieces, tracks = second()
    assert warning_of_disturbance(casting(), reading(*turned(pieces, 7)), tracks) == NoThrow()


# A leaner ---------------------------------------------------------------------------------------------------------


def on_edge(piece: Piece, named: bool = True) -> Piece:
    return replace(piece, piece=piece.piece if named else None, side=None, sure=False, notes=(Note.LEANER,))


def desk_with(tmp_path: Path) -> TableController:
    """Ana is to cast."""
    evidence = Evidence(tmp_path / "evidence", 100)
    controller = TableController(
        Journal(tmp_path / "owleye.sqlite"), evidence, GAMES, clock, Snapshot(version=1, simulated=False)
    )
    assert controller.do(NewGame({**setup(picked=True), "youngest": "Ana"})).ok
    return controller


@pytest.mark.parametrize("named", [True, False])
def test_a_leaner_blocks_the_cast_until_it_is_tipped_and_read(tmp_path: Path, named: bool) -> None:
    controller = desk_with(tmp_path)
    assert controller.now.table is not None
    flat = lie(controller.now.table, "Ana", NOTHING, 100.0)
    names = tuple(one.piece or "" for one in flat)
    leans = (*flat[:4], on_edge(flat[4], named))
    assert not controller.do(saw(*leans, looked_for=names)).ok
    assert (controller.now.length, controller.now.notices[0].rules) == (0, ("CST-B-17", "CST-Q-37"))
    assert controller.do(saw(*leans, looked_for=names)).ok
    assert controller.now.log[0].fact == Throw("Ana", (*zip(names[:4], NOTHING[:4], strict=True), (names[4], "leaner")))
    assert [ask.kind for ask in controller.now.table.asks if ask.player == "Ana"] == ["tip"]
    assert controller.do(saw(*flat, looked_for=names)).ok
    assert controller.now.log[1].fact == Throw("Ana", ((names[4], "number"),))
    assert controller.now.notices == ()


def leans(table: Table, pieces: tuple[Piece, ...], tracks: Tracks) -> PossibleThrow | None:
    return leaning(table, reading(*pieces), tracks, associate(pieces, tracks), context_of(table))


def test_a_leaner_blocks_a_second_cast_too() -> None:
    table, pieces, tracks = second()
    recast = on_edge(replace(pieces[1], centre_px=(300.0, 300.0)))
    now = (pieces[0], recast, *pieces[2:])
    assert leans(table, now, tracks) is None
    assert leans(table, now, lying_there(tracks, now)) == PossibleThrow("Ana", ((recast.piece or "", "leaner"),))


def test_two_leaners_or_one_beside_an_ambiguous_piece_are_not_counted() -> None:
    table = casting()
    flat = lie(table, "Ana", NOTHING, 100.0)
    two = (*flat[:3], on_edge(flat[3]), on_edge(flat[4]))
    with_doubts = (replace(flat[0], sure=False), *flat[1:4], on_edge(flat[4]))
    for pieces in (two, with_doubts, flat, (*flat[:3], on_edge(flat[4]))):
        assert leans(table, pieces, lying_there({}, pieces)) is None
