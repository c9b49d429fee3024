"""Table rules: how a game behaves on a real table with camera, lamps, buttons and display.

`TableRules` has the behaviour of a game without peculiarities; a game overrides what differs, in the module ``table``
of its package.  All methods are pure.  Pieces are described by plain values, because ``rules/`` does not import vision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rules.core.asks import Ask, pieces_due
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.screen import Mark, ScreenState

if TYPE_CHECKING:
    from rules.core.fold import Table

Lamp = Literal["off", "on", "blink", "flicker"] | int
"""The pattern of a lamp; a number is flashed that many times, again and again."""
RuleIds = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """The state of a piece when it was last counted, compared with now.

    ``side`` is the counted side, ``side_read`` the side that was read, ``sure`` whether that was certain.
    ``taken``: it has been picked up since.  ``moved``: it is in another place now; ``far``: too far away for a push.
    ``from_middle_mm`` was its distance from the middle of the mat (mm; None without a calibration).
    """

    side: str
    side_read: str | None
    sure: bool
    taken: bool
    moved: bool
    far: bool
    from_middle_mm: float | None = None


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece in the current reading; ``still``: its part of the picture is unchanged since the last reading."""

    piece: str
    side: str | None
    sure: bool
    still: bool = False
    from_middle_mm: float | None = None
    counted: Counted | None = None

    @property
    def turned(self) -> bool:
        """Whether it surely shows another side than when it was counted."""
        return self.sure and self.counted is not None and self.side != self.counted.side_read


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence for the players and the rules that it rests on; ``{piece}`` stands for the piece's name."""

    words: Phrase
    rules: RuleIds = ()


@dataclass(frozen=True, slots=True)
class TurnedPiece:
    """A piece that is due and was turned over where it lay; unless ``certain``, it may have been thrown there."""

    piece: str
    advice: Advice
    certain: bool = True


