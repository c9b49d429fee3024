"""What the referee says of the opening, the Rounds and the end; on Powers see powers/messages.py."""

from rules.core.phrases import Phrase, plural
from rules.dicers.rulebook import BOOK

_says = BOOK.says

# Rolls that do not count.
STRANGER = _says("stranger", "{die} does not play in this game.", "DIC-B-13")
AGAIN = _says("again", "{die} does not lie flat in the Arena: roll it again. It costs nothing.", "DIC-Q-51")
READ_IT = _says("read-it", "At this table {die} counts where it lies: enter what it shows.", "DIC-Q-51")
NO_ROLL = _says("no-roll", "No roll of {die} is due now: it does not count.", "DIC-B-10")
NOT_THIS_DIE = _says("not-this-die", "{die} is not in the Arena: its roll does not count.", "DIC-B-13")
NOT_THEIRS = _says("not-his", "{die} is not {player}'s to roll: it does not count.", "DIC-B-09")
ENOUGH = _says("enough", "{player} has rolled already: {die} does not count.", "DIC-B-02")
ENOUGH_SUM = _says("enough-sum", "{player} has rolled three dice already: {die} does not count.", "DIC-I-19")
ENOUGH_BROUGHT = _says("enough-brought", "{player} has rolled three dice already: {die} does not count.", "DIC-A-07")
ESCAPE_LOST = _says(
    "escape-lost", "The next Round has begun, so the escape roll of {die} is lost.", "DIC-P-BAN-08", "DIC-P-BAN-05"
)
ESCAPE_ROLLED = _says("escape-rolled", "{die} has been rolled to escape already, once for this win.", "DIC-P-BAN-05")
ESCAPE_LATER = _says("escape-later", "{die} is banished: it is rolled when {player} has won a Round.", "DIC-P-BAN-05")
TIE_ROLLED = _says(
    "tie-rolled", "{die} was rolled in this tie already: {other}'s die is still due.", "DIC-B-22", "DIC-Q-01"
)
IS_SET = _says("is-set", "{die} is set: it is not rolled again, and this roll does not count.", "DIC-B-20")
USED_UP = _says("used-up", "{die} has no roll left: the roll that lay there stands.", "DIC-B-17", "DIC-B-20")
NOT_YET = _says("not-yet", "It is {other}'s turn to roll: {die} does not count yet.", "DIC-B-15", "DIC-B-21")

# The opening.
DRAFT_ROLL = _says("draft-roll", "{player} rolls {value} with {die}.", "DIC-B-02", "DIC-G-06")
DRAFT_TIE = _says("draft-tie", "Both rolled {value}: roll again.", "DIC-B-04")
CHOOSES = _says(
    "chooses", "{player} rolled higher and chooses first; both dice go back to the others.", "DIC-B-03", "DIC-B-06"
)
TAKES = _says("takes", "{player} takes {die}.", "DIC-B-07")
SHARED = _says("shared", "Each player has {count} dice, in a line in front of them.", "DIC-B-07", "DIC-B-09")
FIRST_BASIC = _says(
    "first-basic", "{player} is the first Challenger, {other} the first Defender.", "DIC-B-08", "DIC-G-01"
)
FIRST_ROLL = _says("first-roll", "{player} rolls {value} with {die}: {sum} so far.", "DIC-G-06")
FIRST_TIE = _says("first-tie", "Both have {sum}: each rolls three dice again.", "DIC-G-01")
FIRST = _says("first", "{player} has {sum}, {other} {less}: {player} is the first Challenger.", "DIC-G-01")

# The Round.
ADVANCES = _says(
    "advances",
    "{player} moves {die} into the Arena; its casting bonus is {bonus}.",
    "DIC-B-10",
    "DIC-B-13",
    "DIC-B-14",
    "DIC-G-08",
    "DIC-Q-38",
)
ROLLS = _says("rolls", "{player} rolls {value} with {die}; {left} left.", "DIC-B-18", "DIC-G-06", "DIC-G-09")
LAST_ROLL = _says(
    "last-roll", "{player} rolls {value} with {die}. That was the last roll: it is set.", "DIC-B-17", "DIC-G-09"
)
KEEPS = _says("keeps", "{player} keeps {value} with {die}: it is set.", "DIC-B-16", "DIC-B-19")
HELD = _says(
    "held",
    "{other} rolls {face} early: it is held. {player} has {left} left: does {player} keep {value}?",
    "DIC-Q-52",
    "DIC-B-16",
    "DIC-B-21",
)
EARLY_VOID = _says("early-void", "{player}'s early roll does not count: {player} rolls again.", "DIC-B-21", "DIC-Q-52")
KEPT_BY_ROLL = _says(
    "kept-by-roll", "{other} has begun to roll: {player} keeps {value} with {die}.", "DIC-Q-52", "DIC-B-19"
)
AHEAD = _says("ahead", "{value} against {less}: {player} is ahead.", "DIC-G-11", "DIC-I-22")
TIE = _says("tie", "Both have {value}, a tie: both roll again at the same time.", "DIC-B-22")
TIE_ROLL = _says("tie-roll", "{player} rolls {value} with {die} in the tie.", "DIC-B-22", "DIC-Q-01")
STILL_TIED = _says("still-tied", "Both have {value} again: roll once more.", "DIC-B-22", "DIC-B-23")
FORCED_ROLL = _says(
    "forced-roll", "{player} had to roll again: {value} with {die}.", "DIC-P-FRL-01", "DIC-P-FRL-03", "DIC-Q-13"
)
CARRIED = _says("carried", "Both have {value}, a tie: both roll again with what is left.", "DIC-B-22", "DIC-Q-02")

# The Basic game's tidying up, and the end of all three.
WINS_ROUND = _says("wins-round", "{player} wins the Round with {die}, {value} against {less}.", "DIC-B-24", "DIC-G-11")
IS_OUT = _says("is-out", "{die} is out of the game.", "DIC-B-25")
RESTS = _says("rests", "{die} goes back to the line, and rests for a Round.", "DIC-B-26", "DIC-B-27")
RETURNS = _says("returns", "{die}, {player}'s only die, goes back to the line.", "DIC-B-26", "DIC-B-27")
NEXT_BASIC = _says("next-basic", "{player} is the next Challenger.", "DIC-B-28")
WINS_BASIC = _says(
    "wins-basic", "{other} has no dice left: {player} wins the game.", "DIC-B-29", "DIC-B-30", "DIC-G-04"
)


def rolls(count: int) -> Phrase:
    """E.g. 1 roll, 2 rolls."""
    return plural("{number} roll", "{number} rolls", count)
