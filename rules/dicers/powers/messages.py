"""What the referee says of Powers, of the Reserve, and of the Keeps and Dungeons."""

from rules.dicers.rulebook import BOOK

_says = BOOK.says

# The choice of the winner, and how a Power begins.
WINS_ROUND = _says("wins-round", "{player} wins the Round with {die}.", "DIC-B-24", "DIC-I-23", "DIC-G-11", "DIC-I-22")
WINS_BY_POWER = _says(
    "wins-by-power", "{player} wins the Round with {die}, by Always Beats.", "DIC-P-ABT-01", "DIC-I-23", "DIC-I-22"
)
EVOKES = _says("evokes", "{player} uses the Power of {die}: {power}.", "DIC-I-25", "DIC-I-04", "DIC-I-01", "DIC-Q-32")
HOSTAGE_POWER = _says(
    "hostage-power",
    "{player} uses the Power of the hostage {die}: {power}.",
    "DIC-P-CAP-04",
    "DIC-P-CAP-08",
    "DIC-Q-34",
)
MIMICS = _says("mimics", "It does what {die} can: {power}.", "DIC-P-MIM-01", "DIC-P-MIM-02", "DIC-Q-34")
NO_MIMIC = _says("no-mimic", "{die} has a Reserve Power: Mimic cannot copy it.", "DIC-P-MIM-03")
MIMIC_MIMIC = _says("mimic-mimic", "Mimic against Mimic: nothing happens.", "DIC-Q-33")
COPIES = _says("copies", "It does what {die} can: {power}.", "DIC-Q-33", "DIC-Q-34")
MIMIC_OWN = _says("mimic-own", "Mimic against Mimic: {player} copies a die of one's own.", "DIC-Q-33")
NOTHING = _says("nothing", "Nothing happens: there is no die that {power} could work on.", "DIC-Q-35")
NO_TYPE = _says("no-type", "There is no die of the type {type}: {power} does nothing.", "DIC-M-ALL-04", "DIC-Q-36")
NAMES_TYPE = _says("names-type", "{player} names {type}.", "DIC-M-ALL-03", "DIC-M-ALL-01")
AS_PRINTED = _says("as-printed", "It works as it is, without rolling.", "DIC-M-DBL-01")
DOUBLED = _says("doubled", "{player} rolls {value}: the Power works doubled.", "DIC-M-DBL-01", "DIC-M-DBL-03")
LOST_CONTROL = _says("lost-control", "{player} rolls {value}: nothing happens.", "DIC-M-DBL-01", "DIC-M-DBL-02")
SPELL = _says("spell", "The spell shows {value}: {words}", "DIC-P-SPL-01")

# What Powers do to dice.
MOVED = _says("moved", "{die} goes to {owner}'s {row}.", "DIC-I-25")
EXPELLED = _says("expelled", "{die} is expelled: it goes to {owner}'s Dungeon.", "DIC-I-13", "DIC-I-14", "DIC-I-15")
BANISHED = _says(
    "banished",
    "{die} is banished to {owner}'s Dungeon.",
    "DIC-P-BAN-01",
    "DIC-P-BAN-02",
    "DIC-P-BAN-03",
    "DIC-P-BAN-04",
)
CAPTURED = _says(
    "captured",
    "{die} is a hostage under {captor}, which holds {count} of at most {limit}.",
    "DIC-P-CAP-01",
    "DIC-P-CAP-02",
    "DIC-P-CAP-06",
    "DIC-P-CAP-07",
    "DIC-P-CAP-14",
)
NO_USE = _says("no-use", "The Reserve Power of {die} cannot be used while it is a hostage.", "DIC-Q-28")
FREED = _says("freed", "{die} is free again and goes to {owner}'s {row}.", "DIC-P-CAP-02")
SWAPPED = _says("swapped", "{first} and {second} change places.", "DIC-P-SWP-01", "DIC-P-SWP-10", "DIC-I-12")
SPIED = _says("spied", "{other} shows {player} the Powers of their dice.", "DIC-P-SPY-01", "DIC-Q-58")
SEEN = _says("seen", "{other}'s dice: {powers}.", "DIC-P-SPY-01")
SHIELDED = _says("shielded", "{shield} is expelled in place of {die}.", "DIC-P-SHD-01", "DIC-P-SHD-03", "DIC-P-SHD-04")
NOT_SHIELDED = _says("not-shielded", "{player} lets {die} go.", "DIC-P-SHD-01")

