"""Judge one play: which phase it meets, and what follows of itself afterwards."""

from __future__ import annotations

from collections.abc import Callable

from rules.book import Ruling
from rules.dicers import basic, opening, said
from rules.dicers.rounds import (
    Outcome,
    advance_die,
    advancer,
    ahead,
    carry,
    count_alliances,
    keep,
    roll_in_round,
    running,
    stage,
    tie_words,
)
from rules.dicers.state import State
from rules.facts import Choose, Throw

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "power": 6}

CHOICES: dict[str, Callable[[State, str, str], Outcome]] = {
    "draft": opening.choose,
    "advance": advance_die,
    "keep": lambda state, player, pick: keep(state, player),
}


def judge(state: State, play: Throw | Choose) -> Outcome:
    """One play, and all that follows of itself."""
    if isinstance(play, Choose):
        after, words = CHOICES[play.kind](state, play.player, play.pick)
        return follow(state, after, words)
    return _throw(state, play)


def _throw(state: State, throw: Throw) -> Outcome:
    words: tuple[Ruling, ...] = ()
    for die, side in throw.shown:
        after, spoken = _roll(state, throw.player, die, side)
        state, words = follow(state, after, (*words, *spoken))
    return state, words


def _roll(state: State, player: str, die: str, side: str) -> Outcome:
    if die not in state.deal.dice:
        return state, (said.STRANGER(die=die),)
    if side not in FACES:
        says = said.READ_IT if state.deal.on("off_table_counts") else said.AGAIN
        return state, (says(die=state.name(die)),)
    return _roll_by_phase(state, player, die, FACES[side])


def _roll_by_phase(state: State, player: str, die: str, face: int) -> Outcome:
    if state.phase in ("draft-roll", "draft", "first-roll"):
        return opening.roll(state, player, die, face)
    if state.phase == "round" and not advancer(state):
        return roll_in_round(state, player, die, face)
    return state, (said.NO_ROLL(die=state.name(die)),)


def follow(before: State, state: State, words: tuple[Ruling, ...]) -> Outcome:
    """What follows of itself: Alliances are counted, a tie is called, a Basic Round is closed."""
    if state.phase != "round":
        return state, words
    state = count_alliances(state)
    if stage(state) == "tie":
        return _call_tie(before, state, words)
    if stage(state) == "decided" and state.deal.basic:
        state, spoken = basic.close_round(state, ahead(state))
        return state, (*words, *spoken)
    return state, words


def _call_tie(before: State, state: State, words: tuple[Ruling, ...]) -> Outcome:
    if state.deal.on("bonus_carries_to_tie"):
        state, spoken = carry(state)
        return state, (*words, *spoken)
    tied_before = before.phase == "round" and stage(before) == "tie"
    if tied_before or running(state).fresh:
        return state, words
    return state, (*words, tie_words(state))
