"""House rules: where the sheet leaves it open, the table may decide otherwise; and the games with more in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.house_rules import Answer, HouseRule
from rules.munchkin.rulebook import BOOK


def _either(key: str, rule: str, question: str, no: str, yes: str) -> HouseRule:
    return HouseRule(key, BOOK.cite(rule)[0], question, ((False, no), (True, yes)))


def _unless(key: str, rule: str, question: str, yes: str, no: str) -> HouseRule:
    return HouseRule(key, BOOK.cite(rule)[0], question, ((True, yes), (False, no)))


HOUSE_RULES = (
    _either(
        "listen_at_the_door", "MUN-FAST-01", "Listen at the Door: does a turn begin with a Door, unseen?", "No", "Yes"
    ),
    _either("draw_treasure", "MUN-FAST-03", "Looting the room: what is drawn?", "A Door", "A Treasure"),
    _either(
        "shared_victory", "MUN-FAST-04", "Shared victory: does the helper of the winning fight win too?", "No", "Yes"
    ),
    _either("epic", "MUN-EPIC-01", "How high does the game go?", "Level 10", "Level 20, Epic"),
    _either(
        "fast_literal",
        "MUN-Q-01",
        "That Treasure instead of a Door: when?",
        "When looting the room",
        "When Up to No Good",
    ),
    _either("loot_after_no_fight", "MUN-Q-02", "A monster went without a fight: may the room be looted?", "No", "Yes"),
    HouseRule(
        "kill_wait_seconds",
        BOOK.cite("MUN-COMBAT-14")[0],
        "How long may the others speak up before a fight is decided?",
        ((2.6, "2.6 seconds"), (1.5, "1.5 seconds"), (5, "5 seconds"), (10, "10 seconds")),
    ),
    _unless("kill_wait_restart", "MUN-Q-05", "Somebody plays a card in that time: does it begin anew?", "Yes", "No"),
    _unless("lose_wait", "MUN-Q-06", "Is there the same wait before running away?", "Yes", "No"),
    _either("forbid_overpay", "MUN-Q-07", "May more be sold than the Levels in reach cost?", "Yes", "No"),
    _either("helper_first", "MUN-Q-10", "Who runs away first?", "The fighter", "The helper"),
    _either(
        "ally_before_first_roll",
        "MUN-Q-11",
        "Until when may an Ally be given up instead of running?",
        "Before any throw",
        "Before the first throw",
    ),
    _either(
        "helper_ally_saves_both", "MUN-Q-12", "The helper gives up an Ally: whom does it save?", "The helper", "Both"
    ),
    _either(
        "count_twice_for_roles",
        "MUN-Q-13",
        "Both fighters have the Role a monster hates: it counts how often?",
        "Once",
        "Twice",
    ),
    _either("help_any_time", "MUN-Q-15", "When may help be asked for?", "When losing", "At any time"),
    _either(
        "enforce_all_deals",
        "MUN-Q-16",
        "Items promised for help: who sees to it?",
        "You, on your honour",
        "The referee",
    ),
    _either(
        "min_treasure_1", "MUN-Q-17", "Enhancers lower its Treasures: what is the least?", "No Treasure", "One Treasure"
    ),
    _either(
        "after_combat",
        "MUN-Q-28",
        "The Level falls in a fight, the Ranks are too many: they go when?",
        "At once",
        "After the fight",
    ),
    _either(
        "keep_lone_dual_role",
        "MUN-Q-29",
        "A Dual Role without a Role: what becomes of it?",
        "It is discarded",
        "It stays",
    ),
    _either("prof_not_in_combat", "MUN-Q-31", "May Proficiencies be played in a fight?", "Yes", "No"),
    _either(
        "bribe_at_once", "MUN-Q-33", "An Item promised for help: it is handed over when?", "After the fight", "At once"
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


def settings(given: Any) -> Mapping[str, Answer]:
    """Every house rule's setting: the defaults, and what the set-up's ``house_rules`` says otherwise.

    Raises:
        ValueError: for a house rule that is not one, or a setting that is not among its choices.
    """
    if not isinstance(given, Mapping):
        raise ValueError("The house_rules of a set-up pair names of house rules with settings.")
    known = {rule.key: rule for rule in HOUSE_RULES}
    for key, value in given.items():
        if key not in known:
            raise ValueError(f"{key!r} is no house rule of Munchkin: choose among {', '.join(known)}.")
        _check(known[key], value)
    return {key: given.get(key, rule.default) for key, rule in known.items()}


def _check(rule: HouseRule, value: Any) -> None:
    if rule.key == "kill_wait_seconds":  # any number: only the clock outside reads it
        good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 60
    else:
        good = any(value == choice and type(value) is type(choice) for choice, _ in rule.answers)
    if not good:
        choices = ", ".join(f"{choice!r} ({words})" for choice, words in rule.answers)
        raise ValueError(f"The house rule {rule.key!r} cannot be {value!r}: choose {choices}.")
