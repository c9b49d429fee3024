"""Messages of the tables, validated field by field, because the tables are other people's machines."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict  # pydantic needs it before Python 3.12

from calibration.storage.phrases import LONGEST
from sharing.public import OUTCOME

Name = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(max_length=2000)]
Phrases = Annotated[str, Field(max_length=LONGEST)]
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{1,32}$")]
Seq = Annotated[int, Field(ge=0, le=100_000, strict=True)]
Player = Annotated[str, Field(min_length=1, max_length=200)]
Players = Annotated[tuple[Player, ...], Field(max_length=12)]
Body = dict[str, Any]


class TableMessage(BaseModel):
    """Base of all parts of a message; unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class PublicRuling(TypedDict):
    """A public ruling: a sentence and the ids of its rules; a dictionary, as it is stored."""

    text: Text
    rules: Annotated[list[Name], Field(max_length=50)]


class Begin(TableMessage):
    """A game begins; ``setup`` is None in a game with secrets."""

    event_type: Literal["begin"]
    game: Key
    seq: Seq
    name: Name
    level: Name | None = None
    players: Players
    setup: Body | None = None
    waits: Text = ""
    phrases: Phrases = ""


class Fact(TableMessage):
    """A fact was logged; ``fact`` is None while it is secret, ``said`` are the rulings that everybody may read."""

    event_type: Literal["throw", "choice", "correction"]
    game: Key
    seq: Annotated[int, Field(ge=1, le=100_000, strict=True)]
    at: Annotated[str, Field(max_length=40)]
    fact: Body | None = None
    said: Annotated[list[PublicRuling], Field(max_length=500)]
    waits: Text
    phrases: Phrases = ""
    over: bool
    winners: Players

    @property
    def verdict(self) -> str:
        """The last `OUTCOME` rulings, which decide, in one text; empty where there are none."""
        return " ".join(ruling["text"] for ruling in self.said[-OUTCOME:])


class Record(TableMessage):
    """A game with secrets is over: its set-up and all facts, which were hidden until now."""

    event_type: Literal["record"]
    game: Key
    seq: Seq
    setup: Body
    facts: Annotated[list[Body], Field(max_length=100_000)]


class Summary(TableMessage):
    """Which game is on a table (``key`` as in its events), and what is needed there (``trouble``, ``question``)."""

    game: Name | None
    key: Key | Literal[""] = ""
    players: Players
    trouble: Text
    question: Text
    simulated: bool
    phrases: Phrases = ""


Event = Begin | Fact | Record
_FINITE = json.JSONEncoder(allow_nan=False)  # databases do not store NaN or infinity
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event_type")])


def read_event(payload: bytes) -> Event:
    """Parse the message of one event that a table sent (JSON).

    Raises:
        ValueError: where the payload is not a valid event.
    """
    if b"\\u0000" in payload:
        raise ValueError("a character that no database takes")
    event = _EVENT.validate_json(payload)
    _FINITE.encode(_free_fields(event))
    return event


def _free_fields(event: Event) -> tuple[Any, ...]:
    match event:
        case Begin():
            return (event.setup,)
        case Fact():
            return (event.fact,)
        case Record():
            return event.setup, event.facts


def read_summary(payload: bytes) -> Summary:
    """Parse the message in which a table says which game is on it (JSON).

    Raises:
        ValueError: where the payload is not a valid summary.
    """
    return Summary.model_validate_json(payload)
