"""What tables tell the hub, checked field by field: tables are other people's machines."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Name = Annotated[str, Field(min_length=1, max_length=80)]
Words = Annotated[str, Field(max_length=2000)]
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{1,32}$")]
Seq = Annotated[int, Field(ge=0, le=100_000, strict=True)]
Player = Annotated[str, Field(min_length=1, max_length=200)]
Players = Annotated[tuple[Player, ...], Field(max_length=12)]
Body = dict[str, Any]
OUTCOME = 2  # rulings of a fact that the pages show


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

    @property
    def verdict(self) -> str:
        """The outcome, in one text; empty where nothing was ruled.  It is said last: the latest `OUTCOME` rulings."""
        return " ".join(ruling.text for ruling in self.said[-OUTCOME:])


class Record(Heard):
    """A game with secrets is over: everything that was hidden."""

    event_type: Literal["record"]
    game: Key
    seq: Seq
    setup: Body
    facts: Annotated[list[Body], Field(max_length=100_000)]


class Summary(Heard):
    """Which game is on a table, and whether somebody is needed there."""

    game: Name | None
    players: Players
    trouble: Words
    question: Words
    simulated: bool


Event = Begin | Fact | Record
_FINITE = json.JSONEncoder(allow_nan=False)  # a database takes no number such as NaN
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event_type")])


def read_event(payload: bytes) -> Event:
    """An event of a table.

    Raises:
        ValueError: where the payload is none.
    """
    if b"\\u0000" in payload:
        raise ValueError("a character that no database takes")
    event = _EVENT.validate_json(payload)
    _FINITE.encode(_bodies(event))
    return event


def _bodies(event: Event) -> tuple[Any, ...]:
    match event:
        case Begin():
            return (event.setup,)
        case Fact():
            return (event.fact,)
        case Record():
            return event.setup, event.facts


def read_summary(payload: bytes) -> Summary:
    """The summary of a table.

    Raises:
        ValueError: where the payload is none.
    """
    return Summary.model_validate_json(payload)
