"""What each Power can do, in a line for a button and at length, with the rules; and our own signs for the Powers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.phrases import Phrase
from rules.core.rulebook import Rule
from rules.dicers.dice import EVOKED, STORED
from rules.dicers.rulebook import BOOK


@dataclass(frozen=True, slots=True)
class Help:
    """One Power: its name in a set-up, its title, one line, and the prefix of its rules."""

    name: str
    title: str
    line: str
    prefix: str

    @property
    def stored(self) -> bool:
        """Whether it is a Reserve Power."""
        return self.name in STORED

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All that the book says of it."""
        return tuple(rule for rule in BOOK if rule.id.startswith(self.prefix))


_LINES = {
    "expel": ("EXP", Phrase("The beaten die goes to its owner's Dungeon.")),
    "activate-reserve": ("ACT", Phrase("One of your Reserve dice goes from Front Line or Keep to your Reserve.")),
    "banish": ("BAN", Phrase("A die of the other player goes to their Dungeon, and only a 6 frees it.")),
    "capture": ("CAP", Phrase("The beaten die becomes your hostage, under this one.")),
    "cast-spell": ("SPL", Phrase("Roll this die once more: the number says what the spell does.")),
    "counter-capture": ("CCP", Phrase("Your dice held under one of the other's come back to your Keep.")),
    "greater-expel": ("GEX", Phrase("Any die of the other's Front Line, Keep or Reserve goes to their Dungeon.")),
    "mimic": ("MIM", Phrase("Does what the beaten die can, against its owner.")),
    "refresh": ("REF", Phrase("One die of your Keep moves up to your Front Line.")),
    "retire": ("RET", Phrase("One die of the other's Front Line goes back to their Keep.")),
    "reverse": ("REV", Phrase("One player's Keep and Front Line change places.")),
    "spy": ("SPY", Phrase("The other player shows you the Powers of all their dice.")),
    "summon": ("SUM", Phrase("One die of your Dungeon comes back to your Front Line.")),
    "swap": ("SWP", Phrase("Two of your dice change places, or two of the other's.")),
    "add": ("ADD", Phrase("Raises your roll by the number on the die.")),
    "subtract": ("SUB", Phrase("Lowers the other's roll by the number on the die.")),
    "always-beats-odd": ("ABT", Phrase("Beats the other's roll if that is odd.")),
    "always-beats-even": ("ABT", Phrase("Beats the other's roll if that is even.")),
    "challenge": ("CHL", Phrase("You choose the die that the Defender has to advance.")),
    "escape": ("ESC", Phrase("Ends the Round at once; nobody wins it.")),
    "extra-roll": ("XRL", Phrase("One more roll for your die in the Arena.")),
    "first-cast": ("FST", Phrase("The Defender has to roll first.")),
    "force-roll": ("FRL", Phrase("The other has to roll their die once more.")),
    "freeze": ("FRZ", Phrase("The other has to keep the roll that lies there.")),
    "guardian": ("GRD", Phrase("Fights in the Arena in place of your die.")),
    "shield": ("SHD", Phrase("Goes to the Dungeon in place of your beaten die.")),
}
POWERS = {
    name: Help(name, name.replace("-", " ").title(), _LINES[name][1], f"DIC-P-{_LINES[name][0]}-")
    for name in EVOKED + STORED
}


def modifiers(words: str, doubled: bool) -> Iterable[Rule]:
    """What the book says of what stands after a Power, read off its *words* ("Summon All Students")."""
    marks = {" All": "DIC-M-ALL-", "only)": "DIC-M-ALN-"}
    wanted = [prefix for mark, prefix in marks.items() if mark in words] + (["DIC-M-DBL-"] if doubled else [])
    return (rule for rule in BOOK if rule.id.startswith(tuple(wanted)))


FIGURES = (
    "M-6-16a9 9 0 1 0 .1 0zM-22 34c0-20 6-30 16-30s16 10 16 30z",
    "M-32 32h52l-8-7L0-18-12-6l-14 31z",
    "M-30 6c4-16 20-22 32-16l14-8-4 14c8 16-4 30-20 30h-14l-8 8 2-12c-4-4-4-10-2-16z",
    "M-6-20l6 18h18L4 9l6 21L-6 17l-16 13 6-21-14-11h18z",
    "M-12-20h12v14c12 4 14 16 14 38h-40c0-22 2-34 14-38z",
    "M-6-20c20 10 22 30 0 52-22-22-20-42 0-52z",
    "M-32-10l13 12 13-22L7 2l13-12-4 40h-44z",
    "M-18-16a12 12 0 1 0 .1 0zM-9 5L16 32M6 20l6-6M12 27l6-6",
)
SIGNS = {
    "expel": "M0-20v27M-11-4L0 7 11-4M-17 18h34",
    "greater-expel": "M-9-20v25M-17-3L-9 5-1-3M9-20v25M1-3L9 5l8-8M-19 18h38",
    "summon": "M-17-19h34M0 20V-9M-11 2L0-9 11 2",
    "refresh": "M0 14V-17M-11-6L0-17 11-6M-15 20h30",
    "retire": "M0-14v31M-11 6L0 17 11 6M-15-20h30",
    "reverse": "M-9 18V-18M-17-10l8-8 8 8M9-18v36M17 10l-8 8-8-8",
    "swap": "M-18-8h36M9-17l9 9-9 9M18 10h-36M-9 1l-9 9 9 9",
    "capture": "M-17-20h34v15h-34zM-17 4h34v16h-34zM-6 4v16M6 4v16",
    "counter-capture": "M-17 4h34v16h-34zM-6 4v16M6 4v16M0-2v-18M-9-12l9-9 9 9",
    "banish": "M-18 0a18 18 0 1 0 36 0 18 18 0 1 0-36 0M-12-12L12 12",
    "cast-spell": "M-19 20L4-3M9-21l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z",
    "mimic": "M-20-2a12 12 0 1 0 24 0 12 12 0 1 0-24 0M-4 4a12 12 0 1 0 24 0 12 12 0 1 0-24 0",
    "spy": "M-21 0c9-16 33-16 42 0-9 16-33 16-42 0M-5 0a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
    "activate-reserve": "M-18 3v16h36V3M0-20v27M-10-3L0 7 10-3",
    "add": "M0-17v34M-17 0h34",
    "subtract": "M-17 0h34",
    "challenge": "M-17-18L15 14M17-18L-15 14M8 18l9-9M-8 18l-9-9",
    "escape": "M4-19h-21v38H4M-6 0h25M10-9l9 9-9 9",
    "extra-roll": "M13-12A17 17 0 1 0 17 4M15-21v11H4M0-6v12M-6 0h12",
    "first-cast": "M-13 20v-38h27l-8 9 8 9h-27",
    "force-roll": "M13-12A17 17 0 1 0 17 4M15-21v11H4M0-7v8M0 7v1",
    "freeze": "M0-21v42M-18-10L18 10M-18 10l36-20M-6-17l6 5 6-5M-6 17l6-5 6 5",
    "guardian": "M-6-14a6 6 0 1 0 12 0 6 6 0 1 0-12 0M-14 20v-8a14 14 0 0 1 28 0v8z",
    "shield": "M0-21l17 6c0 18-6 29-17 36-11-7-17-18-17-36z",
}
