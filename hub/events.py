"""What tables tell the hub, checked field by field: tables are other people's machines."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Name = Annotated[str, Field(min_length=1, max_length=80)]
Words = Annotated[str, Field(max_length=2000)]
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{1,32}$")]
Seq = Annotated[int, Field(ge=0, le=100_000, strict=True)]
Player = Annotated[str, Field(min_length=1, max_length=200)]
Players = Annotated[tuple[Player, ...], Field(max_length=12)]
Body = dict[str, Any]


class Heard(BaseModel):
    """A part of a message; fields that the hub does not know are left out."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Said(Heard):
    """A public ruling: a sentence and the ids of its rules."""

    text: Words
    rules: Annotated[tuple[Name, ...], Field(max_length=50)]


class Begin(Heard):
    """A game begins; ``setup`` is there where it has no secrets."""

    event_type: Literal["begin"]
    game: Key
    seq: Seq
    name: Name
    level: Name | None = None
    players: Players
    setup: Body | None = None


class Fact(Heard):
    """Something happened; ``fact`` is there where everybody may know it."""

    event_type: Literal["throw", "choice", "correction"]
    game: Key
    seq: Annotated[int, Field(ge=1, le=100_000, strict=True)]
    at: Annotated[str, Field(max_length=40)]
    fact: Body | None = None
    said: Annotated[tuple[Said, ...], Field(max_length=500)]
    waits: Words
    over: bool
    winners: Players


class Record(Heard):
    """A game with secrets is over: everything that was hidden."""

    event_type: Literal["record"]
    game: Key
    seq: Seq
    setup: Body
    facts: Annotated[list[Body], Field(max_length=100_000)]


class State(Heard):
    """How a table stands now."""

    game: Name | None
    players: Players
    facts: Seq
    turn: Player | None
    waits: Words
    verdict: Words
    trouble: Words
    question: Words
    simulated: bool


Event = Begin | Fact | Record
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event_type")])


def read_event(payload: bytes) -> Event:
    """An event of a table.

    Raises:
        ValueError: where the payload is none.
    """
    if b"\\u0000" in payload:
        raise ValueError("a character that no database takes")
    event = _EVENT.validate_json(payload)
    for body in _bodies(event):
        _check_numbers(body)
    return event


def _bodies(event: Event) -> tuple[Any, ...]:
    match event:
        case Begin():
            return (event.setup,)
        case Fact():
            return (event.fact,)
        case Record():
            return event.setup, event.facts


def _check_numbers(body: Any) -> None:
    """Look for numbers that are none.

    Raises:
        ValueError: where there is one: JSON in a database must not have them.
    """
    if isinstance(body, float) and not isfinite(body):
        raise ValueError("a number that is none")
    for inner in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        _check_numbers(inner)


def read_state(payload: bytes) -> State:
    """The state of a table.

    Raises:
        ValueError: where the payload is none.
    """
    return State.model_validate_json(payload)
