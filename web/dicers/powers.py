"""What each Power can do, in a line for a button and at length for whoever asks, with the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
    "expel": ("EXP", "The beaten die goes to its owner's Dungeon."),
    "activate-reserve": ("ACT", "One of your Reserve dice goes from Front Line or Keep to your Reserve."),
    "banish": ("BAN", "A die of the other player goes to his Dungeon, and only a 6 frees it."),
    "capture": ("CAP", "The beaten die becomes your hostage, under this one."),
    "cast-spell": ("SPL", "Roll this die once more: the number says what the spell does."),
    "counter-capture": ("CCP", "Your dice held under one of the other's come back to your Keep."),
    "greater-expel": ("GEX", "Any die of the other's Front Line, Keep or Reserve goes to his Dungeon."),
    "mimic": ("MIM", "Does what the beaten die can, against its owner."),
    "refresh": ("REF", "One die of your Keep moves up to your Front Line."),
    "retire": ("RET", "One die of the other's Front Line goes back to his Keep."),
    "reverse": ("REV", "One player's Keep and Front Line change places."),
    "spy": ("SPY", "The other player shows you the Powers of all his dice."),
    "summon": ("SUM", "One die of your Dungeon comes back to your Front Line."),
    "swap": ("SWP", "Two of your dice change places, or two of the other's."),
    "add": ("ADD", "Raises your roll by the number on the die."),
    "subtract": ("SUB", "Lowers the other's roll by the number on the die."),
    "always-beats-odd": ("ABT", "Beats the other's roll if that is odd."),
    "always-beats-even": ("ABT", "Beats the other's roll if that is even."),
    "challenge": ("CHL", "You choose the die that the Defender has to advance."),
    "escape": ("ESC", "Ends the Round at once; nobody wins it."),
    "extra-roll": ("XRL", "One more roll for your die in the Arena."),
    "first-cast": ("FST", "The Defender has to roll first."),
    "force-roll": ("FRL", "The other has to roll his die once more."),
    "freeze": ("FRZ", "The other has to keep the roll that lies there."),
    "guardian": ("GRD", "Fights in the Arena in place of your die."),
    "shield": ("SHD", "Goes to the Dungeon in place of your beaten die."),
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
