"""How Dicers behave on a real table: unexpected rolls, kept rolls, irregular dice, the moment of a Round's loser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.core.asks import Ask
from rules.core.at_table import Advice, Countdown, RuleIds, SeenPiece, TableRules, UnexpectedThrow, Waiting, due
from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.phrases import Phrase
from rules.dicers.dice import read_die
from rules.dicers.powers.uses import loser_with_reserve
from rules.dicers.state import Cast, State
from rules.dicers.turn.stages import caster, running, stage

MIDDLE_MM = 45.0
"""A die put this near to the middle of the mat is kept (DIC-Q-52): more than the size of a die, 27 mm."""
ENTER_IT = Phrase("{piece} does not lie flat, and counts all the same at this table: enter what it shows.")
OFF_THE_MAT = Phrase("{piece} lies off the mat: roll it again. It costs nothing.")
PERHAPS_OFF = Phrase("Something lies off the mat: if that is it, roll it again. It costs nothing.")
TOUCHES = Phrase("{piece} touches another and cannot be read: slide them apart without turning them.")
IRREGULAR = ("DIC-Q-51",)


class DicersTable(TableRules):
    """The table rules of Dicers."""

    onward: ClassVar[tuple[str, ...]] = ("keep",)
    leisure: ClassVar[tuple[str, ...]] = ("reserve", "alliance")
    to_throw = Phrase("Roll")
    throws = Phrase("{player} rolls.")
    picture_side = Phrase("Power side")
    note_rules: ClassVar[Mapping[str, RuleIds]] = dict.fromkeys(
        ("cocked", "leaner", "stacked", "touching", "unclear", "cut", "off", "missing"), IRREGULAR
    )

    sentences: ClassVar[Mapping[str, Phrase]] = {**TableRules.sentences, "off": OFF_THE_MAT, "beside": PERHAPS_OFF}

    def names(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The figure in each die, without anything that its owner keeps secret."""
        dice = setup.get("dice", {})
        listed = (
            {str(die): die_name(str(die), facts) for die, facts in dice.items()} if isinstance(dice, Mapping) else {}
        )
        return {**super().names(setup), **listed}

    def watched(self, table: Table) -> tuple[str, ...]:
        """The dice in the Arena; none between two Rounds."""
        state: State = table.state
        return () if state.round is None else tuple(cast.die for cast in state.round.casts.values())

    def only_numbers_count(self, ask: Ask) -> bool:
        """Whether the ask is a roll before the first Round, in which it does not matter which dice show the numbers."""
        return ask.kind in ("draft-roll", "first-roll")

    def nothing_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Whether it is the Basic game, the only one without secrets."""
        return setup.get("level") == "basic"

    def irregular(self, note: str, sure: bool, named: bool, setup: Mapping[str, Any]) -> Advice | None:
        """What to do about a die that does not lie flat on the mat: roll it again (DIC-Q-51).

        None where it counts: by house rule a die counts wherever and however it lies.
        """
        anywhere = bool((setup.get("house_rules") or {}).get("off_table_counts"))
        if note == "off" and named:
            return None if anywhere else Advice(self.sentences[note], IRREGULAR)
        if note in ("cocked", "leaner") and anywhere:
            return Advice(ENTER_IT, IRREGULAR)
        if note == "touching":
            return None if sure else Advice(TOUCHES, IRREGULAR)
        return super().irregular(note, sure, named, setup)

    def choice(self, table: Table, pieces: Sequence[SeenPiece]) -> Choose | None:
        """The roll that its player keeps by moving the die, as it lies, to the middle of the mat (DIC-Q-52).

        A die that was taken up comes back thrown, and is not kept.
        """
        dice = {piece.piece: piece for piece in pieces}
        for ask in table.asks:
            if ask.kind == "keep" and _is_put_in_the_middle(dice.get(running(table.state).casts[ask.player].die)):
                return Choose(ask.player, ask.kind, ask.options[0].pick)
        return None

    def countdown(self, table: Table, before: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
        """The countdown in which the loser of a Round may still use a Reserve Power; each play starts it again."""
        state: State = table.state
        seconds = state.setting.house["loser_moment_seconds"]
        if not seconds or not loser_with_reserve(state):
            return None, None
        same = before is not None and before.beat == len(table.entries)
        return before if same else Countdown(len(table.entries), now, float(seconds)), None

    def waiting(self, table: Table) -> Waiting | None:
        """The winner's choice must wait for the countdown, because it ends the use of Reserve Powers (DIC-Q-04)."""
        loser = loser_with_reserve(table.state)
        words = Phrase("{loser} may still use a Reserve Power. Choose when the bar has run out.", loser=loser)
        return Waiting(("win",), words, ("DIC-Q-04",)) if loser else None

    def unexpected(self, table: Table, pieces: Sequence[SeenPiece], came_to_rest: bool) -> UnexpectedThrow | None:
        """A roll in the Arena that is not asked for: too often, a set die, the other player's.

        The rules say what it means; the opponent's first roll keeps the roll that lies there.  Once the Round is
        decided the dice are cleared away, which is no roll.
        """
        state: State = table.state
        if state.phase != "round" or state.todo or stage(state) not in ("cast", "forced"):
            return None
        dice = {piece.piece: piece for piece in pieces}
        for owner, cast in running(state).casts.items():
            die = dice.get(cast.die)
            if die is None or die.side is None or not die.sure or die.side not in state.die(cast.die).sides:
                continue
            rolled = (
                None if cast.die in due(table) else _rolled(die, keeps=came_to_rest and _would_keep(state, owner, cast))
            )
            if rolled is not None:
                return UnexpectedThrow(owner, cast.die, die.side, certain=rolled == "certainly")
        return None


def die_name(die: str, facts: Mapping[str, Any]) -> str:
    """The name of a die: as its owner entered it, else as the printed list has it for its number.

    Raises:
        ValueError: with one sentence for people, where no such die can be.
    """
    return read_die(die, with_bonus(facts)).name


def with_bonus(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that are entered already, with a casting bonus where that is still missing."""
    return {"cb": 1, **{field: value for field, value in facts.items() if value is not None}}


def _rolled(die: SeenPiece, keeps: bool) -> str | None:
    """ "certainly", "perhaps" or None; *keeps*: this would be an opponent's first roll, whose turn it may well be."""
    before = die.counted
    if before is None:
        return "certainly" if keeps and not die.still else None
    if die.turned and before.sure:
        return "certainly"
    if not keeps or not (die.turned or before.moved):
        return None
    return "certainly" if before.taken or before.far else "perhaps"


def _would_keep(state: State, owner: str, cast: Cast) -> bool:
    """Whether a roll by *owner* means that the other player keeps the present roll."""
    first = caster(state) if stage(state) == "cast" else ""
    return first not in ("", owner) and bool(running(state).casts[first].face) and not cast.set


def _is_put_in_the_middle(die: SeenPiece | None) -> bool:
    """Whether a counted die was pushed to the middle of the mat without being turned over."""
    if die is None or die.counted is None or not die.sure:
        return False
    before = die.counted
    on_same_side = before.moved and not before.taken and before.side == die.side
    return on_same_side and _is_middle(die.from_middle_mm) and not _is_middle(before.from_middle_mm)


def _is_middle(from_middle_mm: float | None) -> bool:
    return from_middle_mm is not None and from_middle_mm <= MIDDLE_MM


TABLE = DicersTable()
