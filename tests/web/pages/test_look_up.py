"""Questions in a reader's own words: the answer has the reason first, and never a secret."""

from __future__ import annotations

import re
from pathlib import Path

from referee.model.commands import NewGame
from rules.munchkin.game import Munchkin
from tests.rules.goldens import load
from tests.web.games.dicers.kit import begun, played
from tests.web.kit import SETUP, Bench
from web import languages
from web.pages import question_words
from web.pages.look_up import Entry, found

RULES = Path(__file__).parents[2] / "rules"


QUESTIONS = (
    ("en", "casting-stones", "Can I cast again if my first throw is already a Potion?", "CST-B-31 CST-Q-06"),
    ("en", "casting-stones", "Who starts the next turn after I won?", "CST-B-56"),
    ("en", "casting-stones", "is a potion better than a charm", "CST-G-20 CST-B-40"),
    ("en", "dicers", "What happens if we both roll the same number?", "DIC-B-22"),
    ("en", "dicers", "what does capture do", "DIC-P-CAP-01"),
    ("en", "dicers", "can a banished die come back", "DIC-P-BAN-04 DIC-P-BAN-03"),
    ("en", "munchkin", "how many allies can I have", "MUN-ALLY-01"),
    ("en", "munchkin", "may I trade items during combat", "MUN-ITEM-16 MUN-TIMING-04"),
    ("en", "munchkin", "may I look through the discard pile", "MUN-CARD-02"),
    ("en", "munchkin", "do I get change when I sell too much", "MUN-SELL-02"),
    ("en", "munchkin", "can I take back my offer to help", "MUN-Q-14"),
    ("en", "dicers", "does a die in the keep give alliance bonus", "DIC-A-17"),
    ("en", "dicers", "how do I free my captured die", "DIC-P-CAP-10 DIC-P-CAP-11 DIC-P-CAP-12 DIC-P-CAP-13"),
    ("en", "casting-stones", "may I take back the stone that was knocked out", "CST-B-51"),
    ("de", "casting-stones", "Was passiert bei Gleichstand?", "CST-Q-01 CST-Q-02 CST-B-24"),
    ("de", "casting-stones", "Brauche ich eine Figur für einen Zauber?", "CST-B-55"),
    ("de", "dicers", "Der Würfel ist vom Tisch gefallen", "DIC-Q-51"),
    ("de", "dicers", "Darf ich zwei gleiche Würfel mitbringen?", "DIC-A-04"),
    ("de", "casting-stones", "Kann ich ohne Figurenstein zaubern?", "CST-B-55"),
    ("de", "munchkin", "Darf ich einen Gegenstand verschenken?", "MUN-ITEM-18"),
    ("de", "munchkin", "Kann man die letzte Stufe kaufen?", "MUN-SELL-05 MUN-CONF-07"),
    ("de", "munchkin", "Was muss ich würfeln, um wegzulaufen?", "MUN-RUN-03"),
    ("de", "dicers", "Wie komme ich aus dem Verlies wieder raus?", "DIC-I-16 DIC-P-SUM-01"),
)
"""Language, game and question, with the rules of which one must be among the first three answers."""
POINTLESS = (
    ("en", "what is the weather like"),
    ("en", "can I do it when it is so"),
    ("de", "wie wird das wetter morgen"),
    ("de", "kann ich das denn so machen"),
)


def page(bench: Bench, question: str, language: str = "en", **more: str) -> str:
    headers = {"Accept-Language": language}
    return bench.client.get("/rules", query_string={"q": question, **more}, headers=headers).text


