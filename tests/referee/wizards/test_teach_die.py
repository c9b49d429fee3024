"""The die wizard: pictures are taken as the die comes to rest, also after a restart, until it can be learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.storage.lesson_files import portrait_of
from calibration.storage.table_files import load_gallery, save_gallery
from hardware.simulated.art import starter
from referee.inventory.pieces import keep_die
from referee.model.wizard_commands import (
    BeginDie,
    ConfirmFace,
    DropLastPicture,
    KeepDie,
    Open,
    Settled,
    SimulatedShow,
    TakePicture,
    TurnPicture,
)
from referee.wizards.session import WizardSession
from referee.wizards.worker import WizardDispatch
from rules.dicers.dice_list import NAMES
from tests.referee.shop import Shop
from vision.recognition.embedder import load_embedder
from vision.recognition.sides import Side

HAGRID = NAMES.index("Hagrid") + 1
DICE = [piece for piece in starter() if piece.id in ("die:1", "die:p1")]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = Shop(tmp_path, DICE)
    assert shop.bench.do(Open("die")).ok
    return shop


def show(shop: Shop) -> None:
    """Turn the die to the wanted face; where the face is doubted, the owner confirms it."""
    assert shop.bench.do(SimulatedShow()).ok
    shop.clock.now += 10
    shop.bench.do(Settled())
    assert shop.bench.state.die is not None
    if shop.bench.state.die.doubt:
        assert shop.bench.do(ConfirmFace()).ok


def test_one_picture_is_enough_to_learn_a_die(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = shop.note_locks(monkeypatch)
    assert "Say what the die is called" in shop.bench.do(BeginDie(" ", "pips")).words
    assert "cannot be shown" in shop.bench.do(BeginDie("A\u202eb", "numbers")).words
    assert "no die Snape; it has: " in shop.bench.do(BeginDie("Snape", "numbers")).words
    assert shop.bench.do(BeginDie("Pipped die 1", "pips")).ok
    assert not shop.bench.do(KeepDie()).ok
    show(shop)
    shop.bench.do(Settled())
    shop.bench = shop.started()
    assert shop.bench.do(Open("die")).ok
    die = shop.bench.state.die
    assert die is not None
    assert (die.piece, die.pictured, die.wanted) == ("die:p1", ("6",), "1")
    assert "Pipped die 1 is learnt" in shop.bench.do(KeepDie()).words
    gallery = load_gallery(shop.home)
    assert [side.side for side in gallery.of("die:p1")] == ["6"]
    assert locked == [True]
    assert len(gallery.owner) == 1
    assert portrait_of(shop.home, gallery, "die:p1", "6")
    assert shop.bench.state.die is None


def test_a_die_with_the_name_of_a_taught_stone_gets_an_id_of_its_own(shop: Shop) -> None:
    crop, stone = np.full((1, 64, 64, 3), 120, np.uint8), Side("stone:32", "stone", "symbol", name="Hagrid")
    save_gallery(shop.home, load_gallery(shop.home).with_crops(stone, crop, load_embedder()))
    bench = WizardDispatch(WizardSession(shop.vision, shop.eye, shop.progress.append, lambda: shop.word, None))
    assert bench.do(Open("die")).ok
    assert bench.do(BeginDie("hagrid", "numbers")).ok
    assert bench.state.die is not None
    assert bench.state.die.piece == f"die:{HAGRID}"


@pytest.mark.parametrize(
    ("die", "facts", "name", "taught_as"),
    [
        ("die:first", {"name": "Rook"}, "rook", "die:first"),
        ("die:1", {"listed": HAGRID}, "Hagrid", "die:1"),
        (f"die:{HAGRID}", {"name": "Rook"}, "Hagrid", f"die:{HAGRID}.2"),
        ("die:bishop", {"name": "Rook"}, "Bishop!", "die:bishop.2"),
        ("die:own", {"name": "犬"}, "猫", "die:own.2"),
    ],
)
def test_an_entered_die_is_taught_under_its_name_alone(
    shop: Shop, die: str, facts: dict[str, str | int], name: str, taught_as: str
) -> None:
    """An entry that its owner renames keeps its id, so that another die would get its Power."""
    keep_die(shop.home, die, facts)
    bench = WizardDispatch(WizardSession(shop.vision, shop.eye, shop.progress.append, lambda: shop.word, None))
    bench.do(Open("die"))
    assert bench.do(BeginDie(name, "numbers")).ok
    assert bench.state.die is not None
    assert bench.state.die.piece == taught_as


def test_a_picture_can_be_taken_again_and_the_sticker_turned(shop: Shop) -> None:
    shop.bench.do(BeginDie("Heron", "numbers"))
    assert "no die" in shop.bench.do(TakePicture()).words
    assert not shop.bench.do(TurnPicture()).ok
    show(shop)
    assert shop.bench.do(TurnPicture()).ok
    assert shop.bench.do(DropLastPicture()).ok
    assert not shop.bench.do(DropLastPicture()).ok
    die = shop.bench.state.die
    assert die is not None
    assert not die.pictured


def test_each_face_is_pictured_as_it_comes_to_rest(shop: Shop) -> None:
    shop.bench.do(BeginDie("Pipped die 1", "pips"))
    while shop.bench.state.die is not None and shop.bench.state.die.wanted:
        show(shop)
    assert shop.bench.do(KeepDie()).ok
    gallery = load_gallery(shop.home)
    assert [side.side for side in gallery.of("die:p1")] == list("612345")
    assert len(gallery.owner) == 6


def test_a_die_that_was_not_touched_is_asked_about(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.wizards.teach_die.doubt_about", lambda *_: "")
    shop.bench.do(BeginDie("Pipped die 1", "pips"))
    show(shop)
    answer = shop.bench.do(TakePicture())
    assert not answer.ok
    assert "still lies as in the last picture, and I asked for the 1" in answer.words
    assert shop.bench.do(DropLastPicture()).ok
    assert not shop.bench.do(TakePicture()).ok
    assert shop.bench.do(ConfirmFace()).ok
    assert shop.bench.do(DropLastPicture()).ok
    die = shop.bench.state.die
    assert die is not None
    assert (die.pictured, die.doubt) == (("6",), "")
    assert shop.bench.do(TakePicture()).ok, "another picture of the same face"


def test_a_sticker_that_is_shown_again_is_no_number(shop: Shop) -> None:
    shop.bench.do(BeginDie("Heron", "numbers"))
    show(shop)
    shop.table.throw(["die:1"], {"die:1": "power"}, alone=True)
    shop.clock.now += 10
    shop.bench.do(Settled())
    die = shop.bench.state.die
    assert die is not None
    assert (die.pictured, die.doubt) == (
        ("power",),
        "That looks like a picture side to me, and I asked for the 1. Is it the 1?",
    )
    assert shop.bench.do(DropLastPicture()).ok
    for number in "12345":
        assert shop.bench.do(SimulatedShow()).ok
        shop.clock.now += 10
        shop.bench.do(Settled())
        assert shop.bench.state.die is not None
        assert (shop.bench.state.die.pictured[-1], shop.bench.state.die.doubt) == (number, "")


def test_a_sticker_that_looks_like_another_is_asked_about_before_the_next_face(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.wizards.teach_die.alike_sticker", lambda *_: "It looks like Lantern.")
    shop.bench.do(BeginDie("Heron", "numbers"))
    assert shop.bench.do(SimulatedShow()).ok
    shop.clock.now += 10
    shop.bench.do(Settled())
    die = shop.bench.state.die
    assert die is not None
    assert (die.pictured, die.wanted) == ((), "power"), "nothing else is asked for while the question is open"
    assert die.doubt == "It looks like Lantern."
    assert shop.bench.do(ConfirmFace()).ok
    assert shop.bench.state.die is not None
    assert (shop.bench.state.die.pictured, shop.bench.state.die.doubt) == (("power",), "")


def test_no_die_is_learnt_in_the_dark(shop: Shop) -> None:
    shop.bench.do(BeginDie("Heron", "numbers"))
    show(shop)
    shop.table.throw(["die:1"], {"die:1": "1"}, alone=True)
    shop.clock.now += 10
    shop.table.fault("dark")
    answer = shop.bench.do(TakePicture())
    assert not answer.ok
    assert "too dark to read anything" in answer.words
