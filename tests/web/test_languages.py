"""Each browser has its own language; the screens at the table follow the host."""

from __future__ import annotations

from gettext import NullTranslations
from html import unescape
from pathlib import Path

import pytest

from rules.core.phrases import Phrase
from tests.web.kit import Bench
from web import languages

XX = {"Table": "[Tisch]", "New game": "[Neues Spiel]", "No answer": "[Keine Antwort]"}


class Strange(NullTranslations):
    """A language of which only a few words are known."""

    def gettext(self, message: str) -> str:
        return XX.get(message, message)


@pytest.fixture(autouse=True)
def another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer German with a few words made up for the test."""
    monkeypatch.setattr(languages, "LANGUAGES", {"en": "English", "de": "Deutsch"})
    monkeypatch.setattr("web.pages.language_switch.LANGUAGES", {"en": "English", "de": "Deutsch"})
    real = languages.catalogue
    monkeypatch.setattr(languages, "catalogue", lambda name: Strange() if name == "de" else real(name))


GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def page(bench: Bench, url: str = "/", **headers: str) -> str:
    return bench.client.get(url, headers={"Accept-Language": "en", **headers}).text


def test_the_browser_chooses_the_language(bench: Bench) -> None:
    german, english = page(bench, **GERMAN), page(bench)
    assert '<html lang="de">' in german
    assert "[Tisch]" in german
    assert '<html lang="en">' in english
    assert "[Tisch]" not in english


def test_a_language_that_is_not_offered_is_english(bench: Bench) -> None:
    assert '<html lang="en">' in page(bench, **{"Accept-Language": "fr"})


def test_the_answer_names_its_language_and_varies_by_it(bench: Bench) -> None:
    answer = bench.client.get("/", headers=GERMAN)
    assert answer.headers["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_chosen_language_stays_on_other_pages(bench: Bench) -> None:
    assert bench.post("/language", language="de", back="/games").headers["Location"] == "/games"
    assert '<html lang="de">' in page(bench)


def test_an_unknown_language_is_refused(bench: Bench) -> None:
    assert bench.post("/language", language="xx").status_code == 400


def test_the_small_screen_follows_the_host(bench: Bench) -> None:
    assert '<html lang="en">' in page(bench, "/small")
    bench.post("/language", language="de")
    bench.client.delete_cookie("owleye")
    assert '<html lang="de">' in page(bench, "/small")


def test_the_voice_of_the_house_follows_the_host(bench: Bench, tmp_path: Path) -> None:
    sentence = Phrase("New game")
    assert languages.in_host_language(tmp_path, sentence) == ("New game", "en")
    bench.post("/language", language="de")
    home = bench.client.application.extensions["owleye.home"]
    assert languages.in_host_language(home, sentence) == ("[Neues Spiel]", "de")


@pytest.mark.parametrize("text", ["{", "[]", '{"language": []}', '{"language": "tlh"}'])
def test_a_damaged_language_file_loses_the_choice_only(bench: Bench, text: str) -> None:
    bench.post("/language", language="de")
    languages_file = bench.client.application.extensions["owleye.language"]
    languages_file.write_text(text)
    bench.client.delete_cookie("owleye")
    assert '<html lang="en">' in page(bench, "/small")


def test_scripts_get_their_texts_in_the_language_of_the_page(bench: Bench) -> None:
    assert '"noAnswer": "[Keine Antwort]"' in unescape(page(bench, **GERMAN))