@dataclass(frozen=True, slots=True)
class UnexpectedThrow:
    """A throw of a piece that is not due; unless ``certain``, the players are asked whether it was a throw."""

    player: str
    piece: str
    side: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Countdown:
    """A running countdown: its number, start (s of a monotonic clock) and length (s).

    ``stopped``: a player has stopped it; the length is then the time after which it starts again by itself.
    """

    beat: int
    since: float
    seconds: float
    stopped: bool = False

    @property
    def ends(self) -> float:
        """When it ends (s)."""
        return self.since + self.seconds

    def left(self, now: float) -> float:
        """How many seconds are left at *now*."""
        return max(0.0, self.ends - now)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Choices of these ``kinds`` are refused while the countdown runs, with the sentence ``words``."""

    kinds: tuple[str, ...]
    words: str
    rules: RuleIds


def due(table: Table) -> tuple[str, ...]:
    """All pieces that some player may throw now."""
    return pieces_due(table.asks)


NOT_FLAT = Phrase("{piece} does not lie flat: roll it again. It costs nothing.")


class TableRules:
    """A game's behaviour on a real table; the answers here are those of a game without peculiarities.

    The attributes name kinds of asks.  ``urgent``: a seat's button answers these before all others.  ``onward``: the
    button "next" answers these, in this order.  ``leisure``: nobody has to answer these.  ``step``: their options, such
    as "+1 reason", are proposed by buttons and confirmed by a second press.  ``confirm``: a seat's button answers
    "yes".  ``turn``: the buttons "up" and "down" are for the player of this ask.  ``stop``: the player of this ask
    has stopped a countdown.  ``time``: only the clock answers these.

    ``note_rules`` has the rules for a note of the camera ("leaner", "cut", ...), and for "missing" pieces; with other
    pieces that the camera does not know, a missing one is "hidden" by one of them, or is one ("unknown", or "beside"
    where they all lie beside the mat).
    ``to_throw`` and ``throws`` are the game's own words for a throw: on a button, and about a player.  ``picture_side``
    is what the game calls the side of a die that has a picture instead of a number.
    """

    urgent: ClassVar[tuple[str, ...]] = ()
    onward: ClassVar[tuple[str, ...]] = ()
    leisure: ClassVar[tuple[str, ...]] = ()
    turn: ClassVar[tuple[str, ...]] = ()
    step = ""
    confirm = ""
    stop = ""
    time = ""
    to_throw: ClassVar[Phrase] = Phrase("Throw the pieces")
    throws: ClassVar[Phrase] = Phrase("{player} throws.")
    picture_side: ClassVar[Phrase] = Phrase("picture side")
    note_rules: ClassVar[Mapping[str, RuleIds]] = {}
    sentences: ClassVar[Mapping[str, Phrase]] = {
        "leaner": NOT_FLAT,
        "stacked": Phrase("{piece} lies on another: slide them apart without turning them."),
        "cocked": NOT_FLAT,
        "unclear": Phrase("{piece} cannot be seen well: uncover it without turning it."),
        "cut": Phrase("{piece} lies at the edge of the picture: slide it in without turning it."),
        "off": Phrase("{piece} lies beside the mat: slide it onto the mat without turning it."),
        "missing": Phrase(
            "Slide onto the mat what lies beside it, and uncover what is covered, without turning it; "
            "throw again what fell off the table."
        ),
        "beside": Phrase("Something lies beside the mat: if that is it, slide it onto the mat without turning it."),
        "hidden": Phrase("Something else lies there: if one lies on another, slide them apart without turning them."),
        "unknown": Phrase("Something else lies there: if that is it, move it a little without turning it."),
    }

    # Pieces

    def names(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The name of every piece that the set-up describes; a stone with its number."""
        described = [piece for piece in setup.get("pieces", ()) if isinstance(piece, Mapping)]
        return {str(piece.get("piece", "")): _name(piece) for piece in described}

    def labels(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The labels in pictures of the pieces whose names fit sentences only, such as ``the die``."""
        return {}

    def watched(self, table: Table) -> tuple[str, ...]:
        """Pieces that the camera must identify although they are not due."""
        return ()

    def only_numbers_count(self, ask: Ask) -> bool:
        """Whether only the numbers of a throw for *ask* count, and not which piece shows which number."""
        return False

    def edge_side(self, ask: Ask) -> str:
        """The side as which a stone on its edge counts in this throw; empty where it cannot be counted."""
        return ""

    def cast(self, stones: Sequence[tuple[str | None, str | None, int | None]]) -> Mapping[str, Any] | None:
        """The meaning of stones, each given as (colour, side, value), as JSON; None where the game has no casts."""
        return None

    # Secrets

    def nothing_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Whether a game with this set-up has no secrets, so that its facts are public while it runs."""
        return False

    # Throws

    def irregular(self, note: str, sure: bool, named: bool, setup: Mapping[str, Any]) -> Advice | None:
        """Advice about a piece with this note of the camera; None where the piece counts as it lies.

        *sure*: its side was read surely; *named*: the piece was identified.
        """
        if note in ("cut", "unclear", "off") and (sure or not named):
            return None
        words = self.sentences.get(note)
        return Advice(words, self.note_rules.get(note, ())) if words else None

    def turned(self, table: Table, pieces: Sequence[SeenPiece]) -> TurnedPiece | None:
        """A piece that is due and was turned instead of thrown, if any; it is judged before any throw."""
        return None

    def disturbed(self, table: Table, pieces: Sequence[SeenPiece]) -> Advice | None:
        """Advice about counted pieces that have been moved or turned since; None where there are none."""
        return None

    def choice(self, table: Table, pieces: Sequence[SeenPiece]) -> Choose | None:
        """The choice that a player made by moving a piece, if any."""
        return None

    def unexpected(self, table: Table, pieces: Sequence[SeenPiece], came_to_rest: bool) -> UnexpectedThrow | None:
        """The throw of a piece that is not due, if any; *came_to_rest*: pieces were seen coming to rest."""
        return None

    # Lamps, buttons, time, display

    def lamps(self, table: Table) -> Mapping[str, Lamp]:
        """The pattern of each player's lamp; lamps are public, so that a secret ask lights none."""
        return {ask.player: "on" for ask in table.asks if ask.hides != "ask"}

    def share(self, table: Table) -> float:
        """The progress towards winning, 0 to 1, for the bar of lamps."""
        return 0.0

    def step_pick(self, ask: Ask, by: int) -> str | None:
        """The option of this ask that takes its player *by* steps up or down; None where it has none."""
        return None

    def countdown(self, table: Table, before: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
        """The countdown that runs at *now* (s): *before*, or a new one where the game has changed.

        Also returns the fact to log once the countdown has ended; a countdown without a fact is returned unchanged.
        """
        return None, None

    def waiting(self, table: Table) -> Waiting | None:
        """The choices that are refused while the countdown runs; None where there are none."""
        return None

    def screen(self, view: Mapping[str, Any], state: ScreenState) -> tuple[Mark, ...] | None:
        """The game's own picture for the dot display; None: the default with turn and last verdict."""
        return None


def _name(piece: Mapping[str, object]) -> str:
    name = str(piece.get("name") or piece.get("piece", ""))
    number = piece.get("number")
    return f"{name} ({number})" if number else name
