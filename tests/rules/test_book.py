"""Books and sentences fail at import, not at the table."""

import pytest

from rules.core.rulebook import Book, Rule

BOOK = Book([Rule("A-1", "One."), Rule("A-2", "Two.", honour="nobody can see it")])


def test_a_rule_is_found_by_its_id() -> None:
    assert BOOK["A-1"].text == "One."
    assert [rule.id for rule in BOOK] == ["A-1", "A-2"]
    assert "A-3" not in BOOK
    assert len(BOOK) == 2
    assert [rule.refereed for rule in BOOK] == [True, False]


def test_a_rule_id_is_unique_in_its_book() -> None:
    with pytest.raises(ValueError, match="A-1"):
        Book([Rule("A-1", ""), Rule("A-1", "")])


@pytest.mark.parametrize("ids", [(), ("A-3",), ("A-1", "A-3")])
def test_a_wrong_citation_fails_at_once(ids: tuple[str, ...]) -> None:
    with pytest.raises(KeyError):
        BOOK.message("key", "Words.", *ids)


@pytest.mark.parametrize("words", ["{}", "{0}", "{player.name}", "{a[0]}", "{to}", "{also}"])
def test_gaps_are_named(words: str) -> None:
    with pytest.raises(ValueError, match="named"):
        BOOK.message("key", words, "A-1")


def test_a_ruling_has_a_sentence_and_rule_ids() -> None:
    ruling = BOOK.message("won", "{player} wins by {points}.", "A-1")(player="Ana", points=3, also=("A-2", "A-1"))
    assert ruling.text == "Ana wins by 3."
    assert ruling.params == (("player", "Ana"), ("points", 3))
    assert ruling.rules == ("A-1", "A-2")
    assert ruling.to is None
