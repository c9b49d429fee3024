"""Dice that can be read but not told by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.model.snapshot import LastReading
from referee.model.tracks import Tracks, TrackState
from referee.observe.identity import Thrown, Waited, doubtful, hypotheses
from referee.observe.interpretation import Ambiguity, Names, NoThrow, PossibleThrow, interpret
from referee.observe.throw_tracker import Pending, answered
from referee.observe.tracker import associate, counted, named_by_place, revived
from rules.core.asks import Ask
from tests.referee.kit import after, lying_there, piece, reading
from vision.types import Piece, Reading

RUN = Ask("Ana", "escape", "Ana runs.", ("X",), pieces=(("die:munchkin", ("1", "2", "3", "4", "5", "6", "power")),))
ORDER = [replace(RUN, player=name, kind="loot order") for name in ("Ana", "Bo")]


def pips(side: str, x: float = 100.0, *notes: str, sure: bool = True, other: str = "") -> Piece:
    """A die that has no name, with what else it may show."""
    candidates = tuple((None, shown, score) for shown, score in ((side, 0.6), (other, 0.3)) if shown)
    return replace(piece(None, side, (x, 100.0), sure, notes, candidates), kind="die")


def ways(seen: Reading, waited: Waited, tracks: Tracks) -> list[Thrown]:
    """The hypotheses about a reading."""
    read = [doubtful(one, tracks) for one in seen.pieces]
    found = associate(read, tracks)
    tracks = revived(tracks, read, found)
    return hypotheses(named_by_place(read, tracks, found, waited.sides), tracks, found, waited)


def identified(
    seen: Reading,
    asks: Sequence[Ask],
    tracks: Tracks,
    watched: Sequence[str] = (),
    known: Sequence[Piece] = (),
    only_numbers: bool = False,
) -> Reading:
    """The reading under the likeliest hypothesis; *known* lay there before."""
    there = lying_there(tracks, known)
    return reading(*ways(seen, Waited(asks, watched, only_numbers), there)[0].pieces)


def escape(*pieces: Piece, tracks: Tracks | None = None, asks: Sequence[Ask] = (RUN,)) -> PossibleThrow | NoThrow:
    return interpret(
        asks,
        identified(reading(*pieces), asks, tracks or {}),
        tracks or {},
        Names(pieces={"die:munchkin": "The die"}),
    )


def test_the_only_strange_die_is_the_die_that_is_waited_for() -> None:
    assert escape(pips("4")) == PossibleThrow("Ana", (("die:munchkin", "4"),))
    assert escape(piece("die:munchkin", "power")) == PossibleThrow("Ana", (("die:munchkin", "power"),))
    assert escape(pips("4"), piece("stone:3", "symbol", (300.0, 300.0))) == PossibleThrow(
        "Ana", (("die:munchkin", "4"),)
    )


def test_of_two_strange_dice_it_is_asked_which() -> None:
    thrown = escape(pips("4"), pips("2", 300.0))
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:munchkin", "4")
    assert escape(pips("4", 100.0, "off")) == NoThrow()
    assert escape(pips("4", 100.0, "size", sure=False)) == NoThrow()
    assert escape(pips("4", 100.0, "size")) == PossibleThrow("Ana", (("die:munchkin", "4"),))
    assert escape(pips("number")) == NoThrow()


def test_what_a_strange_die_shows_is_asked_where_it_is_unsure() -> None:
    thrown = escape(pips("4", sure=False, other="6"))
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[:2] == (("die:munchkin", "4"), ("die:munchkin", "6"))


def test_the_die_goes_round_for_the_order_of_looting() -> None:
    first = identified(reading(pips("4")), ORDER, {})
    tracks = counted({}, first, {"die:munchkin": "4"})
    assert escape(pips("4"), tracks=tracks, asks=ORDER[1:]) == NoThrow()
    assert escape(pips("2", 300.0), tracks=tracks, asks=ORDER[1:]) == PossibleThrow("Bo", (("die:munchkin", "2"),))
    assert escape(pips("4", 300.0), tracks=tracks, asks=ORDER[1:]) == PossibleThrow("Bo", (("die:munchkin", "4"),))


def test_a_cocked_die_is_thrown_again() -> None:
    wait = escape(pips("4", 100.0, "cocked"))
    assert isinstance(wait, NoThrow)
    assert wait.words == "The die does not lie flat: roll it again. It costs nothing."


def test_a_strange_die_that_lay_there_before_is_not_the_one_thrown() -> None:
    old = [pips("2", 300.0)]
    seen = identified(reading(pips("4"), pips("2", 301.0)), [RUN], {}, known=old)
    assert [one.piece for one in seen.pieces] == ["die:munchkin", None]


def test_while_the_die_is_in_the_hand_one_that_lay_there_by_another_name_is_not_taken_for_it() -> None:
    old = [replace(pips("4", 300.0), piece="die:4")]
    assert [one.piece for one in identified(reading(pips("4", 301.0)), [RUN], {}, known=old).pieces] == ["die:4"]


def test_the_die_itself_may_come_down_where_it_lay() -> None:
    old = [replace(pips("4", 300.0), piece="die:munchkin")]
    assert [one.piece for one in identified(reading(pips("2", 301.0)), [RUN], {}, known=old).pieces] == ["die:munchkin"]


def test_where_only_numbers_count_each_die_gets_its_likeliest_name() -> None:
    roll = replace(RUN, kind="first-roll", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))), some=True)
    likely = {"die:1": 0.2, "die:4": 0.7}
    candidates = tuple((name, "3", score) for name, score in likely.items())
    four = replace(piece(None, "3", (100.0, 100.0), True, (), candidates), kind="die")
    seen = identified(reading(four, pips("1", 300.0)), [roll], {}, only_numbers=True)
    assert [(one.piece, one.notes) for one in seen.pieces] == [("die:4", ("guessed",)), ("die:1", ("guessed",))]
    tracks = counted({}, seen, {"die:4": "3", "die:1": "1"})
    assert [
        (key, track.side, max(track.names, key=lambda name: track.names[name])) for key, track in tracks.items()
    ] == [
        (1, "3", "die:4"),
        (2, "1", "die:1"),
    ]


CAST = replace(RUN, kind="cast", pieces=(("die:1", ("1", "2", "3", "4", "5", "power")),))


def test_a_die_that_lies_as_it_was_counted_is_that_die_and_another_came() -> None:
    tracks = counted({}, reading(piece("die:1", "4", (100.0, 100.0))), {"die:1": "4"})
    seen = identified(reading(pips("3", 300.0), pips("4", 102.0)), [CAST], tracks, watched=("die:1", "die:4"))
    assert [one.piece for one in seen.pieces] == ["die:4", "die:1"]


def test_dice_too_much_alike_are_asked_about_where_it_matters_which_is_which() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))), some=True)
    thrown = interpret([tie], identified(reading(pips("3"), pips("1", 300.0)), [tie], {}), {}, Names())
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.candidates[:2] for doubt in thrown.ambiguities] == [
        (("die:1", "3"), ("die:4", "3")),
        (("die:1", "1"), ("die:4", "1")),
    ]
    guessed = identified(reading(pips("3"), pips("1", 300.0)), [tie], {}, only_numbers=True)
    assert interpret([tie], guessed, {}, Names()) == PossibleThrow("Ana", (("die:1", "3"), ("die:4", "1")))


def test_a_die_that_fell_is_the_one_waited_for_and_not_one_that_was_taken_for_it_before() -> None:
    tracks = counted({}, reading(piece("die:1", "4", (100.0, 100.0))), {"die:1": "4"})
    now = reading(pips("3", 300.0), pips("4", 101.0))
    for arena, names in (
        ((), ["die:1", None]),
        (("die:1",), ["die:1", None]),
        (("die:1", "die:4"), ["die:4", "die:1"]),
    ):
        assert [one.piece for one in identified(now, [CAST], tracks, arena).pieces] == names


def test_a_name_that_was_but_guessed_goes_to_the_die_that_fell() -> None:
    guessed = reading(piece("die:1", "4", (100.0, 100.0), True, ("guessed",)))
    tracks = counted({}, guessed, {"die:1": "4"})
    seen = identified(reading(pips("3", 300.0), pips("4", 101.0, "still")), [CAST], tracks, watched=("die:1", "die:4"))
    assert [one.piece for one in seen.pieces] == ["die:1", None]


def test_dice_that_fell_together_are_of_one_player() -> None:
    sides = ("1", "3", "4")
    ana = replace(RUN, kind="first-roll", pieces=(("die:1", sides), ("die:3", sides)), some=True)
    bo = replace(ana, player="Bo", pieces=(("die:2", sides), ("die:4", sides)))
    own = replace(piece("die:1", "4", (200.0, 100.0)), kind="die")
    like_bos = replace(piece(None, "3", (100.0, 100.0), True, (), (("die:4", "3", 0.6),)), kind="die")
    assert [one.piece for one in identified(reading(own, like_bos), [ana, bo], {}, only_numbers=True).pieces] == [
        "die:1",
        "die:3",
    ]
    assert [one.piece for one in identified(reading(like_bos), [ana, bo], {}, only_numbers=True).pieces] == ["die:4"]


def test_a_die_that_looks_like_another_one_is_asked_about_where_only_one_is_waited_for() -> None:
    quill = replace(
        piece("die:8", "4", (100.0, 100.0), False, (), (("die:8", "4", 0.6), ("die:1", "4", 0.2))), kind="die"
    )
    seen = identified(reading(quill), [CAST], {}, watched=("die:1", "die:8"))
    thrown = interpret([CAST], seen, {}, Names())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "4")
    lay = counted({}, reading(quill), {"die:8": "4"})
    assert identified(reading(quill), [CAST], lay, watched=("die:1", "die:8")).pieces[0].piece == "die:8"


def test_a_die_that_lies_as_it_lay_is_not_called_by_a_name_that_it_had_not() -> None:
    old = [pips("4", 300.0)]
    heron = replace(piece("die:1", "4", (301.0, 100.0), True, ("still",)), kind="die")
    assert [one.piece for one in identified(reading(heron), [CAST], {}, known=old).pieces] == [None]
    unseen = identified(reading(heron, pips("3")), [CAST], {}, known=[])
    assert [one.piece for one in unseen.pieces] == [None, "die:1"]


def test_a_die_that_was_not_counted_yet_may_be_counted_where_it_lies_still() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))))
    tracks = after({}, [pips("3")], (), ("die:1", "die:4"))
    both = reading(*ways(reading(pips("3", 100.0, "still"), pips("1", 300.0)), Waited([tie]), tracks)[0].pieces)
    assert isinstance(interpret([tie], both, {}, Names()), PossibleThrow)


def test_where_a_die_that_came_looks_like_one_that_lies_still_it_is_asked() -> None:
    lies = replace(piece("die:1", "4", (100.0, 100.0)), kind="die")
    tracks = counted({}, reading(lies), {"die:1": "4"})
    came = replace(piece("die:1", "2", (300.0, 100.0), True, (), (("die:1", "2", 0.9),)), kind="die")
    thrown = interpret([CAST], identified(reading(came, lies), [CAST], tracks), tracks, Names())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "2")
    assert thrown.shown == ()


def test_what_players_say_of_a_die_is_known_of_the_die_that_they_were_asked_about() -> None:
    alike = reading(pips("3"), pips("1", 300.0))
    thrown = PossibleThrow("Ana", (), (Ambiguity(0, (("die:4", "3"),)), Ambiguity(1, (("die:1", "1"),))))
    pending = Pending(thrown, LastReading(alike, "", ""))
    pending = answered(pending, "die:4=3")
    assert pending.thrown.ambiguities == ()
    tracks = counted({}, pending.seen.reading, dict(pending.thrown.shown))
    assert {name: (rest.side, rest.seen.centre_px) for name, rest in tracks.items()} == {
        "die:4": ("3", (100.0, 100.0)),
        "die:1": ("1", (300.0, 100.0)),
    }


def test_a_die_that_comes_back_to_its_old_place_as_it_lay_is_asked_about() -> None:
    tracks = counted({}, reading(replace(piece("die:1", "4", (100.0, 100.0)), kind="die")), {"die:1": "4"})
    taken = {name: replace(rest, state=TrackState.HELD) for name, rest in tracks.items()}
    back = reading(replace(piece("die:1", "4", (104.0, 100.0)), kind="die"))
    assert interpret([CAST], back, tracks, Names()) == NoThrow()
    thrown = interpret([CAST], back, taken, Names())
    assert isinstance(thrown, PossibleThrow)
    assert [doubt.candidates for doubt in thrown.ambiguities] == [()]


def test_of_two_that_came_one_may_look_like_a_die_that_nobody_threw() -> None:
    tie = replace(RUN, kind="tie", pieces=(("die:1", ("1", "3")), ("die:4", ("1", "3"))))
    like_eight = replace(piece("die:8", "1", (300.0, 100.0), False, (), (("die:8", "1", 0.6),)), kind="die")
    thrown = interpret([tie], identified(reading(pips("3"), like_eight), [tie], {}), {}, Names())
    assert isinstance(thrown, PossibleThrow)
    assert {doubt.candidates[0][1] for doubt in thrown.ambiguities} == {"1", "3"}


def test_a_die_of_which_another_side_is_likely_too_is_asked_about() -> None:
    five = replace(piece("die:1", "5", (100.0, 100.0), True, (), (("die:1", "5", 0.6), (None, "1", 0.3))), kind="die")
    thrown = interpret([CAST], identified(reading(five), [CAST], {}), {}, Names())
    assert isinstance(thrown, PossibleThrow)
    assert thrown.ambiguities[0].candidates[0] == ("die:1", "5")
