"""The routes of the JSON interface."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request
from pydantic import TypeAdapter, ValidationError
from werkzeug.exceptions import BadRequest, UnsupportedMediaType
from werkzeug.wrappers import Response as AnyResponse

from referee.model.commands import Reply, Undo
from referee.model.snapshot import Snapshot, last_ruled_entry
from rules.core.asks import ask_json, visible_asks
from rules.core.facts import from_json
from rules.core.phrases import Phrase
from rules.core.rulings import audience, ruling_json
from web import live, plays
from web.api.bodies import Say, SayCorrect, SayFact, SayLook, SayReply, SayUndo
from web.api.openapi import document
from web.api.stream import verdict
from web.pages.words import pill
from web.security.guard import token
from web.security.rights import Me, me, need_player

page = Blueprint("api", __name__, url_prefix="/api")
SAY: TypeAdapter[SayFact | SayUndo | SayCorrect | SayReply | SayLook] = TypeAdapter(Say)

LONGEST = 200  # letters of what a client sent that an answer quotes
NO_JSON = Phrase("Send JSON, and the header Content-Type: application/json with it.")


@page.get("/table")
def table() -> Response:
    """The table as this client may see it."""
    return jsonify(_table(live.table().now(), me()))


@page.get("/asks")
def asks() -> Response:
    """What the table waits for, as this client may know it."""
    now, viewer = live.table().now(), me()
    known = visible_asks(now.table.asks, viewer.player) if now.table else ()
    return jsonify(
        length=now.length,
        asks=[{**ask_json(ask), "mine": viewer.speaks_for(ask.player) and ask.kind != _clock(now)} for ask in known],
    )


@page.post("/say")
def say() -> AnyResponse:
    """One play, correction, undo or answer."""
    need_player()
    if not request.is_json:
        raise UnsupportedMediaType(NO_JSON)
    try:
        return _carry_out(SAY.validate_json(request.get_data()))
    except ValidationError as error:
        raise BadRequest(_in_words(error)) from error


@page.get("/me")
def who() -> Response:
    """Who this client is, with the token for its requests."""
    viewer = me()
    return jsonify(player=viewer.player, host=viewer.host, token=token())


@page.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document of this interface."""
    return jsonify(document())


def _table(now: Snapshot, viewer: Me) -> dict[str, Any]:
    game, table = now.game, now.table
    last = last_ruled_entry(now, viewer.player)
    return {
        "id": live.event_id(now),
        "length": now.length,
        "version": now.version,
        "simulated": now.simulated,
        "game_id": now.game_id,
        "game": game.name if game else None,
        "players": list(now.players),
        "over": table is not None and not table.asks,
        "player": viewer.player,
        "host": viewer.host,
        "camera": pill(now),
        "view": game.view(table.state, viewer.player, table.revealed) if game and table else None,
        "said": verdict(now),
        "rulings": [ruling_json(ruling) for ruling in audience(last.rulings, viewer.player)] if last else [],
        **_besides(now),
        "restorable": table.retracted.seq if table and table.retracted else None,
    }


def _besides(now: Snapshot) -> dict[str, Any]:
    """The question, the notices and the countdown, which everybody may see."""
    asked_now = now.question
    return {
        "question": asked_now
        and {
            "id": asked_now.id,
            "player": asked_now.player,
            "words": asked_now.words,
            "choices": [{"key": choice.key, "words": choice.words} for choice in asked_now.choices],
        },
        "notices": [{"words": n.words, "trouble": n.trouble, "rules": list(n.rules)} for n in now.notices],
        "countdown": now.countdown and {"beat": now.countdown.beat, "seconds_left": live.table().seconds_left()},
    }


def _clock(now: Snapshot) -> str:
    """The kind of ask that only the clock answers."""
    return now.table.at_table.time if now.table else ""


def _carry_out(body: SayFact | SayUndo | SayCorrect | SayReply | SayLook) -> AnyResponse:
    match body:
        case SayFact():
            try:
                fact = from_json(body.fact)
            except ValueError as error:
                raise BadRequest(str(error)) from error
            return plays.enter(fact, body.at)
        case SayUndo():
            return live.submit(Undo(body.at))
        case SayCorrect():
            return plays.correct(body.seq, body.piece, body.side, body.at)
        case SayReply():
            return live.submit(Reply(body.question, body.key))
        case SayLook():
            return live.answered(live.devices().look())


def _in_words(error: ValidationError) -> str:
    """The first thing that is wrong with a body."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])[:LONGEST] or "body"
    return f"The JSON body is wrong at {place!r}: {first['msg'][:LONGEST]}. /api/openapi.json describes it."
