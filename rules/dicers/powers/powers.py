"""The table of Powers that act when a Round is won: what each may choose, what it does, and by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.dicers.powers import aims
from rules.dicers.powers.changes import Banish, Change, Exchange, Expel, Hurry, Move, Show, Take, Undo
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, State, Zone

Changes = tuple[Change, ...]
Side = Literal["own", "foe", "either"]


@dataclass(frozen=True, slots=True)
class EvokedPower:
    """One Power of the winning die.

    ``aims`` offers what it may be applied to, ``where`` says which dice it reaches; ``does`` says what changes for one
    of them.  ``asks`` is how the player is asked to choose; where it is empty, the Power is applied to all that
    ``aims`` offers.  ``count``: how many are chosen, 0 for a Power without a number, which Double Down leaves as it
    is; ``upto``: fewer will do.  ``side``: whose dice an All Power works on; ``single``: even then one choice is made.
    """

    where: Reason
    aims: Callable[[State, Call], tuple[str, ...]]
    does: Callable[[State, Call, str], Changes]
    asks: Phrase | None = None
    count: int = 1
    upto: bool = False
    side: Side = "foe"
    single: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say what the Power reaches."""
        return self.where.rules


def _expel(state: State, call: Call, die: str) -> Changes:
    beaten = ("DIC-P-EXP-01", "DIC-P-EXP-02", "DIC-Q-56")
    rules = ("DIC-M-ALL-02", "DIC-P-EXP-02") if call.type else beaten
    return (Expel(die, rules, plain=not call.type),)


def _greater(state: State, call: Call, die: str) -> Changes:
    rules: tuple[str, ...] = ("DIC-P-GEX-01", "DIC-P-GEX-02")
    rules += ("DIC-A-31",) if state.zones[die] == "reserve" else ()
    rules += ("DIC-Q-21",) if state.zones[die] == "arena" else ()
    return (Expel(die, rules),)


def _banish(state: State, call: Call, die: str) -> Changes:
    return (Banish(die, ("DIC-Q-21",) if state.zones[die] == "arena" else ()),)


def _store(state: State, call: Call, die: str) -> Changes:
    stored = Move(die, "reserve", ("DIC-P-ACT-01", "DIC-P-ACT-02", "DIC-P-ACT-03", "DIC-Q-47"))
    return (stored, Hurry(die)) if state.setting.on("activate_reserve_uses_now") else (stored,)


def _captured(*rules: str) -> Callable[[State, Call, str], Changes]:
    return lambda state, call, die: (Take(die, call.die, rules),)


def _counter(state: State, call: Call, top: str) -> Changes:
    rules = ("DIC-P-CCP-01", "DIC-P-CCP-02", "DIC-P-CCP-03", "DIC-P-CAP-11", "DIC-Q-60")
    everywhere = state.setting.on("counter_capture_all")
    tops = aims.stacks_against(state, call) if everywhere else (top,)
    return tuple(Undo(each, rules) for each in tops)


def _moved_to(zone: Zone, *rules: str) -> Callable[[State, Call, str], Changes]:
    return lambda state, call, die: (Move(die, zone, rules),)


def _spell_expel(rule: str) -> Callable[[State, Call, str], Changes]:
    return lambda state, call, die: (Expel(die, (rule,)),)


def _reverse(state: State, call: Call, player: str) -> Changes:
    up, back = aims.reversed_rows(state, call, player)
    rules = ("DIC-P-REV-01" if player == call.player else "DIC-P-REV-02", "DIC-Q-57")
    return (*(Move(die, "front", rules) for die in up), *(Move(die, "keep", rules) for die in back))


def _spy(state: State, call: Call, player: str) -> Changes:
    return (Show(aims.spied(state, call), call.player, ()),)


def _summon(state: State, call: Call, die: str) -> Changes:
    rules = {
        "dungeon": ("DIC-P-SUM-01", "DIC-I-16"),
        "keep": ("DIC-P-SUM-02", "DIC-Q-29"),
        "hostage": ("DIC-P-SUM-03", "DIC-P-CAP-12", "DIC-Q-26"),
        "reserve": ("DIC-P-SUM-01",),
    }[state.zones[die]]
    named = ("DIC-M-ALL-05",) if call.power.all == "any" else ("DIC-M-ALL-06",)
    return (Move(die, "front", rules + ((*named, "DIC-Q-61") if call.type else ())),)


