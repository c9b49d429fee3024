"""German texts of Dicers say what the English ones say."""

import pytest

from rules.core.phrases import Phrase
from rules.dicers import messages
from rules.dicers.powers.tasks import UNFIT_SHIELD
from web.languages import catalogue


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (messages.NOT_THEIRS(die="Ron", player="Bo").text, "Mit Ron würfelt nicht Bo: Der Wurf zählt nicht."),
        (UNFIT_SHIELD.words, "Dieser Schild rettet nur Würfel seiner Art."),
    ],
)
def test_a_sentence_says_the_same_in_german(english: Phrase, german: str) -> None:
    """The owner of a hostage may not roll it for the winner's Power, and owns it all the same; a Shield is no sign."""
    assert english.translation(catalogue("de")) == german
