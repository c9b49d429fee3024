"""How a game behaves on a real table: what a referee with a camera, lamps and buttons asks a game beyond its rules.

`TableRules` answers everything for a game without peculiarities; a game overrides what it needs, in the module
``table`` of its package.
All answers are pure.  Pieces are described by plain values, because rules know nothing of cameras.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rules.core.asks import Ask
from rules.core.facts import Choose
from rules.core.phrases import Phrase

if TYPE_CHECKING:
    from rules.core.fold import Table

Lamp = Literal["off", "on", "blink", "flicker"] | int
RuleIds = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """How a piece lay when it was last counted, compared with how it lies now.

    ``side`` is what counted, ``seen`` what the camera read, ``sure`` whether that was certain.  ``taken``: it has been
    taken up since.  ``moved``: it lies elsewhere now; ``far``: so far away that nobody pushed it there by accident.
    ``from_middle_mm`` is how far it lay from the middle of the mat (None without a calibration).
    """

    side: str
    seen: str | None
    sure: bool
    taken: bool
    moved: bool
    far: bool
    from_middle_mm: float | None = None


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that the camera sees now; ``still``: its picture is the same as at the last look."""

    piece: str
    side: str | None
    sure: bool
    still: bool = False
    from_middle_mm: float | None = None
    counted: Counted | None = None

    @property
    def turned(self) -> bool:
        """Whether it certainly shows another side than it was seen to show."""
        return self.sure and self.counted is not None and self.side != self.counted.seen


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence for the players and the rules that it rests on; ``{piece}`` stands for the piece's name."""

    words: Phrase
    rules: RuleIds = ()


