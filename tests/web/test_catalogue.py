"""Each catalogue has every text, with the same gaps, and no other; no page shows a text that is in no catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from html import unescape
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest

from calibration.storage.files import save_json
from hardware.machine import Finding, findings
from hardware.panel import Panel
from referee.model.commands import Trouble
from referee.observe.watchdog import MachineWatch
from referee.panel.panel_controller import PanelController
from referee.startup.safe_start import FILE, StartCount
from rules.casting_stones.cards.cards import KNOWN as CARDS
from rules.casting_stones.stones import CATALOGUE
from rules.core.phrases import has_words
from rules.dicers.dice_list import NAMES as NAMES_OF_DICE
from rules.games import GAMES
from rules.munchkin.cards.cards import KNOWN
from tests.hardware.test_machine import CONDITIONS, healthy, put
from tests.rules.dicers.table import dealt
from tests.tools.catalogue import PACKAGES, ROOT, Message, catalogue, used
from tests.web.games.dicers.kit import begun
from tests.web.games.munchkin.kit import playing as munchkin
from tests.web.kit import Bench, playing
from web import languages

OTHERS = [name for name in languages.LANGUAGES if name != languages.SOURCE]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_and_no_other(language: str) -> None:
    translated_ids: set[Message] = {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1])
        for message in catalogue(language)
        if message.id
    }
    assert translated_ids == used(), "`python -m tests.tools.catalogue` brings the catalogues up to date"


def phrases_of(package: str) -> set[str]:
    """The texts of all phrases in the code of *package*."""
    trees = (ast.parse(path.read_text()) for path in (ROOT / package).rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    named = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Phrase")
    return {text.value for text in named if isinstance(text, ast.Constant) and isinstance(text.value, str)}


def test_a_phrase_is_found_wherever_it_stands() -> None:
    known = {text for message in used() for text in (message if isinstance(message, tuple) else (message,))}
    assert {text for package in PACKAGES for text in phrases_of(package) if has_words(text)} <= known


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_the_same_gaps(language: str) -> None:
    for message in filter(lambda message: message.id, catalogue(language)):
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        source = {message.id} if isinstance(message.id, str) else set(message.id)
        assert not message.fuzzy, message.id
        assert all(forms), message.id
        known = set[str]().union(*map(gaps, source))
        assert all(gaps(form) <= known for form in forms), message.id
        assert set[str]().union(*map(gaps, forms)) == known, message.id


class Marked(NullTranslations):
    """A language in which every text of the catalogue stands in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self._texts = set(chain.from_iterable((one,) if isinstance(one, str) else one for one in used()))

    def gettext(self, message: str) -> str:
        if message not in self._texts:
            return message
        return "|".join(f"⟦{form}⟧" for form in message.split("|"))  # the forms of a term are each a text

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


NAMES = {
    *("Owleye", "Ana", "Bo", "Cy", "Dee", "English", "Deutsch", "PIN", "HH", "MMM", "CST", "DIC", "MUN"),
    *("Gryffindor", "Hufflepuff", "Ravenclaw", "Slytherin", "Spell", "Charms", "Potions", "Counter"),
}
"""Words that no catalogue has: names of players, turrets, Houses and the program."""


LISTED = (
    *map(str, NAMES_OF_DICE),
    *KNOWN,
    *(stone.name for stone in CATALOGUE),
    *(card.name for card in CARDS.values()),
)
PRINTED = {word for name in LISTED for word in re.findall(r"[^\W\d_]{3,}", name)}
"""Words in the names of dice, stones and cards that stand in lists of the rules."""


def outside(html: str) -> Iterator[str]:
    """The words of a page outside brackets, without ids of rules and texts of the dot display (in capitals)."""
    html = re.sub(r"<(script|style|svg class=\"qr).*?</(script|style|svg)>", " ", html, flags=re.DOTALL)
    attributes = " ".join(re.findall(r'\s(?:alt|aria-label|title|placeholder)="([^"]*)"', html))
    text = unescape(attributes + " " + re.sub(r"<[^>]+>", " ", html))
    while re.search(r"⟦[^⟦⟧]*⟧", text):
        text = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    yield from (word for word in re.findall(r"[^\W\d_]{3,}", text) if word not in NAMES and not word.isupper())


@cache
def marked() -> Marked:
    """The language, read from the code once."""
    return Marked()


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "catalogue", lambda name: marked())


def pieces(bench: Bench) -> set[str]:
    """The words in the names of the pieces and cards of the game, which stay as they are printed."""
    setup = bench.now.table.setup if bench.now.table else {}
    names = [str(one) for one in _strings(setup)]
    return {word for name in names for word in re.findall(r"[^\W\d_]{3,}", name)}


def _strings(value: object) -> Iterator[object]:
    match value:
        case dict():
            for key, item in value.items():
                yield key
                yield from _strings(item)
        case list() | tuple():
            for item in value:
                yield from _strings(item)
        case _:
            yield value


def dicers(home: Path) -> Bench:
    """A game of Dicers whose dice are shared out."""
    return begun(home, dealt())


def pages_of(bench: Bench) -> list[str]:
    """The addresses of all pages that take no arguments, of the form for each game, and of the first step."""
    rules = [rule for rule in bench.client.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
    plain = sorted({rule.rule for rule in rules if not rule.arguments} - {"/api/events"})
    answers = {url: bench.client.get(url) for url in plain}
    pages = [url for url, answer in answers.items() if answer.status_code == 200 and answer.mimetype == "text/html"]
    own = {"munchkin": "/munchkin/sheet/0", "dicers": "/dice/new"}
    sheets = [own[name] for name in own if bench.now.game and bench.now.game.name == name]
    return [*pages, *sheets, *(f"/games/new/{game}" for game in GAMES), "/games/1", "/games/1/watch"]


def page(bench: Bench, url: str) -> str:
    answer = bench.client.get(url)
    assert answer.status_code == 200, url
    return answer.text


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("open_game", [playing, dicers, munchkin], ids=["casting-stones", "dicers", "munchkin"])
def test_every_text_of_the_pages_is_in_the_catalogue(open_game, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    bench = open_game(tmp_path)
    left = {url: list(outside(page(bench, url))) for url in pages_of(bench)}
    known = pieces(bench) | PRINTED
    bench.close()
    assert [f"{url}: {word}" for url, words in left.items() for word in words if word not in known] == []


def ill(folder: Path) -> Iterator[Finding]:
    """The findings on machines that each have a different problem."""
    for place, (file, content, _) in enumerate(CONDITIONS):
        root = healthy(folder / str(place))
        put(root, file, content)
        yield from findings(Path("/home/ana/.owleye"), root, lambda: "")


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("why", ["", "{burns}."])
def test_reports_of_the_machine_and_of_a_safe_start_are_in_the_catalogue(why: str, tmp_path: Path) -> None:
    """The reason of a failed start is the only text that nobody can translate."""
    bench = playing(tmp_path)
    MachineWatch(tmp_path, bench.table, lambda home: tuple(ill(tmp_path / "machines"))).once()
    save_json(tmp_path / FILE, {"failed": 2, "why": why})
    words = StartCount(tmp_path).safe_words
    bench.table.submit(Trouble("safe start", words))
    bench.devices.panel_controller = PanelController(Panel("{why}", why=words), tmp_path, uses=dict)
    left = [word for url in ("/", "/setup", "/panel") for word in outside(page(bench, url))]
    bench.close()
    assert [word for word in left if word not in pieces(bench) | PRINTED | {"burns"}] == []
