"""What the referee says: the opening, the Rounds, Powers, the Reserve and the end."""

from rules.core.phrases import Phrase, plural
from rules.dicers.rulebook import BOOK

_message = BOOK.message

# Rolls that do not count.
STRANGER = _message("stranger", "{die} does not play in this game.", "DIC-B-13")
AGAIN = _message("again", "{die} does not lie flat in the Arena: roll it again. It costs nothing.", "DIC-Q-51")
READ_IT = _message("read-it", "At this table {die} counts where it lies: enter what it shows.", "DIC-Q-51")
NO_SIDE = _message("no-side", "{die} has no side {side}: that roll does not count.", "DIC-G-06")
NO_ROLL = _message("no-roll", "No roll of {die} is due now: it does not count.", "DIC-B-10")
NOT_THIS_DIE = _message("not-this-die", "{die} is not in the Arena: its roll does not count.", "DIC-B-13")
NOT_THEIRS = _message("not-his", "{die} is not {player}'s to roll: it does not count.", "DIC-B-09")
ENOUGH = _message("enough", "Each player rolls one die: {die} does not count.", "DIC-B-02")
ENOUGH_SUM = _message("enough-sum", "{player} has rolled three dice already: {die} does not count.", "DIC-I-19")
ENOUGH_BROUGHT = _message("enough-brought", "{player} has rolled three dice already: {die} does not count.", "DIC-A-07")
ROLL_ANOTHER = _message("roll-another", "{die} was rolled already: {player} rolls another die.", "DIC-G-06")
ESCAPE_TOO_LATE = _message(
    "escape-too-late",
    "The next Round has begun: {die} may be rolled to escape when {player} has won again.",
    "DIC-P-BAN-08",
    "DIC-P-BAN-05",
)
ESCAPE_ROLLED = _message("escape-rolled", "{die} has been rolled to escape already, once for this win.", "DIC-P-BAN-05")
ESCAPE_LATER = _message(
    "escape-later", "{die} is banished: it is rolled when {player} has won a Round.", "DIC-P-BAN-05"
)
TIE_ROLLED = _message(
    "tie-rolled", "{die} was rolled in this tie already: {other}'s die is still due.", "DIC-B-22", "DIC-Q-01"
)
IS_SET = _message("is-set", "{die} is set: it is not rolled again, and this roll does not count.", "DIC-B-20")
IS_FROZEN = _message(
    "is-frozen", "{die} is frozen: it is not rolled again, and this roll does not count.", "DIC-P-FRZ-01", "DIC-Q-10"
)
USED_UP = _message("used-up", "{die} has no roll left: the roll that lay there stands.", "DIC-B-17", "DIC-B-20")
NOT_YET = _message("not-yet", "It is {other}'s turn to roll: {die} does not count yet.", "DIC-B-15", "DIC-B-21")

# The opening.
DRAFT_ROLL = _message("draft-roll", "{player} rolls {value} with {die}.", "DIC-B-02", "DIC-G-06")
DRAFT_TIE = _message("draft-tie", "Both rolled {value}: roll again.", "DIC-B-04")
CHOOSES = _message(
    "chooses", "{player} rolled higher and chooses first; both dice go back to the others.", "DIC-B-03", "DIC-B-06"
)
TAKES = _message("takes", "{player} takes {die}.", "DIC-B-07")
SHARED = _message("shared", "Each player has {count} dice, in a line in front of them.", "DIC-B-07", "DIC-B-09")
FIRST_BASIC = _message(
    "first-basic", "{player} is the first Challenger, {other} the first Defender.", "DIC-B-08", "DIC-G-01"
)
FIRST_ROLL = _message("first-roll", "{player} rolls {value} with {die}: {sum} so far.", "DIC-G-06")
FIRST_TIE = _message("first-tie", "Both have {sum}: each rolls three dice again.", "DIC-G-01")
FIRST = _message("first", "{player} has {sum}, {other} {less}: {player} is the first Challenger.", "DIC-G-01")