def _swap(state: State, call: Call, second: str) -> Changes:
    return (Exchange(call.first, second, _swap_rules(state, call, (call.first, second))),)


def _swap_rules(state: State, call: Call, pair: tuple[str, str]) -> tuple[str, ...]:
    """The rules of a swap, those of its special uses first."""
    zones = {state.zones[die] for die in pair}
    places: tuple[str, ...] = () if "reserve" in zones else ("DIC-P-SWP-02",)
    places += ("DIC-I-16",) if "dungeon" in zones else ()
    special = (*_hostage_rules(state, call, pair), *_new_top_rules(state, pair))
    return (*special, "DIC-P-SWP-01", *places, "DIC-P-SWP-03", "DIC-Q-23", "DIC-Q-24")


def _hostage_rules(state: State, call: Call, pair: tuple[str, str]) -> tuple[str, ...]:
    if not any(state.zones[die] == "hostage" for die in pair):
        return ()
    own = state.owners[pair[0]] == call.player
    return ("DIC-P-SWP-04", *(("DIC-P-SWP-05", "DIC-P-CAP-13") if own else ("DIC-P-SWP-09",)), "DIC-Q-30")


def _new_top_rules(state: State, pair: tuple[str, str]) -> tuple[str, ...]:
    """The rules by which a die with hostages gives its place to another; citing the Power's own would reveal it."""
    if not state.stacks.keys() & set(pair):
        return ()
    return ("DIC-P-SWP-06", "DIC-P-SWP-07", "DIC-P-SWP-08", "DIC-Q-31")


def _never(state: State, call: Call) -> tuple[str, ...]:
    return ()


def _nothing(state: State, call: Call, die: str) -> Changes:
    return ()


def _own_die(state: State, call: Call) -> tuple[str, ...]:
    return (call.die,)


def _spell_backfires(state: State, call: Call, die: str) -> Changes:
    return (Expel(die, ("DIC-P-SPL-02",), plain=True, own=True),)


