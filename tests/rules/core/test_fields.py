"""A slip in a set-up is named."""

import pytest

from rules.core.game import check_setup
from rules.core.phrases import Phrase
from rules.games import GAMES
from tests.rules.kit import kit_of


def test_a_set_up_of_known_fields_is_accepted() -> None:
    setup = {"game": "go", "format": 1, "komi": 6.5}
    check_setup(setup, ["komi"])
    with pytest.raises(ValueError, match="no field 'komi'"):
        check_setup(setup, [])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("slip", "words"),
    [({"house_rule": {}}, "no field 'house_rule': it may have game, .*house_rules"), ({"format": 2}, "format 2")],
)
def test_a_slip_is_named(name: str, slip: dict[str, object], words: str) -> None:
    kit = kit_of(name)
    with pytest.raises(ValueError, match=words) as caught:
        kit.game.start({**kit.setups[0], **slip})
    assert isinstance(caught.value.args[0], Phrase), "or nobody can read it in another language"