def answers(bench: Bench, question: str, language: str = "en", **more: str) -> list[str]:
    """The answers as text, the best first."""
    html = page(bench, question, language, **more)
    found = re.findall(r'<li class="card found-one[^>]*>(.*?)</li>', html, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    known = [
        *(Entry("rule", "", f"You can play card {number}.", ("X-1",)) for number in range(9)),
        Entry("rule", "", "Nobody sells Items in a fight.", ("X-2",)),
    ]
    (first, *_), _ = found("why can I not sell a zeppelin?", known, "en")
    assert first.rules == ("X-2",)
    assert found("a zeppelin", known, "en") == ([], ("zeppelin",))


def test_a_word_that_no_text_has_does_not_hide_the_answer() -> None:
    known = [Entry("rule", "", f"{what} are put on the table.", ("X-1",)) for what in ("Items", "Cards", "Stones")]
    (first, *_), unknown = found("a zeppelin with Items", known, "en")
    assert (first, unknown) == (known[0], ("zeppelin",))


def test_a_compound_that_no_text_has_is_read_as_its_two_words() -> None:
    known = [
        *(Entry("rule", "", f"{what} liegen auf dem Tisch.", ("X-1",)) for what in ("Karten", "Würfel")),
        Entry("rule", "", "Karten der Hand sieht niemand.", ("X-2",)),
    ]
    (first, *_), unknown = found("Wer sieht meine Handkarten?", known, "de")
    assert (first.rules, unknown) == (("X-2",), ())
    assert found("Handschärpen", known, "de") == ([], ("handschärpen",))


def test_a_direction_in_front_of_a_verb_says_nothing() -> None:
    known = [Entry("rule", "", f"Der Stein {what}.", ("X-1",)) for what in ("liegt", "fällt", "steht")]
    (first, *_), unknown = found("runtergefallen", known, "de")
    assert (first, unknown) == (known[1], ())


def test_an_infinitive_with_zu_inside_is_read_as_its_verb() -> None:
    known = [Entry("rule", "", f"{what}.", ("X-1",)) for what in ("Karten ablegen", "Monster weglaufen", "Zugende")]
    (first, *_), unknown = found("Um wegzulaufen", known, "de")
    assert (first, unknown) == (known[1], ())


def test_a_rule_that_another_answer_tells_stands_once() -> None:
    """The answer about a house rule or a word of the game has its rule below it."""
    rule = Entry("rule", "", "Items are sold for gold.", ("X-1",))
    house = Entry("house", "May Items be sold?", "Yes", ("X-1",))
    assert found("sell Items", [rule, house], "en")[0] == [house]
    assert found("gold", [rule, house], "en")[0] == [rule]


def test_questions_are_read_in_every_language_of_the_pages() -> None:
    assert set(question_words.LANGUAGES) == set(languages.LANGUAGES)


def test_players_questions_find_their_rule_among_the_first_three(bench: Bench) -> None:
    missed = []
    for language, game, question, rules in QUESTIONS:
        first_three = " ".join(answers(bench, question, language, game=game)[:3])
        if not any(rule in first_three for rule in rules.split()):
            missed.append(question)
    assert missed == []


def test_a_question_without_an_answer_gets_a_sentence(bench: Bench) -> None:
    for language, question in POINTLESS:
        assert answers(bench, question, language, game="munchkin") == []
    assert "Nothing here answers that." in page(bench, "what is the weather like", game="munchkin")
    assert "Nothing here speaks of: sword." in page(bench, "Why can I not sell my sword?", game="munchkin")
    assert "Davon steht hier nichts: schärpe." in page(bench, "Die Schärpe verkaufen?", "de", game="munchkin")


def test_the_answer_of_a_house_rule_is_the_one_in_force(bench: Bench) -> None:
    asked = "Who casts first after a tie?"
    usual = answers(bench, asked, game="casting-stones")[0]
    assert usual.startswith(f"House rule {asked} The same player as before")
    bench.table.submit(NewGame({**SETUP, "house_rules": {"tie_order": "alternate"}}))
    assert answers(bench, asked)[0].startswith(f"House rule {asked} The other player")


def test_impossible_actions_come_first_with_reason_and_rule(tmp_path: Path) -> None:
    basic, log = load(RULES / "dicers/goldens/basic.jsonl")
    bench = begun(tmp_path, basic)
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


def test_secrets_of_a_player_are_no_answer_to_others(tmp_path: Path) -> None:
    own_vaults, _ = load(RULES / "casting_stones/goldens/advanced-own-vaults.jsonl")
    bench = begun(tmp_path, own_vaults)
    try:
        table = bench.now.table
        assert table is not None
        ask = next(ask for ask in table.asks if ask.hides == "options")
        asking = [answers(bench, option.words, game="casting-stones") for option in ask.options]
        assert not [one for found in asking for one in found if ask.options[0].words in one]
    finally:
        bench.close()