# The Round.
ADVANCES = _message(
    "advances",
    "{player} moves {die} into the Arena; its casting bonus is {bonus}.",
    "DIC-B-10",
    "DIC-B-13",
    "DIC-B-14",
    "DIC-G-08",
    "DIC-Q-38",
)
ROLLS = _message("rolls", "{player} rolls {value} with {die}; {left} left.", "DIC-B-18", "DIC-G-06", "DIC-G-09")
LAST_ROLL = _message(
    "last-roll", "{player} rolls {value} with {die}. That was the last roll: it is set.", "DIC-B-17", "DIC-G-09"
)
KEEPS = _message("keeps", "{player} keeps {value} with {die}: it is set.", "DIC-B-16", "DIC-B-19")
HELD = _message(
    "held",
    "{other} rolls {face} early: it is held. {player} has {left} left: does {player} keep {value}?",
    "DIC-Q-52",
    "DIC-B-16",
    "DIC-B-21",
)
EARLY_VOID = _message(
    "early-void", "{player}'s early roll does not count: {player} rolls again.", "DIC-B-21", "DIC-Q-52"
)
KEPT_BY_ROLL = _message(
    "kept-by-roll", "{other} has begun to roll: {player} keeps {value} with {die}.", "DIC-Q-52", "DIC-B-19"
)
AHEAD = _message("ahead", "{value} against {less}: {player} is ahead.", "DIC-G-11", "DIC-I-22")
TIE = _message("tie", "Both have {value}, a tie: both roll again at the same time.", "DIC-B-22")
TIE_FOR_ONE = _message(
    "tie-for-one",
    "Both have {value}, a tie: {player} rolls again, for {other} has no roll left.",
    "DIC-Q-01",
    "DIC-B-22",
)
TIE_ROLL = _message("tie-roll", "{player} rolls {value} with {die} in the tie.", "DIC-B-22", "DIC-Q-01")
STILL_TIED = _message("still-tied", "Both have {value} again: roll once more.", "DIC-B-22", "DIC-B-23")
FORCED_ROLL = _message(
    "forced-roll", "{player} had to roll again: {value} with {die}.", "DIC-P-FRL-01", "DIC-P-FRL-03", "DIC-Q-13"
)
CLASH_ROLL = _message("clash-roll", FORCED_ROLL.words, "DIC-Q-08")
CARRIED = _message("carried", "Both have {value}, a tie: both roll again with what is left.", "DIC-B-22", "DIC-Q-02")

# The Basic game's tidying up, and the end of all three.
WINS_BASIC_ROUND = _message(
    "wins-round", "{player} wins the Round with {die}, {value} against {less}.", "DIC-B-24", "DIC-G-11"
)
IS_OUT = _message("is-out", "{die} is out of the game.", "DIC-B-25")
RESTS = _message("rests", "{die} goes back to the line, and rests for a Round.", "DIC-B-26", "DIC-B-27")
RETURNS = _message("returns", "{die}, {player}'s only die, goes back to the line.", "DIC-B-26", "DIC-B-27")
NEXT_BASIC = _message("next-basic", "{player} is the next Challenger.", "DIC-B-28")
WINS_BASIC = _message(
    "wins-basic", "{other} has no dice left: {player} wins the game.", "DIC-B-29", "DIC-B-30", "DIC-G-04"
)


def rolls(count: int) -> Phrase:
    """A number of rolls in words, such as “2 rolls”."""
    return plural("{number} roll", "{number} rolls", count)


