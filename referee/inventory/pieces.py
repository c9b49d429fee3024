"""What the owner entered about stones (HOME/owned.json lists those that are not taught) and dice (HOME/dice.json).

The facts about dice are those of a set-up that no camera can read (docs/facts/dicers.md, "of a die"). An incomplete
entry is stored too; the die can be used in the games for which its facts suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from calibration.storage.files import JsonStore, check_format, load_json, save_json
from rules.casting_stones.stones import CATALOGUE
from rules.casting_stones.table import stone_type
from rules.core.phrases import Phrase
from rules.dicers.dice import read_die
from rules.dicers.table import die_name, with_bonus
from vision.recognition.gallery import Gallery

FILE = "owned.json"
LISTED = frozenset(entry.number for entry in CATALOGUE)
MOST = 200
"""Most dice that one home stores."""
Facts = Mapping[str, Any]


def stones_of(gallery: Gallery) -> tuple[Mapping[str, Any], ...]:
    """The taught stones as a set-up lists its pieces (docs/facts.md), in the order they were taught."""
    known = {side.piece: side for side in reversed(gallery.sides) if side.kind == "stone"}
    return tuple(
        {
            "piece": piece,
            "name": known[piece].name or piece,
            "type": stone_type(known[piece].colour),
            "number": gallery.number(piece),
            "colour": known[piece].colour,
        }
        for piece in gallery.pieces()
        if piece in known
    )


def load_owned_stones(home: Path) -> frozenset[int]:
    """The catalogue numbers of the stones that the owner has ticked.

    Raises:
        StoreError: where the file is damaged.
    """
    return load_json(
        home / FILE, _stones, frozenset(), Phrase("Tick your stones again under “Collection”, or restore a backup.")
    )


def save_owned_stones(home: Path, stones: Iterable[int]) -> None:
    """Store the catalogue numbers that are ticked; raises StoreError where they cannot be written."""
    save_json(home / FILE, {"format": 1, "stones": sorted(LISTED.intersection(stones))})


def _stones(body: Any) -> frozenset[int]:
    return LISTED.intersection(body["stones"])


def load_dice(home: Path) -> Mapping[str, Facts]:
    """The facts of all dice that were entered, by id, in the order of entry, without dice that are not possible.

    Raises:
        StoreError: where the file is damaged.
    """
    return {die: facts for die, facts in _STORE.load(home).items() if _is_possible(die, facts)}


def keep_die(home: Path, die: str, facts: Facts | None) -> None:
    """Store the *facts* about *die*; None removes them.

    Raises:
        ValueError: with a sentence for people, for an impossible die, or (StoreError) where the file cannot be used.
    """
    if facts is not None:
        check(die, facts)
    _STORE.change(home, lambda dice: _with(dice, die, facts))


def _with(dice: Mapping[str, Facts], die: str, facts: Facts | None) -> Mapping[str, Facts]:
    """*dice* with new facts for *die*, which keeps its place; without it where *facts* is None."""
    changed = {**dice, die: facts}
    remaining = {name: dict(entered) for name, entered in changed.items() if entered is not None}
    if len(remaining) > MOST:
        raise ValueError(Phrase("This table keeps {most} dice at most: forget one first.", most=MOST))
    return remaining


def check(die: str, facts: Facts) -> None:
    """Check that a die with these facts is possible; facts may be missing.

    Raises:
        ValueError: with a sentence for people, where it is not.
    """
    read_die(die, with_bonus(facts))


def _is_possible(die: str, facts: Facts) -> bool:
    try:
        check(die, facts)
    except ValueError:
        return False
    return True


def dice_of(home: Path, gallery: Gallery) -> tuple[Facts, ...]:
    """The dice that were taught or entered, those entered first: ``piece``, ``name``, ``taught`` and ``facts``.

    ``taught`` are the sides that were shown to the camera, ``facts`` what a set-up says of a die
    (docs/facts/dicers.md); of a die that was only taught, its name.

    Raises:
        StoreError: where the file is damaged.
    """
    taught_names = {side.piece: side.name for side in gallery.sides if side.kind == "die"}
    entered = load_dice(home)
    others = {die: {"name": name} if name else {} for die, name in taught_names.items() if die not in entered}
    return tuple(
        {"piece": die, "name": die_name(die, facts), "taught": _taught(gallery, die), "facts": facts}
        for die, facts in {**entered, **others}.items()
    )


def dice_names(home: Path, gallery: Gallery) -> dict[str, str]:
    """The names of the dice of `dice_of`, by id, without those that nobody named."""
    return {str(die["piece"]): str(die["name"]) for die in dice_of(home, gallery) if die["facts"]}


def _taught(gallery: Gallery, die: str) -> frozenset[str]:
    return frozenset(side.side for side in gallery.of(die))


def _dice(body: Any) -> dict[str, Facts]:
    check_format(body)
    return {str(die): _told(facts) for die, facts in body["dice"].items()}


def _told(facts: Facts) -> Facts:
    """The facts of a die in the file, without those that are null: nobody has told them."""
    return {name: value for name, value in facts.items() if value is not None}


_STORE: JsonStore[Mapping[str, Facts]] = JsonStore(
    name="dice.json",
    read=_dice,
    body=lambda dice: {"format": 1, "dice": dice},
    empty={},
    mend=Phrase("Enter your dice again, or restore a backup."),
)