@dataclass(frozen=True, slots=True)
class UnexpectedThrow:
    """A throw that nobody waited for; where it is not ``certain``, the players are asked whether it was one."""

    player: str
    piece: str
    side: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Countdown:
    """A countdown that runs: which one, since when (s of a steady clock), and how long in all (s).

    ``stopped``: a player holds it up, and the time is the one after which it goes on by itself.
    """

    beat: int
    since: float
    seconds: float
    stopped: bool = False

    @property
    def ends(self) -> float:
        """When it will have run out (s)."""
        return self.since + self.seconds

    def left(self, now: float) -> float:
        """How many seconds are left at *now*."""
        return max(0.0, self.ends - now)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Choices of these ``kinds`` are not taken while the countdown runs; ``words`` say so to the players."""

    kinds: tuple[str, ...]
    words: str
    rules: RuleIds


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on the dot display: capitals of 6 x 9 dots times ``scale``, the upper edge at ``y``.

    ``align``: ``x`` is where it begins ("left") or how far from the right edge it ends ("right"); "middle" ignores it.
    At most ``letters`` are shown (0: all that fit); ``instead`` replaces a text that the display has no letter of.
    ``lines``: how many it may be wrapped to.
    """

    words: str
    y: int
    x: int = 0
    scale: int = 1
    align: Literal["left", "middle", "right"] = "left"
    letters: int = 0
    instead: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar as high as a letter from ``left`` to ``right`` (dots), filled as far as ``part`` (0 to 1)."""

    y: int
    left: int
    right: int
    part: float


@dataclass(frozen=True, slots=True)
class Inverted:
    """The rows from ``top`` to before ``bottom`` are shown dark on light."""

    top: int
    bottom: int


Mark = Text | Bar | Inverted
SCREEN_WIDE, SCREEN_HIGH, LETTER_WIDE = 128, 64, 6


@dataclass(frozen=True, slots=True)
class ScreenState:
    """What the dot display shows besides the view: steps that buttons proposed, and the countdown.

    ``seconds_left`` is None where no countdown runs; ``share_left`` is the same as a share of the whole.
    """

    steps: Mapping[str, int]
    seconds_left: float | None = None
    share_left: float = 0.0


def due(table: Table) -> tuple[str, ...]:
    """Every piece that somebody is to throw now."""
    return tuple(dict.fromkeys(piece for ask in table.asks for piece, _ in ask.pieces))


class TableRules:
    """A game's behaviour on a real table; the answers here are those of a game without peculiarities.

    The attributes name kinds of asks.  ``urgent``: answered by a seat's button before anything else.  ``onward``: what
    the button "next" answers, in this order.  ``leisure``: what nobody has to answer.  ``step``: options such as "+1
    reason" that the buttons propose, and that are confirmed by a second press; ``confirm``: a seat's
    button answers "yes".  ``turn``: whose player the buttons "up"
    and "down" mean.  ``stop``: whoever is asked this has stopped a countdown.  ``time``: what only the clock answers.

    ``note_rules`` has the rules for a note of the camera ("leaner", "cut", ...), and for "missing" pieces.
    """

    urgent: ClassVar[tuple[str, ...]] = ()
    onward: ClassVar[tuple[str, ...]] = ()
    leisure: ClassVar[tuple[str, ...]] = ()
    turn: ClassVar[tuple[str, ...]] = ()
    step = ""
    confirm = ""
    stop = ""
    time = ""
    note_rules: ClassVar[Mapping[str, RuleIds]] = {}
    sentences: ClassVar[Mapping[str, Phrase]] = {
        "leaner": Phrase("{piece} stands on its edge: whoever cast it tips it to either side, then it counts."),
        "stacked": Phrase("{piece} lies on another: slide them apart without turning them."),
        "cocked": Phrase("{piece} does not lie flat: roll it again. It costs nothing."),
        "unclear": Phrase("{piece} cannot be seen well: uncover it without turning it."),
        "cut": Phrase("{piece} lies at the edge of the picture: slide it in without turning it."),
    }

    # Pieces

    def names(self, setup: Mapping[str, Any]) -> dict[str, str]:
        """The name of every piece that the set-up describes; a stone with its number."""
        described = [piece for piece in setup.get("pieces", ()) if isinstance(piece, Mapping)]
        return {str(piece.get("piece", "")): _name(piece) for piece in described}

    def watched(self, table: Table) -> tuple[str, ...]:
        """Pieces that the camera must tell from all others although nobody is to throw them now."""
        return ()

    def only_numbers_count(self, ask: Ask) -> bool:
        """Whether it does not matter which of the pieces shows which side."""
        return False

    def edge_side(self, ask: Ask) -> str:
        """The side that a stone standing on its edge has in this throw; empty where it cannot count so."""
        return ""

    def cast(self, stones: Sequence[tuple[str | None, str | None, int | None]]) -> Mapping[str, Any] | None:
        """What stones mean, each given as colour, side and value; None where the game has no casts."""
        return None

    # Secrets

    def nothing_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Whether a game with this set-up has no secrets: everybody may have its facts while it runs."""
        return False

    # Throws

    def irregular(self, note: str, sure: bool, named: bool, setup: Mapping[str, Any]) -> Advice | None:
        """What to say of a piece with this note; ``sure``: it was read all the same, ``named``: it is known which."""
        if note in ("cut", "unclear") and (sure or not named):
            return None
        words = self.sentences.get(note)
        return Advice(words, self.note_rules.get(note, ())) if words else None

    def not_thrown(self, table: Table, seen: Sequence[SeenPiece]) -> Advice | None:
        """Why the pieces on the table cannot be a throw, before they are judged as one."""
        return None

    def disturbed(self, table: Table, seen: Sequence[SeenPiece]) -> Advice | None:
        """What to say of counted pieces that are no longer as they were."""
        return None

    def choice(self, table: Table, seen: Sequence[SeenPiece]) -> Choose | None:
        """A choice that a player made by moving a piece."""
        return None

    def unexpected(self, table: Table, seen: Sequence[SeenPiece], fell: bool) -> UnexpectedThrow | None:
        """A throw of a piece that nobody is to throw; *fell*: pieces were seen to come to rest."""
        return None

    # Lamps, buttons, time, display

    def lamps(self, table: Table) -> Mapping[str, Lamp]:
        """The lamp of each seat; lamps are public, so an ask that nobody may know of lights none."""
        return {ask.player: "on" for ask in table.asks if ask.hides != "ask"}

    def share(self, table: Table) -> float:
        """How far somebody is on the way to winning, from 0 to 1: what a bar of lamps shows."""
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
        """What is not accepted while the countdown runs; None where nothing has to wait for it."""
        return None

    def screen(self, view: Mapping[str, Any], state: ScreenState) -> tuple[Mark, ...] | None:
        """The game's own picture on the dot display; None: whose turn it is, and the last verdict."""
        return None


def _name(piece: Mapping[str, object]) -> str:
    name = str(piece.get("name") or piece.get("piece", ""))
    number = piece.get("number")
    return f"{name} ({number})" if number else name
