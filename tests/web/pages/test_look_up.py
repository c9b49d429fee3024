"""A question in a reader's own words: the reason first, never a secret."""

from __future__ import annotations

import re
from pathlib import Path

from referee.model.commands import NewGame
from rules.munchkin.game import Munchkin
from tests.rules.goldens import load
from tests.web.games.dicers.kit import begun, played
from tests.web.kit import SETUP, Bench
from web.pages.look_up import Entry, found

RULES = Path(__file__).parents[2] / "rules"


def answers(bench: Bench, question: str, **more: str) -> list[str]:
    """The answers as text, the best first."""
    page = bench.client.get("/rules", query_string={"q": question, **more}).text
    found = re.findall(r'<li class="card found-one[^>]*>(.*?)</li>', page, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    known = [
        *(Entry("rule", "", f"You can play card {number}.", ("X-1",)) for number in range(9)),
        Entry("rule", "", "Nobody sells Items in a fight.", ("X-2",)),
    ]
    assert found("why can I not sell?", known)[0].rules == ("X-2",)
    assert found("zeppelin", known) == []


def test_what_is_not_possible_now_comes_first_with_its_reason_and_its_rule(tmp_path: Path) -> None:
    told, log = load(RULES / "dicers/goldens/basic.jsonl")
    bench = begun(tmp_path, told)
    try:
        played(bench, log[:19])
        first = answers(bench, "Why can I not advance Harry Potter?")[0]
    finally:
        bench.close()
    reason = "No die is used in two Rounds running, unless it is the only one."
    assert first.startswith(f"Not possible now Ana: Advance Harry Potter {reason}")
    assert first.endswith("DIC-B-27")


def test_every_rule_of_every_game_is_found_by_its_words_whatever_lies_on_the_table(bench: Bench) -> None:
    bench.table.submit(NewGame(SETUP))
    rule = next(iter(Munchkin().book))
    assert any(rule.id in one for one in answers(bench, rule.text, game="munchkin"))


def test_what_is_secret_is_no_answer_to_anybody_else(tmp_path: Path) -> None:
    told, _ = load(RULES / "casting_stones/goldens/advanced-own-vaults.jsonl")
    bench = begun(tmp_path, told)
    try:
        table = bench.now.table
        assert table is not None
        ask = next(ask for ask in table.asks if ask.hides == "options")
        asking = [answers(bench, option.words, game="casting-stones") for option in ask.options]
        assert not [one for found in asking for one in found if ask.options[0].words in one]
    finally:
        bench.close()