# The choice of the winner, and how a Power begins.
WINS_ROUND = _message(
    "wins-round", "{player} wins the Round with {die}.", "DIC-B-24", "DIC-I-23", "DIC-G-11", "DIC-I-22"
)
WINS_BY_POWER = _message(
    "wins-by-power", "{player} wins the Round with {die}, by Always Beats.", "DIC-P-ABT-01", "DIC-I-23", "DIC-I-22"
)
EVOKES = _message(
    "evokes", "{player} uses the Power of {die}: {power}.", "DIC-I-25", "DIC-I-04", "DIC-I-01", "DIC-Q-32"
)
HOSTAGE_POWER = _message(
    "hostage-power",
    "{player} uses the Power of the hostage {die}: {power}.",
    "DIC-P-CAP-04",
    "DIC-P-CAP-08",
    "DIC-Q-34",
)
MIMICS = _message("mimics", "It does what {die} can: {power}.", "DIC-P-MIM-01", "DIC-P-MIM-02", "DIC-Q-34")
NO_MIMIC = _message("no-mimic", "{die} has a Reserve Power: Mimic cannot copy it.", "DIC-P-MIM-03")
MIMIC_MIMIC = _message("mimic-mimic", "Mimic against Mimic: nothing happens.", "DIC-Q-33")
COPIES = _message("copies", "It does what {die} can: {power}.", "DIC-Q-33", "DIC-Q-34")
MIMIC_OWN = _message("mimic-own", "Mimic against Mimic: {player} copies a die of one's own.", "DIC-Q-33")
NOTHING = _message("nothing", "Nothing happens: there is no die that {power} could work on.", "DIC-Q-35")
NO_ROOM = _message(
    "no-room", "Nothing happens: {die} has no room for another hostage.", "DIC-P-CAP-06", "DIC-P-CAP-07", "DIC-Q-35"
)
NO_TYPE = _message(
    "no-type", "{power} reaches no die of the type {type} {among}: nothing happens.", "DIC-M-ALL-04", "DIC-Q-36"
)
NAMES_TYPE = _message("names-type", "{player} names {type}.", "DIC-M-ALL-03", "DIC-M-ALL-01")
AS_PRINTED = _message("as-printed", "It works as it is, without rolling.", "DIC-M-DBL-01")
DOUBLED = _message("doubled", "{player} rolls {value}: the Power works doubled.", "DIC-M-DBL-01", "DIC-M-DBL-03")
DOUBLED_ALIKE = _message(
    "doubled-alike",
    "{player} rolls {value}: the Power works, and there is nothing to double.",
    *("DIC-Q-48", "DIC-M-DBL-01", "DIC-M-DBL-03"),
)
LOST_CONTROL = _message("lost-control", "{player} rolls {value}: nothing happens.", "DIC-M-DBL-01", "DIC-M-DBL-02")
SPELL = _message("spell", "The spell shows {value}: {words}", "DIC-P-SPL-01")

# What Powers do to dice.
MOVED = _message("moved", "{die} goes {where}.", "DIC-I-25")
EXPELLED = _message("expelled", "{die} is expelled: it goes to {owner}'s Dungeon.", "DIC-I-13", "DIC-I-14", "DIC-I-15")
BANISHED = _message(
    "banished",
    "{die} is banished to {owner}'s Dungeon.",
    "DIC-P-BAN-01",
    "DIC-P-BAN-02",
    "DIC-P-BAN-03",
    "DIC-P-BAN-04",
)
CAPTURED = _message(
    "captured",
    "{die} is a hostage under {captor}, which holds {count} of at most {limit}.",
    "DIC-P-CAP-01",
    "DIC-P-CAP-02",
    "DIC-P-CAP-06",
    "DIC-P-CAP-07",
    "DIC-P-CAP-14",
)
NO_USE = _message("no-use", "The Reserve Power of {die} cannot be used while it is a hostage.", "DIC-Q-28")
FREED = _message("freed", "{die} is free again and goes {where}.", "DIC-P-CAP-02")
HOSTAGES_STAY = _message(
    "hostages-stay", "By your house rules the hostages under {die} stay there: {dice}.", "DIC-Q-27"
)
SWAPPED = _message("swapped", "{first} and {second} change places.", "DIC-P-SWP-01", "DIC-P-SWP-10", "DIC-I-12")
SPIED = _message("spied", "{other} shows {player} the Powers of their dice.", "DIC-P-SPY-01", "DIC-Q-58")
DICE_SPIED = _message("seen", "{other}'s dice: {powers}.", "DIC-P-SPY-01")
SHIELDED = _message("shielded", "{shield} is expelled in place of {die}.", "DIC-P-SHD-01")
NO_SHIELD = _message("no-shield", "By your house rules no Shield saves the Guardian {die}.", "DIC-Q-19")
NOT_SHIELDED = _message("not-shielded", "{player} lets {die} go.", "DIC-P-SHD-01")

