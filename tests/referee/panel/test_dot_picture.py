"""The screen of 128 x 64 dots: its texts, read back from the dots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.model.snapshot import Proposal, Snapshot
from referee.panel.dot_display import (
    GLYPHS,
    HIGH,
    STEP,
    DotDisplayThread,
    Dots,
    as_png,
    drawable,
    picture,
    wrapped,
    written,
)
from rules.core.asks import Ask
from rules.core.at_table import Countdown
from rules.core.facts import Choose
from rules.core.fold import Table, advance, opening
from rules.core.phrases import translated
from rules.games import GAMES
from tests.referee.observe.test_dicers_at_table import rolled
from tests.referee.observe.test_dicers_at_table import table as cast
from tests.rules.casting_stones.kit import casts
from tests.rules.casting_stones.kit import setup as stones
from tests.rules.dicers.table import dealt
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import play, setup
from web.languages import catalogue

SIX = ["Ana", "Bo", "Christopher", "Dörte", "Émile", "Зоя"]
LEVELS = {**setup(level="levels"), "players": SIX}
FULL = {**setup(cards=CARDS, characters={"Ana": {"level": 5}}), "players": SIX}


def snap(table: Table, **more: Any) -> Snapshot:
    return Snapshot(1, simulated=True, game=GAMES[str(table.setup["game"])], table=table, **more)


def shows(dots: Dots, text: str, scale: int = 1) -> bool:
    """Whether *text* stands anywhere on the screen, dot for dot (lit on dark or dark on lit)."""
    wanted = written(text, scale)[:, : -scale or None]
    places = np.lib.stride_tricks.sliding_window_view(dots, wanted.shape)
    alike = (places == wanted).all(axis=(2, 3)) | (places == ~wanted).all(axis=(2, 3))
    return bool(alike.any())


def test_every_letter_has_its_five_by_seven_dots_and_no_two_are_alike() -> None:
    assert {written(letter).shape for letter in GLYPHS} == {(HIGH, STEP)}
    assert len({written(letter).tobytes() for letter in GLYPHS}) == len(GLYPHS)
    assert written("AB", 2).shape == (2 * HIGH, 4 * STEP)
    assert written("").shape == (HIGH, 0)


def test_names_are_written_without_accents() -> None:
    assert drawable("Émile’s Straße") == "EMILE'S STRASSE"
    assert drawable("Bonus −1") == "BONUS -1"


def test_words_are_wrapped_and_cut() -> None:
    assert wrapped("one two three", 7, 2) == ("ONE TWO", "THREE")
    assert wrapped("a b c d", 1, 2) == ("A", "B")
    assert wrapped("extraordinarily", 5, 1) == ("EXTRA",)


def test_without_a_game_the_display_says_so() -> None:
    dots = picture(Snapshot(1, simulated=True), 0.0)
    assert dots.shape == (64, 128)
    assert shows(dots, "OWLEYE", 2)


def test_six_players_and_their_levels_fit_on_the_display() -> None:
    dots = picture(snap(play(LEVELS, "Ana level: +3 kill", "Bo level: +1 kill", "Ana level: +3 kill")), 0.0)
    for name in ("ANA", "BO", "CHRISTOPH", "DOERTE", "EMILE", "SEAT 6"):
        assert shows(dots, name)
    assert shows(dots, "7")
    assert shows(dots, "2")
    assert not shows(dots, "9")


def test_three_players_have_tall_letters_and_the_player_in_turn_an_arrow() -> None:
    dots = picture(snap(play(setup())), 0.0)
    assert shows(dots, "BO", 2)
    assert shows(dots, ">", 2)
    assert not shows(picture(snap(play(setup(level="levels"))), 0.0), ">", 2)


def test_a_proposed_change_is_highlighted() -> None:
    waiting = Proposal("Bo", Choose("Bo", "level", "+1 kill"), 1, "", 0.0, 9.0)
    plain, waits = (picture(snap(play(LEVELS), proposals=p), 0.0) for p in ((), (waiting,)))
    assert shows(waits, "+1?")
    assert not shows(plain, "+1?")
    assert waits[10:19].sum() > 2 * plain[10:19].sum()


def test_a_fight_shows_both_strengths_large() -> None:
    dots = picture(snap(play(FULL, "Ana unlock: Horntail")), 0.0)
    assert shows(dots, "5", 4)
    assert shows(dots, "16", 4)
    assert shows(dots, "<", 2)
    assert shows(dots, "HORNTAIL")


def test_the_display_shows_the_countdown() -> None:
    now = snap(play(FULL, "Ana unlock: Mask"), countdown=Countdown(1, 10.0, 2.6))
    lit = [int(picture(now, t)[48].sum()) for t in (10.0, 11.3, 12.6, 99.0)]
    assert lit == [128, 65, 2, 2]
    assert shows(picture(now, 11.3), "1.3 S")


def test_the_player_who_stopped_the_countdown_is_named() -> None:
    assert shows(picture(snap(play(FULL, "Ana unlock: Mask", "Bo object: object")), 0.0), "BO SAYS STOP")


def test_in_an_escape_the_thrower_is_named() -> None:
    dots = picture(snap(play(FULL, "Ana unlock: Horntail", "Ana run: away", "Ana time: passed")), 0.0)
    assert shows(dots, "ANA", 2)
    assert shows(dots, "RUNS FROM HORNTAIL.")


def test_the_winner_is_named() -> None:
    dots = picture(snap(play(LEVELS, *["Bo level: +3 kill"] * 3, "Bo won: yes")), 0.0)
    assert shows(dots, "BO", 2)
    assert shows(dots, "WINS!", 2)


def test_the_display_speaks_the_language_of_the_house() -> None:
    texts = catalogue("de")
    won = snap(play(LEVELS, *["Bo level: +3 kill"] * 3, "Bo won: yes"))
    assert shows(picture(won, 0.0, lambda text: str(translated(text, texts))), "GEWINNT!", 2)
    assert drawable("Jörg würfelt groß") == "JOERG WUERFELT GROSS"


def test_stones_and_dicers_show_whose_turn_it_is_and_the_last_verdict() -> None:
    game = GAMES["casting-stones"]
    table = opening(game, stones(picked=True))
    assert shows(picture(snap(table), 0.0), "BO", 2)
    table = advance(game, table, casts("Bo", "sssss"))
    dots = picture(snap(table), 0.0)
    assert shows(dots, "ANA", 2)
    assert shows(dots, "BO CASTS A POTION.")
    dots = picture(snap(advance(game, table, casts("Ana", "nnnnn"))), 0.0)
    assert shows(dots, "POTION BEATS A CHARM.")
    assert shows(dots, "BO WINS THE TURN.")
    assert shows(picture(snap(cast(rolled("Ana", "die:1", "4"))), 0.0), "ANA ROLLS 4 WITH")


def test_a_secret_changes_no_dot(secret_asks: Callable[[bool], Table]) -> None:
    with_secret, without = (picture(snap(secret_asks(hidden)), 0.0) for hidden in (True, False))
    assert np.array_equal(with_secret, without)


@pytest.fixture
def secret_asks() -> Callable[[bool], Table]:
    """A table of Dicers with, or without, an ask that only Bo may see."""
    secret = Ask("Bo", "alliance", "Bo may say which Alliance counts.", ("DIC-A-14",), hides="ask")
    table = cast()
    return lambda hidden: replace(table, waits=lambda: (secret, *table.asks)) if hidden else table


def test_the_page_gets_the_display_as_a_picture_file() -> None:
    assert as_png(picture(Snapshot(1, simulated=True), 0.0)).startswith(b"\x89PNG")


class Paper:
    """A display that records its pictures."""

    words = ""

    def __init__(self) -> None:
        self.pictures: list[Dots] = []
        self.closed = False

    def show(self, dots: Dots) -> None:
        self.pictures.append(dots)

    def close(self) -> None:
        self.closed = True


def test_only_changed_pictures_are_sent_to_the_screen() -> None:
    paper, now = Paper(), [10.0]
    screen = DotDisplayThread(paper, lambda: now[0])
    screen.refresh()
    screen.on_snapshot(snap(play(FULL, "Ana unlock: Mask"), countdown=Countdown(1, 10.0, 2.6)))
    screen.refresh()
    screen.refresh()
    assert len(paper.pictures) == 1
    now[0] = 11.0
    screen.refresh()
    assert len(paper.pictures) == 2
    screen.start()
    screen.close()
    assert paper.closed


def test_a_draw_has_no_winner() -> None:
    table = opening(GAMES["dicers"], dealt())
    over = replace(table, waits=tuple, state=replace(table.state, phase="over", winner="draw"))
    assert shows(picture(snap(over), 0.0), "THE END", 2)
    won = replace(over, state=replace(table.state, phase="over", winner="Bo"))
    assert shows(picture(snap(won), 0.0), "BO", 2)
