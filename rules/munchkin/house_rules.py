"""House rules: questions that the sheet leaves to the table, its variants (fast, shared victory, Epic) among them."""

from __future__ import annotations

from rules.core.house_rules import HouseRule, either, with_sheet
from rules.munchkin.rulebook import BOOK
from rules.munchkin.rulebook.questions import SHEET


def _yes_by_default(key: str, rule: str, question: str) -> HouseRule:
    """A question that is answered by yes unless the table says no."""
    return HouseRule(key, BOOK.cite(rule)[0], question, ((True, "Yes"), (False, "No")))


_QUESTIONS = (
    either(
        "listen_at_the_door", "MUN-FAST-01", "Listen at the Door: does a turn begin with a Door, unseen?", "No", "Yes"
    ),
    either("draw_treasure", "MUN-FAST-03", "Looting the room: what is drawn?", "A Door", "A Treasure"),
    either(
        "shared_victory", "MUN-FAST-04", "Shared victory: does the helper of the winning fight win too?", "No", "Yes"
    ),
    either("epic", "MUN-EPIC-01", "How high does the game go?", "Level 10", "Level 20, Epic"),
    either(
        "fast_literal",
        "MUN-Q-01",
        "When is that Treasure drawn instead of a Door?",
        "When looting the room",
        "When Up to No Good",
    ),
    either("loot_after_no_fight", "MUN-Q-02", "A monster left without a fight: may the room be looted?", "No", "Yes"),
    HouseRule(
        "kill_wait_seconds",
        BOOK.cite("MUN-COMBAT-14")[0],
        "How long may the others speak up before a fight is decided?",
        ((2.6, "2.6 seconds"), (1.5, "1.5 seconds"), (5, "5 seconds"), (10, "10 seconds")),
        between=(0, 60),
    ),
    _yes_by_default("kill_wait_restart", "MUN-Q-05", "Somebody plays a card in that time: does the time start again?"),
    _yes_by_default("lose_wait", "MUN-Q-06", "Is there the same wait before running away?"),
    either(
        "forbid_overpay",
        "MUN-Q-07",
        "May Items be sold for more gold than the Levels cost that may still be bought?",
        "Yes",
        "No",
    ),
    either("helper_first", "MUN-Q-10", "Who runs away first?", "The fighter", "The helper"),
    either(
        "ally_before_first_roll",
        "MUN-Q-11",
        "Until when may an Ally be given up instead of running?",
        "Before any throw",
        "Before the first throw",
    ),
    either(
        "helper_ally_saves_both", "MUN-Q-12", "The helper gives up an Ally: whom does it save?", "The helper", "Both"
    ),
    either(
        "count_twice_for_roles",
        "MUN-Q-13",
        "Both fighters have the Role a monster hates: how often does its bonus count?",
        "Once",
        "Twice",
    ),
    either("help_any_time", "MUN-Q-15", "When may help be asked for?", "When losing", "At any time"),
    either(
        "enforce_all_deals",
        "MUN-Q-16",
        "Items promised for help: who makes sure that they are handed over?",
        "You, on your honour",
        "The referee",
    ),
    either(
        "min_treasure_1",
        "MUN-Q-17",
        "Enhancers lower a monster's Treasures: what is the least it can bring?",
        "No Treasure",
        "One Treasure",
    ),
    either(
        "after_combat",
        "MUN-Q-28",
        "The Level falls in a fight and the Ranks are too high: when are Proficiencies discarded?",
        "At once",
        "After the fight",
    ),
    either(
        "keep_lone_dual_role",
        "MUN-Q-29",
        "What happens to a Dual Role without a Role?",
        "It is discarded",
        "It stays",
    ),
    either("prof_not_in_combat", "MUN-Q-31", "May Proficiencies be played in a fight?", "Yes", "No"),
    either(
        "bribe_at_once",
        "MUN-Q-33",
        "When is an Item that was promised for help handed over?",
        "After the fight",
        "At once",
    ),
    HouseRule(
        "just_received",
        BOOK.cite("MUN-TIMING-06")[0],
        "A card received out of turn may be played at once: until when?",
        (("play", "Until that player's next play"), ("turn", "Until the turn ends")),
    ),
    HouseRule(
        "house_power_uses",
        BOOK.cite("MUN-Q-34")[0],
        "How often does a House power work in one combat?",
        ((1, "Once"), (2, "Twice"), (3, "Three times"), (0, "As often as it is paid for")),
    ),
    HouseRule(
        "die_symbol_value",
        BOOK.cite("MUN-Q-39")[0],
        "What does the picture side of the die count?",
        tuple((value, str(value)) for value in range(6, 0, -1)),
    ),
)
HOUSE_RULES = with_sheet(_QUESTIONS, SHEET)
