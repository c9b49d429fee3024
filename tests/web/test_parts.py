"""Named parts: an open page gets the changed parts by name, each equal to that part of the whole page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.model.commands import CameraStateChanged, Trouble
from tests.web.kit import POTION, SPELL, Bench, playing
from tests.web.security.test_rights import seated
from web.api import stream
from web.parts import FRESH_S, HEADER, Drawings, parts_of
from web.security.rights import Me

PAGES = ("/", "/small", "/mine", "/games/new/casting-stones")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    bench.text("/host")  # takes the message of the throw along
    yield bench
    bench.close()


def asked(bench: Bench, url: str, known: dict[str, Any] | None = None) -> dict[str, Any]:
    marks = " ".join(f"{name}={part['digest']}" for name, part in (known or {}).items())
    return dict(bench.client.get(url, headers={HEADER: marks}).get_json())


@pytest.mark.parametrize("url", PAGES)
def test_every_part_equals_that_part_of_the_whole_page(bench: Bench, url: str) -> None:
    page, answer = bench.client.get(url).text, asked(bench, url)
    names = re.findall(r'<\w+[^>]* id="([\w-]+)"[^>]* data-part', page)
    assert answer["names"] == names
    assert set(answer["parts"]) == set(names)
    for name, part in answer["parts"].items():
        assert f'id="{name}"' in page
        assert part["html"] in page
        tags = [(len(re.findall(rf"<{tag}\b", part["html"])), part["html"].count(f"</{tag}>")) for tag in ("div", "p")]
        assert all(opened == closed for opened, closed in tags), name
    assert f"<title>{answer['title']}" in page


def test_only_changed_parts_are_sent_again(bench: Bench) -> None:
    first = asked(bench, "/")
    assert asked(bench, "/", first["parts"])["parts"] == {}
    bench.throw(POTION)
    bench.text("/host")
    again = asked(bench, "/", first["parts"])
    assert "ask" in again["parts"]
    assert set(again["parts"]) < set(first["parts"])
    assert again["names"] == first["names"]


def test_an_answer_names_the_styles_of_its_page(bench: Bench) -> None:
    sheets = asked(bench, "/small")["sheets"]
    assert sheets == re.findall(r'<link rel="stylesheet" href="([^"]+)">', bench.client.get("/small").text)
    assert any(sheet.endswith("/casting-stones.css") for sheet in sheets)


def token_in(html: str) -> set[str]:
    return set(re.findall(r'name="token" value="([^"]+)"', html))


def test_browsers_with_the_same_rights_share_a_rendered_page_with_own_tokens(bench: Bench) -> None:
    seat, browsers = seated(bench, "Bo"), [bench.client.application.test_client() for _ in range(2)]
    found = []
    for browser in (*browsers, seat):
        parts = browser.get("/", headers={HEADER: "-"}).get_json()["parts"]
        assert token_in(parts["ask"]["html"]) == token_in(browser.get("/").text)
        found.append(parts["ask"]["html"])
    tokens = [token_in(html).pop() for html in found]
    assert len(set(tokens)) == 3
    assert found[0].replace(tokens[0], tokens[1]) == found[1]
    assert found[0].replace(tokens[0], tokens[2]) != found[2], "a seat answers for its player only"


def test_a_rendered_page_is_shared_for_a_moment() -> None:
    now, drawn = [10.0], list[str]()
    drawings = Drawings(lambda: now[0])
    host, seat = ("/", "1", Me(True, None), "de"), ("/", "1", Me(False, "Ana"), "de")

    def draw() -> str:
        drawn.append("a token")
        return f"{drawn[-1]}, drawing {len(drawn)}"

    assert drawings.html(host, "a token", draw) == "a token, drawing 1"
    assert drawings.html(host, "another", draw) == "another, drawing 1"
    assert drawings.html(seat, "a token", draw) == "a token, drawing 2"
    now[0] += FRESH_S
    assert drawings.html(host, "a token", draw) == "a token, drawing 3"


@pytest.mark.parametrize("header", ["", "nonsense", "a=b=c =", "=" * 2000])
def test_nonsense_in_the_header_gets_all_parts(bench: Bench, header: str) -> None:
    answer = bench.client.get("/", headers={HEADER: header}).get_json()
    assert set(answer["parts"]) == set(answer["names"])


def test_an_error_is_answered_whole(bench: Bench) -> None:
    answer = bench.client.get("/nothing", headers={HEADER: ""})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")


def test_a_part_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="never closed"):
        parts_of('<div id="a" data-part><div></div>')


def events(bench: Bench) -> Iterator[dict[str, Any]]:
    opened = stream.event_stream(bench.table, "")
    next(opened)
    for event in opened:
        yield json.loads(event.partition("data: ")[2])


def test_movement_alone_is_a_passing_change_and_fetches_nothing(bench: Bench) -> None:
    stream_of_events = events(bench)
    assert next(stream_of_events)["passing"] is False, "a new page knows nothing yet"
    for eyes in ("hand", "moving", "reading"):
        bench.table.submit(CameraStateChanged(eyes))
        assert next(stream_of_events)["passing"] is True
    bench.table.submit(CameraStateChanged("settled"))
    assert next(stream_of_events)["passing"] is False
    bench.table.submit(Trouble("dark", "It is too dark."))
    assert next(stream_of_events)["passing"] is False


def test_movement_with_another_change_is_not_passing(bench: Bench) -> None:
    stream_of_events = events(bench)
    next(stream_of_events)
    bench.table.submit(CameraStateChanged("moving"))
    bench.throw(POTION)
    assert next(stream_of_events)["passing"] is False