_because = BOOK.because
EVOKED_POWERS: dict[str, EvokedPower] = {
    "expel": EvokedPower(_because("Expel reaches the beaten die.", "DIC-P-EXP-01"), aims.expellable, _expel, count=0),
    "activate-reserve": EvokedPower(
        _because(
            "Activate Reserve reaches dice with a Reserve Power in their player's Front Line and Keep.", "DIC-P-ACT-01"
        ),
        aims.storable,
        _store,
        Phrase("{player} puts a die in Reserve."),
        side="own",
    ),
    "banish": EvokedPower(
        _because("Banish reaches the other player's dice in Front Line, Keep, Dungeon and Reserve.", "DIC-P-BAN-01"),
        aims.banishable,
        _banish,
        Phrase("{player} chooses a die to banish."),
    ),
    "capture": EvokedPower(
        _because("Capture reaches the beaten die.", "DIC-P-CAP-01"), aims.capturable, _captured(), count=0
    ),
    "counter-capture": EvokedPower(
        _because("Counter Capture reaches a die of the other player with hostages under it.", "DIC-P-CCP-01"),
        aims.stacks_against,
        _counter,
        Phrase("{player} chooses a Capture to undo."),
        side="either",
    ),
    "greater-expel": EvokedPower(
        _because("Greater Expel reaches the other player's dice in Front Line, Keep and Reserve.", "DIC-P-GEX-01"),
        aims.greater,
        _greater,
        Phrase("{player} chooses a die to expel."),
    ),
    "refresh": EvokedPower(
        _because("Refresh reaches dice of the player's own Keep.", "DIC-P-REF-01"),
        aims.refreshable,
        _moved_to("front", "DIC-P-REF-01", "DIC-I-12"),
        Phrase("{player} moves a die up from the Keep."),
        side="own",
    ),
    "retire": EvokedPower(
        _because("Retire reaches dice of the other player's Front Line.", "DIC-P-RET-01"),
        aims.retirable,
        _moved_to("keep", "DIC-P-RET-01"),
        Phrase("{player} sends a die back to its Keep."),
    ),
    "reverse": EvokedPower(
        _because("Reverse changes the rows of one of the two players.", "DIC-P-REV-01"),
        aims.reversible,
        _reverse,
        Phrase("{player} chooses whose rows change places."),
        count=0,
        side="either",
        single=True,
    ),
    "spy": EvokedPower(
        _because("Spy shows the other player's dice.", "DIC-P-SPY-01"),
        lambda state, call: (aims.foe(state, call),),
        _spy,
        count=0,
    ),
    "summon": EvokedPower(
        _because("Summon reaches dice of the player's own Dungeon, and own hostages.", "DIC-P-SUM-01"),
        aims.summonable,
        _summon,
        Phrase("{player} chooses a die to summon."),
        side="own",
    ),
    "swap": EvokedPower(
        _because("Swap reaches dice in Front Line, Keep and Dungeon, and hostages.", "DIC-P-SWP-01", "DIC-P-SWP-02"),
        aims.swappable,
        _swap,
        Phrase("{player} chooses a die to swap."),
        side="either",
        single=True,
    ),
    "spell-1": EvokedPower(
        _because("The spell backfires on the die that cast it.", "DIC-P-SPL-02"),
        _own_die,
        _spell_backfires,
        count=0,
        single=True,
    ),
    "spell-2": EvokedPower(
        _because("The spell reaches dice of the player's own Keep.", "DIC-P-SPL-03"),
        aims.refreshable,
        _moved_to("front", "DIC-P-SPL-03"),
        Phrase("{player} moves a die up from the Keep."),
        side="own",
        single=True,
    ),
    "spell-3": EvokedPower(
        _because("The spell reaches dice of the other player's Front Line.", "DIC-P-SPL-04"),
        aims.retirable,
        _moved_to("keep", "DIC-P-SPL-04"),
        Phrase("{player} may send a die back."),
        count=2,
        upto=True,
        single=True,
    ),
    "spell-4": EvokedPower(
        _because("The spell captures the beaten die.", "DIC-P-SPL-05"),
        aims.capturable,
        _captured("DIC-P-SPL-05"),
        count=0,
        single=True,
    ),
    "spell-5": EvokedPower(
        _because("The spell reaches dice of the other player's Front Line and Keep.", "DIC-P-SPL-06"),
        aims.spellbound,
        _spell_expel("DIC-P-SPL-06"),
        Phrase("{player} chooses a die to expel."),
        single=True,
    ),
    "spell-6": EvokedPower(
        _because("The spell reaches dice of the other player's Front Line and Keep.", "DIC-P-SPL-07"),
        aims.spellbound,
        _spell_expel("DIC-P-SPL-07"),
        Phrase("{player} chooses a die to expel."),
        count=2,
        single=True,
    ),
    "mimic": EvokedPower(_because("Mimic copies the Power of the beaten die.", "DIC-P-MIM-01"), _never, _nothing),
}
SPELL_WORDS = {
    1: Phrase("the die itself is expelled."),
    2: Phrase("a die moves up from the Keep."),
    3: Phrase("up to two of the other's dice go back to their Keep."),
    4: Phrase("the beaten die is captured."),
    5: Phrase("one of the other's dice is expelled."),
    6: Phrase("two of the other's dice are expelled."),
}
SPELL_WORDS_DOUBLED = {
    **SPELL_WORDS,
    2: Phrase("two dice move up from the Keep."),
    3: Phrase("up to four of the other's dice go back to their Keep."),
    5: Phrase("two of the other's dice are expelled."),
    6: Phrase("four of the other's dice are expelled."),
}
"""The same after Double Down (DIC-Q-49)."""
_CHART = BOOK.cite(
    *("DIC-P-SPL-02", "DIC-P-SPL-03", "DIC-P-SPL-04", "DIC-P-SPL-05", "DIC-P-SPL-06", "DIC-P-SPL-07"),
)
SPELL_RULES = {number: (rule,) for number, rule in zip(SPELL_WORDS, _CHART, strict=True)}
"""The line of the chart for each number that the spell may show."""