# The Reserve.
STORED = _says(
    "stored",
    "{die} goes to {player}'s Reserve, Power side up: {power}.",
    "DIC-A-19",
    "DIC-A-20",
    "DIC-A-22",
    "DIC-A-32",
    "DIC-I-17",
)
LAST_STORED = _says("last-stored", "{player} has no other die left to advance.", "DIC-A-34", "DIC-Q-42")
USES = _says(
    "uses",
    "{player} uses {die} from the Reserve: {power}.",
    "DIC-A-26",
    "DIC-A-27",
    "DIC-P-GEN-02",
    "DIC-Q-04",
    "DIC-A-29",
)
PASSES = _says("passes", "{player} lets the Challenger's Reserve go first.", "DIC-Q-50")
USES_NONE = _says("uses-none", "{player} uses nothing from the Reserve now.", "DIC-A-26")
UNFIT = _says(
    "unfit",
    "{player} calls on {die} in Reserve, {power}: it does not reach {target}, and stays where it is.",
    "DIC-M-GEN-01",
    "DIC-A-32",
)
BACK = _says("back", "{die} goes to {player}'s Keep.", "DIC-A-28")
COUNTS = _says("counts", "{die} now counts {value}.", "DIC-Q-05", "DIC-Q-03")
BEATS = _says("beats", "{die} is beaten: its {value} is {parity}.", "DIC-P-ABT-01", "DIC-Q-06", "DIC-Q-07", "DIC-Q-08")
CLASH = _says("clash", "Both have Always Beats: both dice are rolled again.", "DIC-Q-08")
CHALLENGED = _says("challenged", "{other} has to advance {die}.", "DIC-P-CHL-01", "DIC-P-CHL-02", "DIC-Q-14")
ESCAPES = _says(
    "escapes",
    "The Round ends; nobody has won it.",
    "DIC-P-ESC-01",
    "DIC-P-ESC-02",
    "DIC-P-ESC-04",
    "DIC-Q-16",
    "DIC-Q-15",
)
EXTRA = _says("extra", "{die} has {left} left.", "DIC-P-XRL-01", "DIC-P-XRL-02", "DIC-Q-12", "DIC-Q-46")
DEFENDER_FIRST = _says("defender-first", "{other} has to roll first.", "DIC-P-FST-01", "DIC-P-FST-02")
MUST_ROLL = _says("must-roll", "{other} has to roll {die} once more.", "DIC-P-FRL-01", "DIC-P-FRL-02")
FROZEN = _says("frozen", "{die} is frozen: its {value} stays.", "DIC-P-FRZ-01", "DIC-P-FRZ-02", "DIC-Q-10", "DIC-Q-11")
GUARDS = _says(
    "guards", "{die} fights in place of {other}, which is moved aside.", "DIC-P-GRD-01", "DIC-P-GRD-02", "DIC-P-GRD-03"
)
GUARDED = _says(
    "guarded",
    "{other} steps back in as the winner; {die} goes to the Keep.",
    "DIC-P-GRD-04",
    "DIC-P-GRD-05",
    "DIC-Q-18",
)
GUARD_LOST = _says("guard-lost", "{other} goes to the Keep; the beaten die is {die}.", "DIC-P-GRD-06")
ALLIES = _says(
    "allies", "{die} may be rolled {count} times, {friends} of them lent by Alliances.", "DIC-A-11", "DIC-I-05"
)
ALONE = _says("alone", "{die} has {count}, none of them lent.", "DIC-A-11", "DIC-I-05")
ONE_ALLIANCE = _says("one-alliance", "One Alliance of {die} counts: {symbol}.", "DIC-A-14", "DIC-A-15", "DIC-Q-43")

# Tidying up.
RETIRES = _says("retires", "{die} goes to {player}'s Keep.", "DIC-I-26", "DIC-I-08", "DIC-I-09", "DIC-I-32")
SURVIVES = _says("survives", "{die} lives on in {player}'s Keep.", "DIC-I-27", "DIC-I-26", "DIC-I-10", "DIC-Q-22")
SENT_HOME = _says("sent-home", "{die} goes to {player}'s Keep.", "DIC-P-ESC-03")
REFILLS = _says(
    "refills", "{player}'s Front Line is empty, so the Keep moves up: {dice}.", "DIC-I-11", "DIC-I-28", "DIC-Q-39"
)
NEXT = _says("next", "{player} is the next Challenger, {other} the Defender.", "DIC-I-29")
STAYS = _says("stays", "{player} stays the Challenger.", "DIC-Q-15")
ESCAPED = _says(
    "escaped", "{die} shows a 6 and is free: it goes to {player}'s Keep.", "DIC-P-BAN-05", "DIC-P-BAN-06", "DIC-Q-37"
)
NOT_ESCAPED = _says("not-escaped", "{die} shows {value} and stays banished.", "DIC-P-BAN-05", "DIC-P-BAN-07")
FORFEITED = _says(
    "forfeited", "The next Round has begun: the escape roll of {dice} is lost.", "DIC-P-BAN-08", "DIC-Q-38"
)
WINS = _says("wins", "{other} has no die left to advance: {player} wins the game.", "DIC-G-04", "DIC-Q-40")
BOTH_EMPTY = _says("both-empty", "Neither has a die left to advance: {result}.", "DIC-Q-41")
HOSTAGES_HOME = _says("hostages-home", "{dice} go back to their owners.", "DIC-G-14")
