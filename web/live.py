"""The table, the devices and the home of the running app, and outcomes of commands as responses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from flask import Flask, current_app, flash, g, jsonify, redirect, request, url_for
from werkzeug.exceptions import BadRequest, Conflict
from werkzeug.wrappers import Response

from referee.devices import Devices
from referee.model.commands import Command, Correct, Enter, NewGame, Resume, Undo
from referee.model.snapshot import Answer, Snapshot
from referee.model.wizard_commands import Close
from referee.table.service import TableService
from referee.table.throws import taking_back
from rules.core.facts import Amend, Fact, Restore, Retract, Throw
from rules.core.fold import referee
from rules.core.phrases import names_kept, split_sentences
from web.languages import localised


def init_app(app: Flask, table: TableService, devices: Devices, home: Path) -> None:
    """Attach the table service, the devices around it and its home folder to *app*."""
    app.extensions["owleye.home"] = home
    app.extensions["owleye.devices"] = devices
    app.extensions["owleye.table"] = table
    app.before_request(_note_state)
    app.context_processor(lambda: {"now": table.now()})


def _note_state() -> None:
    """Note the state before the page of this request is drawn: the page shows this state or a newer one."""
    g.shown = event_id(table().now())


def table() -> TableService:
    """The table service of this app."""
    return cast(TableService, current_app.extensions["owleye.table"])


def devices() -> Devices:
    """The camera, wizards, panel and pieces of this table."""
    return cast(Devices, current_app.extensions["owleye.devices"])


def home() -> Path:
    """The folder with the settings, games and pictures of this table."""
    return cast(Path, current_app.extensions["owleye.home"])


def submit(
    command: Command, words: str | Callable[[Snapshot], str] = "", undo: bool = False, may_repeat: bool = True
) -> Response:
    """Give *command* to the table and answer with its result.

    *words*, or what they return for the new snapshot, replace the table's own after a success; with *undo* the message
    offers to take it back.  A command that is sent twice, because two people press the same button, the script of the
    page was not there yet, or the table is slow, is carried out once and answered alike both times; without
    *may_repeat* the second time as one that is out of date, which does not tell whether the table has it already.

    Raises:
        Conflict: where the table had moved on since a client of the JSON interface asked it.
        BadRequest: where the table refuses, with its words.
    """
    answer = table().submit(command)
    if answer.stale and may_repeat and is_done(command, table().now()):
        answer = Answer(True, "")
    return answered(answer, words, undo)


def is_done(command: Command, now: Snapshot) -> bool:
    """Whether *command*, given on a page that is out of date now, was carried out when it was given first.

    >>> throw = Enter(Throw("Ana", (("stone:1", "symbol"),)), at=3)  # the page knew three facts
    >>> is_done(throw, now)  # the fourth is that throw
    True
    """
    if isinstance(command, NewGame):
        begun = now.table.setup if now.table and not now.log else {}
        return all(begun.get(field) == command.setup.get(field) for field in ("game", "players"))
    at = command.at if isinstance(command, Enter | Undo | Correct) else len(now.log)
    follower = now.log[at].fact if at < len(now.log) else None
    match command, follower:
        case Enter(fact), _:
            return fact == follower
        case Undo(), Retract() | Amend() | Restore():
            return follower == _undo_of(now, at)
        case Correct(seq, piece, side), Amend(corrected, Throw(_, shown)):
            return seq == corrected and (piece, side) in shown
    return False


def _undo_of(now: Snapshot, at: int) -> Fact | None:
    """The fact by which an undo took back the last step, when the log had *at* facts."""
    before = now.log[:at]
    if now.game is None or now.table is None:
        return None
    return taking_back(before, referee(now.game, now.table.setup, [line.fact for line in before]))


def begin(command: NewGame | Resume) -> Response:
    """Put a game on the table, as `submit` does; an open wizard is closed then, so that throws count."""
    response = submit(command)
    if table().now().wizard.task:
        devices().prepare(Close())
    return response


def answered(answer: Answer, words: str | Callable[[Snapshot], str] = "", undo: bool = False) -> Response:
    """Answer with the result of a command; parameters and errors as those of `submit`.

    A page that is out of date is drawn anew with the reason, and nothing is changed. That happens in every lively game,
    so it is no error to a browser; only the JSON interface answers it with 409.
    """
    if answer.stale and is_api():
        raise Conflict(answer.words)
    if answer.stale:
        return jsonify(ok=False, words=answer.words, stale=True) if wants_json() else done(answer.words)
    if not answer.ok:
        raise BadRequest(answer.words)
    now = table().now()
    own = words(now) if callable(words) else words
    return done(own or answer.words, id=event_id(now), undo=undo, lasts_s=round(answer.lasts_s, 3))


def done(words: str, **more: str | float) -> Response:
    """The response to a command that was carried out, with *words* about it for people.

    A script gets JSON, with those fields of *more* that are not empty; a form gets a redirect to the page that it is
    on, which shows the words.
    """
    if wants_json():
        shown = {} if is_api() else {"headline": split_sentences(localised(names_kept(words)))[0]}
        return jsonify(ok=True, words=words, **shown, **{name: value for name, value in more.items() if value})
    if words:
        flash(localised(words))
    return redirect(_back(), 303)


def event_id(snapshot: Snapshot) -> str:
    """The id of this state of the table: ``start.length.version``."""
    return f"{snapshot.start}.{snapshot.length}.{snapshot.version}"


def is_api() -> bool:
    """Whether the request came by the JSON interface for other programs."""
    return request.path.startswith("/api/")


def wants_json() -> bool:
    """Whether a script asked, not a person following a link."""
    return is_api() or request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def _back() -> str:
    """The page that the form was on: a path of this app, nothing else."""
    try:
        path = urlsplit(request.form.get("back", "")).path
    except ValueError:  # a host in brackets that is none
        path = ""
    safe = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if safe else url_for("table.show")
