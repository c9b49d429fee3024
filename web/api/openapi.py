"""The OpenAPI document of the interface, made from its JSON bodies."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from web.api.bodies import Asks, Body, Event, Me, Said, Say, Table

REFERENCE = "#/components/schemas/{model}"
REFUSED = {
    "400": "The table refuses; `words` has the reason.",
    "403": "This client may not do that; `words` says who may.",
    "409": "The table has moved on (`stale`): fetch the asks again.",
}
ANSWERS: dict[str, type[Body]] = {"table": Table, "asks": Asks, "me": Me}


@cache
def document() -> dict[str, Any]:
    """The interface as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0)."""
    say = TypeAdapter(Say).json_schema(ref_template=REFERENCE)
    answers: tuple[type[Body], ...] = (*ANSWERS.values(), Event, Said)
    models: list[tuple[type[Body], Any]] = [(model, "serialization") for model in answers]
    schemas = models_json_schema(models, ref_template=REFERENCE)[1]["$defs"] | say.pop("$defs")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Owleye", "version": "1", "description": "The live table (docs/api.md)."},
        "paths": {**{f"/api/{name}": _get(model) for name, model in ANSWERS.items()}, **_others(say)},
        "components": {"schemas": schemas, "securitySchemes": _securities()},
        "security": [{}, {"seat": []}, {"browser": []}],
    }


def _get(model: type[Body]) -> dict[str, Any]:
    return {"get": {"summary": _summary(model), "responses": {"200": _json(_summary(model), _ref(model))}}}


def _others(say: dict[str, Any]) -> dict[str, Any]:
    events = {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": _ref(Event)}}}
    refused = {code: _json(words, _ref(Said)) for code, words in REFUSED.items()}
    full = _json("Too many streams are open: ask /version every few seconds instead.", _ref(Said))
    return {
        "/api/events": {"get": {"summary": _summary(Event), "responses": {"200": events, "503": full}}},
        "/api/say": {
            "post": {
                "summary": "One play, correction, undo or answer.",
                "requestBody": {"required": True, "content": {"application/json": {"schema": say}}},
                "responses": {"200": _json("It was done.", _ref(Said)), **refused},
            }
        },
        "/api/openapi.json": {
            "get": {"summary": "This document.", "responses": {"200": _json("OpenAPI 3.1.", {"type": "object"})}}
        },
    }


def _securities() -> dict[str, Any]:
    return {
        "seat": {"type": "http", "scheme": "bearer", "description": "The code at the end of a seat's address."},
        "browser": {
            "type": "apiKey",
            "in": "header",
            "name": "X-Owleye-Token",
            "description": "The token of /api/me, together with the cookie that came with it.",
        },
    }


def _json(words: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _ref(model: type[Body]) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(model=model.__name__)}


def _summary(model: type[Body]) -> str:
    return (model.__doc__ or "").partition("\n")[0]
