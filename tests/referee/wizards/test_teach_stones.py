"""Every taught stone gets an id of its own, whatever was entered before and whatever else has its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.table_files import load_gallery, save_gallery
from referee.model.wizard_commands import KeepStones, Open, StoneEntry, TakePicture
from referee.wizards.session import WizardSession
from referee.wizards.worker import WizardDispatch
from tests.referee.shop import Shop
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """The wizards over a real camera: nothing but the pictures says which stone lies where."""
    shop = Shop(tmp_path)
    session = WizardSession(shop.vision, shop.eye, shop.progress.append, lambda: shop.word, None)
    shop.bench = WizardDispatch(session)
    return shop


def pictured(shop: Shop) -> None:
    """Take both pictures of the three stones."""
    assert shop.bench.do(Open("teach")).ok
    shop.table.throw(list(shop.table.pieces), alone=True)
    shop.clock.now += 10
    assert shop.bench.do(TakePicture()).ok
    shop.table.turn_over()
    shop.clock.now += 10
    shop.bench.do(TakePicture())
    assert shop.bench.state.lesson is not None
    assert len(shop.bench.state.lesson.rows) == 3


def named(*names: str, number: str = "7") -> KeepStones:
    return KeepStones(tuple(StoneEntry(name, number, "element") for name in names), certain=True)


def names_of(gallery: Gallery) -> dict[str, str | None]:
    return {piece: gallery.of(piece)[0].name for piece in gallery.pieces()}


def test_a_corrected_name_leaves_no_trace_in_the_id(shop: Shop) -> None:
    pictured(shop)
    assert not shop.bench.do(named("Cat", "Ours", "Own", number="")).ok
    assert shop.bench.do(named("Mouse", "Ours", "Own")).ok
    assert names_of(load_gallery(shop.home)) == {"stone:100": "Mouse", "stone:ours": "Ours", "stone:own": "Own"}


def test_a_recognised_stone_that_is_another_one_of_the_list_does_not_replace_it(shop: Shop) -> None:
    pictured(shop)
    assert shop.bench.do(named("Cat", "Ours", "Own")).ok
    pictured(shop)
    assert shop.bench.state.lesson is not None
    rows = shop.bench.state.lesson.rows
    assert {row.known for row in rows} == {"stone:112", "stone:ours", "stone:own"}
    corrected = {"Cat": "Mouse", "Ours": "Ours by the door", "Own": "Own"}
    assert shop.bench.do(named(*(corrected[row.name] for row in rows))).ok
    known = names_of(load_gallery(shop.home))
    assert known == {"stone:112": "Cat", "stone:100": "Mouse", "stone:ours": "Ours by the door", "stone:own": "Own"}


def test_a_recognised_stone_with_the_name_of_another_is_asked_about(shop: Shop) -> None:
    pictured(shop)
    assert shop.bench.do(named("Cat", "Ours", "Own")).ok
    pictured(shop)
    assert shop.bench.state.lesson is not None
    swapped = {"Cat": "Cat", "Ours": "Own", "Own": "Ours"}
    names = [swapped[row.name] for row in shop.bench.state.lesson.rows]
    answer = shop.bench.do(replace(named(*names), certain=False))
    place = names.index("Own") + 1
    assert (answer.ok, answer.confirm) == (False, True)
    assert f"Stone {place} looks like Ours, which is taught already, and you call it Own." in answer.words
    assert "looks like Cat" not in answer.words
    assert len(load_gallery(shop.home).of("stone:own")) == 2, "nothing is learnt before the answer"


def test_a_recognised_stone_is_renamed_where_its_old_pictures_are_forgotten(shop: Shop) -> None:
    pictured(shop)
    assert shop.bench.do(named("Cat", "Ours", "Own")).ok
    pictured(shop)
    assert shop.bench.state.lesson is not None
    rows, again = shop.bench.state.lesson.rows, {"Cat": "Mouse", "Ours": "Ours", "Own": "Own"}
    afresh = [StoneEntry(again[row.name], "9", "artifact", afresh=True) for row in rows]
    assert shop.bench.do(KeepStones(tuple(afresh), certain=True)).ok
    assert names_of(load_gallery(shop.home)) == {"stone:112": "Mouse", "stone:ours": "Ours", "stone:own": "Own"}


def test_a_second_stone_of_a_recognised_name_is_another_stone(shop: Shop) -> None:
    pictured(shop)
    assert shop.bench.do(named("Cat", "猫", "犬")).ok
    gallery = load_gallery(shop.home)
    assert names_of(gallery) == {"stone:112": "Cat", "stone:own": "猫", "stone:own.2": "犬"}
    save_gallery(shop.home, gallery.without("stone:own"))
    pictured(shop)
    assert shop.bench.state.lesson is not None
    assert shop.bench.do(named(*(row.name or "cat" for row in shop.bench.state.lesson.rows))).ok
    assert names_of(load_gallery(shop.home)) == {"stone:112": "Cat", "stone:own.2": "犬", "stone:112.2": "cat"}


def test_a_stone_with_the_name_of_a_taught_die_is_no_die(shop: Shop) -> None:
    crop = np.full((1, 64, 64, 3), 120, np.uint8)
    die = Side("die:8", "die", "power", name="Cat")
    save_gallery(shop.home, load_gallery(shop.home).with_crops(die, crop, load_embedder()))
    pictured(shop)
    assert shop.bench.do(named("Cat", "Ours", "Own")).ok
    gallery = load_gallery(shop.home)
    assert gallery.of("die:8") == (die,)
    assert {side.kind for side in gallery.of("stone:112")} == {"stone"}
