"""Recorded sequences of readings against the live table: each step has the right answer (tests/sequences/README.md)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rules.core.facts import Choose, Fact, Throw
from tests.referee.observe.readings import Evening
from tests.referee.observe.sequence_table import SequenceTable, fact_of, piece_of

SEQUENCES = sorted((Path(__file__).parents[2] / "sequences").glob("*.json"))


def words_of(fact: Fact, like: str) -> str:
    """The line of a fact, with sorted pieces; with the sides alone where *like* names no pieces."""
    if isinstance(fact, Choose):
        return f"{fact.player} {fact.kind}: {fact.pick}"
    assert isinstance(fact, Throw)
    pieces = [f"{piece} {side}" for piece, side in sorted(fact.shown)]
    thrown = pieces if ":" in like else sorted(side for _, side in fact.shown)
    return f"{fact.player} throws {' '.join(thrown)}"


def sorted_line(line: str) -> str:
    return words_of(fact_of(line), line) if " throws " in line and ":" in line else line


@pytest.mark.parametrize("path", SEQUENCES, ids=lambda path: path.stem)
def test_every_step_of_a_sequence_has_the_right_answer(path: Path, tmp_path: Path) -> None:
    sequence = json.loads(path.read_text())
    table = SequenceTable(tmp_path, sequence["setup"])
    for line in sequence["facts"]:
        table.say(line)
    table.controller.wake(60.0)
    for number, step in enumerate(sequence["steps"], 1):
        before = len(table.log())
        if "say" in step:
            table.say(step["say"])
        elif "press" in step:
            table.press(step["press"])
        elif "answer" in step:
            table.answer(step["answer"])
        else:
            table.see([piece_of(*piece) for piece in step["saw"]], step.get("why", "rest"))
        expected = [sorted_line(line) for line in step.get("log", [])]
        added = table.log()[before:]
        where = f"step {number} of {path.stem}"
        assert [words_of(fact, (expected or [""])[0]) for fact in added] == expected, where
        question = table.controller.now.question
        assert {choice.key for choice in (question.choices if question else ())} >= set(step.get("question", [])), where
        assert (question is not None) == ("question" in step), f"{where}: {question}"
        assert step.get("asked", "") in (question.words if question else ""), where
        lamps = list(table.controller.now.lamps)
        assert step.get("lamps", lamps) == lamps, where
        notices = " ".join(notice.words for notice in table.controller.now.notices)
        assert step.get("notice", "") in notices, where


@pytest.mark.parametrize("seed", range(4))
def test_no_throw_of_a_random_evening_is_counted_wrong(seed: int, tmp_path: Path) -> None:
    count: Counter[str] = Counter()
    evening = Evening(SequenceTable(tmp_path, "collections"), Random(seed), count, set())
    evening.play()
    assert not evening.wrong, evening.wrong[0]
    assert count["right"] >= 0.7 * count["throws"]
