"""The JSON interface answers as its document describes, and gives and takes no more than the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pydantic import TypeAdapter
from werkzeug.test import TestResponse

from referee.model.commands import Enter, NewGame
from rules.core.facts import Throw
from tests.rules.toy import Toy
from tests.web.kit import SPELL, Bench, open_bench, playing, sides_of, throw_ask
from web.api.bodies import Asks, Body, Event, Me, Said, Table
from web.security.rights import seat_codes

ANSWERS: dict[str, type[Body]] = {"/api/table": Table, "/api/asks": Asks, "/api/me": Me}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Bench]:
    """A game in which A and B each have a power that only they know."""
    bench = open_bench(tmp_path, {"toy": Toy()})
    powers = {"A": "turn", "B": "nudge"}
    bench.table.submit(NewGame({"game": "toy", "format": 1, "players": ["A", "B"], "powers": powers}))
    for at, throw in enumerate((Throw("A", (("die:A", "1"),)), Throw("B", (("die:B", "3"),)))):
        assert bench.table.submit(Enter(throw, at)).ok
    yield bench
    bench.close()


def elsewhere(bench: Bench) -> FlaskClient:
    """A program on another device of the network."""
    client = bench.client.application.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.23"
    return client


def seat_of(bench: Bench, player: str) -> dict[str, str]:
    """The header of a program that holds the seat of *player*."""
    with bench.client.application.app_context():
        return {"Authorization": f"Bearer {seat_codes().code_of(bench.now.game_id or '', player)}"}


def throw(bench: Bench, at: int | None = None) -> dict[str, Any]:
    """The throw that the table waits for, as a Spell."""
    ask = throw_ask(bench.now)
    assert ask is not None
    sides = dict(zip((name for name, _ in ask.pieces), sides_of(SPELL), strict=True))
    fact = {"fact": "throw", "player": ask.player, "shown": sides}
    return {"say": "fact", "fact": fact, "at": bench.now.length if at is None else at}


def answer_in(answer: TestResponse) -> Said:
    return Said.model_validate(answer.get_json())


def valid(model: type[Body], body: Any) -> Any:
    """The body, validated against the document."""
    return TypeAdapter(model).validate_python(body, strict=True)


# The document ------------------------------------------------------------------------------------------------------


def test_the_document_names_all_routes_and_no_other(bench: Bench) -> None:
    document = bench.client.get("/api/openapi.json").get_json()
    routes = {
        (rule.rule, method.lower())
        for rule in bench.client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
    assert {(path, method) for path, methods in document["paths"].items() for method in methods} == routes


def test_every_reference_of_the_document_resolves(bench: Bench) -> None:
    text = bench.client.get("/api/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert named == set(schemas)
    assert {"Table", "Asks", "AskBody", "Event", "Me", "Said", "SayFact", "SayLook"} <= named


@pytest.mark.parametrize("url", ANSWERS)
def test_every_answer_is_as_the_document_describes_it(bench: Bench, url: str) -> None:
    valid(ANSWERS[url], bench.client.get(url).get_json())
    bench.throw(SPELL)
    valid(ANSWERS[url], bench.client.get(url).get_json())


@pytest.mark.parametrize("url", ANSWERS)
def test_every_answer_without_a_game_is_as_the_document_describes_it(tmp_path: Path, url: str) -> None:
    empty = open_bench(tmp_path)
    valid(ANSWERS[url], empty.client.get(url).get_json())
    empty.close()


def test_the_events_carry_the_rulings(bench: Bench) -> None:
    bench.throw(SPELL)
    stream = bench.client.get("/api/events", buffered=False)
    chunks = iter(stream.response)
    next(chunks)
    chunk = next(chunks)
    text = chunk.decode() if isinstance(chunk, bytes) else str(chunk)
    event = valid(Event, json.loads(text.partition("data: ")[2]))
    stream.close()
    assert event.said.seq == 1
    assert event.said.words in bench.text("/")


# Plays ---------------------------------------------------------------------------------------------------------------


def test_a_program_with_a_seat_plays_for_its_player(bench: Bench) -> None:
    program, body = elsewhere(bench), throw(bench)
    player = body["fact"]["player"]
    mine = [ask["mine"] for ask in program.get("/api/asks", headers=seat_of(bench, player)).get_json()["asks"]]
    assert mine == [True]
    answer = program.post("/api/say", json=body, headers=seat_of(bench, player))
    assert (answer.status_code, answer_in(answer).ok, bench.now.length) == (200, True, 1)
    assert "Set-Cookie" not in answer.headers
    undone = program.post("/api/say", json={"say": "undo", "at": 1}, headers=seat_of(bench, player))
    assert (undone.status_code, bench.now.table is not None and len(bench.now.table.entries)) == (200, 0)
    taken = program.get("/api/table").get_json()["restorable"]
    back = {"say": "fact", "fact": {"fact": "restore", "seq": taken}, "at": 2}
    restored = program.post("/api/say", json=back, headers=seat_of(bench, player))
    assert (restored.status_code, bench.now.table is not None and len(bench.now.table.entries)) == (200, 1)
    assert program.get("/api/table").get_json()["restorable"] is None


def test_a_seat_does_not_play_for_the_other(bench: Bench) -> None:
    body = throw(bench)
    other = next(name for name in bench.now.players if name != body["fact"]["player"])
    answer = elsewhere(bench).post("/api/say", json=body, headers=seat_of(bench, other))
    assert (answer.status_code, answer_in(answer).ok, bench.now.length) == (403, False, 0)


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer guessed"}, {"Authorization": "Basic QTpC"}])
def test_a_stranger_may_only_read(bench: Bench, header: dict[str, str]) -> None:
    program = elsewhere(bench)
    for body in (throw(bench), {"say": "undo", "at": 0}, {"say": "look"}):
        token = program.get("/api/me").get_json()["token"]
        answer = program.post("/api/say", json=body, headers={"X-Owleye-Token": token, **header})
        assert (answer.status_code, answer_in(answer).ok) == (403, False)
    assert bench.now.length == 0


def test_a_host_without_its_token_changes_nothing(bench: Bench) -> None:
    forged = bench.client.post("/api/say", json=throw(bench))
    assert (forged.status_code, bench.now.length) == (400, 0)
    token = bench.client.get("/api/me").get_json()["token"]
    right = bench.client.post("/api/say", json=throw(bench), headers={"X-Owleye-Token": token})
    assert (right.status_code, bench.now.length) == (200, 1)


def test_the_code_of_a_seat_makes_no_host_even_on_this_machine(bench: Bench) -> None:
    seat = seat_of(bench, "Ana")
    assert bench.client.get("/api/me").get_json()["host"] is True
    assert bench.client.get("/api/me", headers=seat).get_json() | {"token": ""} == {
        "player": "Ana",
        "host": False,
        "token": "",
    }
    assert bench.client.post("/games/1/resume", headers=seat).status_code == 403


def test_an_old_length_is_stale(bench: Bench) -> None:
    body = throw(bench)
    bench.throw(SPELL)
    answer = elsewhere(bench).post("/api/say", json=body, headers=seat_of(bench, body["fact"]["player"]))
    assert (answer.status_code, answer_in(answer).stale) == (409, True)


def test_a_play_that_is_sent_twice_is_carried_out_once_and_answered_alike(bench: Bench) -> None:
    body, client = throw(bench), elsewhere(bench)
    seat = seat_of(bench, body["fact"]["player"])
    first, second = (client.post("/api/say", json=body, headers=seat) for _ in range(2))
    assert (first.status_code, second.status_code, bench.now.length) == (200, 200, 1)
    assert answer_in(second).id == answer_in(first).id == client.get("/api/table").get_json()["id"]


def test_a_side_is_corrected(bench: Bench) -> None:
    bench.throw(SPELL)
    seat = seat_of(bench, "Ana")
    piece = bench.now.log[0].fact.shown[0][0]  # type: ignore[union-attr]
    body = {"say": "correct", "seq": 1, "piece": piece, "side": "number", "at": 1}
    answer = elsewhere(bench).post("/api/say", json=body, headers=seat)
    assert (answer.status_code, bench.now.length) == (200, 2)


def test_an_undo_that_a_correction_overtook_is_stale_and_one_sent_twice_is_not(bench: Bench) -> None:
    bench.throw(SPELL)
    seat, client = seat_of(bench, "Ana"), elsewhere(bench)
    piece = bench.now.log[0].fact.shown[0][0]  # type: ignore[union-attr]
    correction = {"say": "correct", "seq": 1, "piece": piece, "side": "number", "at": 1}

    def say(body: dict[str, Any]) -> tuple[int, int]:
        return client.post("/api/say", json=body, headers=seat).status_code, bench.now.length

    assert say(correction) == (200, 2)
    assert say({"say": "undo", "at": 1}) == (409, 2)
    assert [say({"say": "undo", "at": 2}) for _ in range(2)] == [(200, 3), (200, 3)]
    assert [say({"say": "undo", "at": 3}) for _ in range(2)] == [(200, 4), (200, 4)]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"say": "win"},
        {"say": "w" * 30_000},
        {"say": "undo", "at": 0, "w" * 30_000: 1},
        {"say": "fact", "at": 0, "fact": {"fact": "w" * 30_000}},
        {"say": "undo"},
        {"say": "undo", "at": -1},
        {"say": "undo", "at": "x"},
        {"say": "fact", "at": 0, "fact": {"fact": "throw"}},
        {"say": "fact", "at": 0, "fact": {"fact": "amend", "seq": 1, "play": {"fact": "retract", "seq": 1}}},
        {
            "say": "fact",
            "at": 0,
            "fact": {"fact": "amend", "seq": 1, "play": {"fact": "choose", "player": "Ana", "kind": "a", "pick": "b"}},
        },
    ],
)
def test_nonsense_is_answered_with_a_sentence(bench: Bench, body: Any) -> None:
    answer = elsewhere(bench).post("/api/say", json=body, headers=seat_of(bench, "Ana"))
    assert (answer.status_code, bench.now.length) == (400, 0)
    words = answer_in(answer).words
    assert (words[-1], len(words) < 600) == (".", True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b'{"say"',
        b"[" * 32_000 + b"]" * 32_000,
        b'{"say": "fact", "at": 0, "fact": ' + b'{"fact":' * 6000 + b"1" + b"}" * 6001,
        b'{"say": "undo", "at": ' + b"9" * 5000 + b"}",
        b'{"say": "undo", "at": NaN}',
        b'{"say": "undo", "at": 1e999}',
        b'{"say": "undo", "at": "\xff\xfe"}',
        b'{"say": "reply", "question": "\\ud800", "key": "\\udfff"}',
        b'{"say": "fact", "at": 0, "fact": {"fact": "retract", "seq": Infinity}}',
    ],
    ids=range(11),
)
def test_json_that_breaks_parsers_is_answered_with_a_sentence(bench: Bench, body: bytes) -> None:
    seat = {**seat_of(bench, "Ana"), "Content-Type": "application/json"}
    answer = elsewhere(bench).post("/api/say", data=body, headers=seat)
    assert (answer.status_code, bench.now.length) == (400, 0)
    assert answer_in(answer).words.startswith("The JSON body is wrong at ") or "fact" in answer_in(answer).words


def test_a_body_that_is_no_json_is_answered_with_a_sentence(bench: Bench) -> None:
    answer = elsewhere(bench).post("/api/say", data="{", headers=seat_of(bench, "Ana"))
    assert answer.status_code == 415
    assert answer_in(answer).words


# Secrets ----------------------------------------------------------------------------------------------------------


def test_no_secret_is_in_the_answers_for_the_whole_table(secret: Bench) -> None:
    for header in ({}, seat_of(secret, "A")):
        for url in ANSWERS:
            assert b"nudge" not in elsewhere(secret).get(url, headers=header).data
    asks = {player: elsewhere(secret).get("/api/asks", headers=seat_of(secret, player)).text for player in "AB"}
    assert '"pick":"turn"' in asks["A"]
    assert '"pick":"turn"' not in asks["B"]


def test_a_refusal_reveals_no_secret(secret: Bench) -> None:
    program, header = elsewhere(secret), seat_of(secret, "B")
    fact = {"fact": "choose", "player": "A", "kind": "power"}
    answers = [
        program.post("/api/say", json={"say": "fact", "at": 2, "fact": {**fact, "pick": pick}}, headers=header)
        for pick in ("turn", "nudge")
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert answers[0].data == answers[1].data