# The Reserve.
STORED = _message(
    "stored",
    "{die} goes to {player}'s Reserve, Power side up: {power}.",
    "DIC-A-19",
    "DIC-A-20",
    "DIC-A-22",
    "DIC-A-32",
    "DIC-I-17",
)
LAST_STORED = _message("last-stored", "{player} has no other die left to advance.", "DIC-A-34", "DIC-Q-42")
USES = _message(
    "uses",
    "{player} uses {die} from the Reserve: {power}.",
    "DIC-A-26",
    "DIC-A-27",
    "DIC-P-GEN-02",
    "DIC-Q-04",
    "DIC-A-29",
)
PASSES = _message("passes", "{player} lets the Challenger's Reserve go first.", "DIC-Q-50")
USES_NONE = _message("uses-none", "{player} uses nothing from the Reserve now.", "DIC-A-26")
UNFIT = _message(
    "unfit",
    "{player} calls on {die} in Reserve, {power}: it does not reach {target}, and stays where it is.",
    "DIC-M-GEN-01",
    "DIC-A-32",
)
BACK = _message("back", "{die} goes to {player}'s Keep.", "DIC-A-28")
COUNTS = _message("counts", "{die} now counts {value}.", "DIC-Q-05", "DIC-Q-03")
BEATS = _message(
    "beats", "{die} is beaten: its {value} is {parity}.", "DIC-P-ABT-01", "DIC-Q-06", "DIC-Q-07", "DIC-Q-08"
)
CLASH = _message("clash", "Both have Always Beats: both dice are rolled again.", "DIC-Q-08")
CHALLENGED = _message("challenged", "{other} has to advance {die}.", "DIC-P-CHL-01", "DIC-P-CHL-02")
SENT_BACK = _message("sent-back", "{die} goes back to {player}'s Front Line.", "DIC-Q-14", "DIC-P-CHL-01")
ESCAPES = _message("escapes", "The Round ends; nobody has won it.", "DIC-P-ESC-01")
EXTRA = _message("extra", "{die} has {left} left.", "DIC-P-XRL-01", "DIC-P-XRL-02", "DIC-Q-12", "DIC-Q-46")
DEFENDER_FIRST = _message("defender-first", "{other} has to roll first.", "DIC-P-FST-01", "DIC-P-FST-02")
MUST_ROLL = _message("must-roll", "{other} has to roll {die} once more.", "DIC-P-FRL-01", "DIC-P-FRL-02")
FROZEN = _message(
    "frozen", "{die} is frozen: its {value} stays.", "DIC-P-FRZ-01", "DIC-P-FRZ-02", "DIC-Q-10", "DIC-Q-11"
)
GUARDS = _message(
    "guards", "{die} fights in place of {other}, which is moved aside.", "DIC-P-GRD-01", "DIC-P-GRD-02", "DIC-P-GRD-03"
)
GUARDED = _message(
    "guarded",
    "{other} steps back in as the winner; {die} goes to the Keep.",
    "DIC-P-GRD-04",
    "DIC-P-GRD-05",
    "DIC-Q-18",
)
GUARD_LOST = _message("guard-lost", "{other} goes to the Keep; the beaten die is {die}.", "DIC-P-GRD-06")
ALLIES = _message(
    "allies", "{die} may be rolled {count} times, {friends} of them lent by Alliances.", "DIC-A-11", "DIC-I-05"
)
ALONE = _message("alone", "{die} has {count}, none of them lent.", "DIC-A-11", "DIC-I-05")
ONE_ALLIANCE = _message("one-alliance", "One Alliance of {die} counts: {symbol}.", "DIC-A-14", "DIC-A-15", "DIC-Q-43")

# Tidying up.
RETIRES = _message("retires", "{die} goes to {player}'s Keep.", "DIC-I-26", "DIC-I-08", "DIC-I-09", "DIC-I-32")
SURVIVES = _message("survives", "{die} lives on in {player}'s Keep.", "DIC-I-27", "DIC-I-26", "DIC-I-10", "DIC-Q-22")
SENT_HOME = _message("sent-home", "{die} goes to {player}'s Keep.", "DIC-P-ESC-03")
REFILLS = _message(
    "refills", "{player}'s Front Line is empty, so the Keep moves up: {dice}.", "DIC-I-11", "DIC-I-28", "DIC-Q-39"
)
NEXT = _message("next", "{player} is the next Challenger, {other} the Defender.", "DIC-I-29")
STAYS = _message("stays", "{player} stays the Challenger.", "DIC-Q-15")
ESCAPED = _message(
    "escaped", "{die} shows a 6 and is free: it goes to {player}'s Keep.", "DIC-P-BAN-05", "DIC-P-BAN-06", "DIC-Q-37"
)
NOT_ESCAPED = _message("not-escaped", "{die} shows {value} and stays banished.", "DIC-P-BAN-05", "DIC-P-BAN-07")
FORFEITED = _message(
    "forfeited", "The next Round has begun: the escape roll of {dice} is lost.", "DIC-P-BAN-08", "DIC-Q-38"
)
WINS = _message("wins", "{other} has no die left to advance: {player} wins the game.", "DIC-G-04", "DIC-Q-40")
BOTH_EMPTY = _message("both-empty", "Neither has a die left to advance: {result}.", "DIC-Q-41")
HOSTAGES_HOME = _message("hostages-home", "These hostages go back to their owners: {dice}.", "DIC-G-14")
