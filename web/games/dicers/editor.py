"""The owner's own page: what stands on the Power side of each die, told once, kept for every later game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from referee.inventory.dice import check
from web import live
from web.games.dicers.die_form import GROUP_CHOICES, LISTED, NUMBERED, drawn_die, facts_of, number_of
from web.games.dicers.drawing import TOOLS
from web.games.game_pages import all_games
from web.pages.table_view import page_frame, styling_of
from web.security.rights import need_host

page = Blueprint("dice", __name__, url_prefix="/dice")
ID = re.compile(r"[A-Za-z0-9:_-]{1,40}")
NEW = "new"


@page.before_request
def _only_the_host() -> None:
    need_host()


@page.get("")
def show() -> str:
    """Every die that was taught or told of; what is secret of it stands on its own page only."""
    dice = [_line(known) for known in live.devices().dice()]
    return render_template("dicers/dice.html", **_frame(url_for("dicers.dice.show")), dice=dice)


@page.get("/<die>")
def one(die: str) -> str:
    """The form that looks like the sticker."""
    known = _known(die)
    return render_template("dicers/die.html", **_frame(url_for("dicers.dice.show")), **_form(die, known))


@page.post("/<die>")
def tell(die: str) -> Response:
    """Keep what the form tells."""
    try:
        facts = facts_of(request.form)
        piece = _new_id(facts) if die == NEW else die
        check(piece, facts)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    _known(piece, new=die == NEW)
    return live.answered(live.devices().enter_die(piece, facts))


@page.post("/<die>/forget")
def forget(die: str) -> Response:
    """Forget what was told of it."""
    _known(die)
    return live.answered(live.devices().enter_die(die, None))


def _frame(back: str) -> dict[str, Any]:
    frame = {**page_frame(live.table().now()), **styling_of(all_games()["dicers"]), "back": back}
    return {**frame, **TOOLS}


def _known(die: str, new: bool = False) -> Mapping[str, Any]:
    """What is known of a die.

    Raises:
        NotFound: where there is no such die, and none shall be made.
    """
    if not ID.fullmatch(die):
        raise NotFound
    known = next((one for one in live.devices().dice() if one["piece"] == die), None)
    if known is None and not (new or die == NEW):
        raise NotFound
    return known or {"piece": die, "name": "", "taught": False, "facts": {}}


def _line(known: Mapping[str, Any]) -> dict[str, Any]:
    told = drawn_die(known["piece"], known["facts"])
    ready = "all levels" if told.cb and told.sign else "the Basic game" if told.cb else ""
    return {"id": told.id, "name": told.name, "taught": known["taught"], "ready": ready}


def _form(die: str, known: Mapping[str, Any]) -> dict[str, Any]:
    facts = known["facts"]
    return {
        "die": die,
        "facts": facts,
        "taught": known["taught"],
        "told": drawn_die(die, facts) if facts else None,
        "listed": LISTED,
        "number_of": number_of(die, facts),
        "groups": GROUP_CHOICES,
        "numbered": NUMBERED,
        "alliances": sorted({word for one in live.devices().dice() for word in one["facts"].get("alliances", ())}),
    }


def _new_id(facts: Mapping[str, Any]) -> str:
    """The id of a die that was not known before: by its number on the list, or by its name; a second copy gets an x."""
    plain = re.sub(r"[^a-z0-9]+", "-", str(facts.get("name", "")).lower()).strip("-") or "own"
    wanted = f"die:{facts['listed'] or plain}"
    taken = {one["piece"] for one in live.devices().dice()}
    while wanted in taken:
        wanted += "x"
    return wanted
