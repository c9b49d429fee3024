"""The JSON bodies of the interface, which a test compares with the answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Body(BaseModel):
    """A JSON object without further fields."""

    model_config = ConfigDict(extra="forbid")


class Camera(Body):
    """What the camera does: ``state`` for programs, ``words`` for people."""

    state: str
    words: str


class RulingBody(Body):
    """A ruling in words with the ids of its rules; ``to`` is the only player who may see it (None: everybody)."""

    key: str
    text: str
    params: dict[str, str | int]
    rules: list[str]
    to: str | None
    reveals: list[str]


class Verdict(Body):
    """The public rulings on the last play; ``seq`` is the number of the play."""

    seq: int
    words: str
    tone: Literal["won", "decided", "noted"]


class ChoiceBody(Body):
    """One answer to a question."""

    key: str
    words: str


class QuestionBody(Body):
    """A question about a piece that could not be read for sure; say ``reply`` to answer it."""

    id: str
    player: str
    words: str
    choices: list[ChoiceBody]


class NoticeBody(Body):
    """A sentence for everybody; ``trouble``: somebody has to do something."""

    words: str
    trouble: bool
    rules: list[str]


class CountdownBody(Body):
    """The countdown that runs, and how many seconds are left of it."""

    beat: int
    seconds_left: float | None


class Table(Body):
    """The table as this client may see it; ``view`` is the game's own view (docs/facts.md).

    ``restorable``: the ``seq`` of the fact ``restore`` that brings back what was undone; None where nothing was, or
    something else was recorded since.
    """

    id: str
    length: int
    version: int
    simulated: bool
    game_id: str | None
    game: str | None
    players: list[str]
    over: bool
    player: str | None
    host: bool
    camera: Camera
    view: dict[str, Any] | None
    said: Verdict | None
    rulings: list[RulingBody]
    question: QuestionBody | None
    notices: list[NoticeBody]
    countdown: CountdownBody | None
    restorable: int | None


class OptionBody(Body):
    """One option of an ask; ``pick`` is what to say."""

    pick: str
    words: str


class ExcludedBody(OptionBody):
    """An option that is not possible now, and why."""

    why: str
    rules: list[str]


class AskBody(Body):
    """What the table waits for: a choice among ``options``, or a throw of ``pieces`` with the sides they may show.

    ``mine``: this client may answer it.
    """

    player: str
    kind: str
    words: str
    rules: list[str]
    options: list[OptionBody]
    excluded: list[ExcludedBody]
    pieces: dict[str, list[str]]
    some: bool
    hides: Literal["nothing", "options", "ask"]
    mine: bool


class Asks(Body):
    """Everything that the table waits for, as this client may know it; plays carry ``length`` back as ``at``."""

    length: int
    asks: list[AskBody]


class Spoken(Body):
    """What a voice says of the verdict, question and trouble: all of a short one, one sentence of a long one."""

    said: str | None
    question: str | None
    trouble: str | None


class Event(Body):
    """The data of an event ``table``: what changed, and what is worth hearing at once.

    ``passing``: nothing changed but that the camera sees a movement, and more will follow.
    """

    passing: bool
    id: str
    length: int
    version: int
    pill: Camera
    said: Verdict | None
    question: str | None
    trouble: str | None
    spoken: Spoken


class Me(Body):
    """Who this client is, and the token that its further requests carry in the header X-Owleye-Token."""

    player: str | None
    host: bool
    token: str


At = Annotated[int, Field(ge=0, description="the length of the log that the client has seen")]


class SayFact(Body):
    """Log a fact: a throw, a choice, an amendment, a retraction or what takes it back (docs/facts.md)."""

    say: Literal["fact"]
    fact: dict[str, Any]
    at: At


class SayUndo(Body):
    """Undo the last play or correction."""

    say: Literal["undo"]
    at: At


class SayCorrect(Body):
    """In the throw numbered ``seq`` this piece showed another side."""

    say: Literal["correct"]
    seq: Annotated[int, Field(ge=1)]
    piece: str
    side: str
    at: At


class SayReply(Body):
    """Answer the question about a piece."""

    say: Literal["reply"]
    question: str
    key: str


class SayLook(Body):
    """Read the table now."""

    say: Literal["look"]


class Said(Body):
    """The result of what was submitted.

    ``id``: the state of the table with the result, as in ``/api/table``.  ``stale``: the table had moved on; fetch the
    asks again.  ``undo``: undo takes it back.
    """

    ok: bool
    words: str
    id: str | None = None
    stale: bool = False
    undo: bool = False


Say = Annotated[SayFact | SayUndo | SayCorrect | SayReply | SayLook, Field(discriminator="say")]
