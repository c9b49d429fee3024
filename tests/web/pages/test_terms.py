"""Terms of the game: a tap opens the explanation in place, with its rule, on the pages of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.model.commands import NewGame
from rules.games import GAMES
from tests.rules.kit import kit_of
from tests.web.kit import open_bench, plain
from web.pages.words import marked

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_term_on_the_table_page_opens_its_explanation(name: str, tmp_path: Path) -> None:
    bench, game = open_bench(tmp_path), GAMES[name]
    assert bench.table.submit(NewGame(kit_of(name).setups[2])).ok
    html = bench.client.get("/").text
    assert f"How to win: {game.guide.how_to_win}" in plain(html)
    cards = dict(re.findall(r'<div popover class="term-card" id="([^"]+)">(.*?)</div>', html))
    assert len(cards) == len(game.guide.terms)
    taps = set(re.findall(r'popovertarget="([^"]+)"', html.partition("Words of the game")[0]))
    assert taps, "no term stands in what the page says"
    assert taps <= set(cards)
    for term, card in zip(game.guide.terms, cards.values(), strict=True):
        assert f"{term.word} {term.explanation} {term.rule} {game.book[term.rule].text}" in plain(card)
    assert not re.search(r"<button[^>]*>[^<]*<(?:span[^>]*>[^<]*)?<button", html), "a button inside a button"
    bench.close()


@pytest.mark.parametrize(
    ("name", "sentence", "words"),
    [
        ("dicers", "Bo moves b into the Arena; its casting bonus is 2.", ["Arena", "casting bonus"]),
        ("dicers", "Ana may keep the roll. Keep it in the Keep.", ["Keep"]),
        ("dicers", "Ana is the next Challenger, Bo the Defender.", ["Challenger", "Defender"]),
        ("casting-stones", "Two Bungles: a Bungle ties.", ["Bungles"]),
        ("casting-stones", "Ana puts a gem on the Spell turret.", ["gem", "Spell turret"]),
        ("casting-stones", "Ana may call the cast a Counter Spell.", ["cast", "Counter Spell"]),
        ("munchkin", "Ana has a Dual Role: a second Role may be added.", ["Dual Role", "Role"]),
    ],
)
def test_a_term_is_marked_where_it_stands_first(name: str, sentence: str, words: list[str]) -> None:
    html = marked(GAMES[name].guide, sentence)
    assert re.findall(r">([^<]+)</button>", html) == words
    assert plain(html) == sentence


def test_no_line_break_parts_a_term_from_its_punctuation() -> None:
    html = marked(GAMES["dicers"].guide, "Bo moves b into the Arena; its casting bonus is 2.")
    assert re.search(r'<span class="with-term"><button[^>]*>Arena</button>;</span>', html)
    assert "casting bonus</button> is" in html


def test_names_from_outside_stay_text() -> None:
    assert marked(GAMES["dicers"].guide, "<b>Arena</b>").startswith("&lt;b&gt;<button")
