"""Munchkin for the pages: form, sheets, Levels, cards, countdown, and the summary of a finished game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from referee.inventory import munchkin_cards as box
from referee.model.commands import Enter
from referee.model.snapshot import Answer, Snapshot
from rules.core.facts import Choose, Throw
from rules.core.phrases import Phrase, plural
from rules.munchkin.action import SIDES
from rules.munchkin.cards.cards import KNOWN, read_card
from rules.munchkin.cards.notation import body_of, card_line, monster_heading
from rules.munchkin.state import number_on
from web import live
from web.games.game_pages import Feat, GamePages, GameStory, View, all_games
from web.games.munchkin import card_form
from web.games.munchkin.board import draw
from web.games.munchkin.plan import GAME, plan, setup_of
from web.pages.actions import number, text
from web.pages.table_view import drawn_for, glimpse, page_frame, styling_of
from web.security.rights import me, need_host, need_player, need_voice

TRIES = 3
page = Blueprint("munchkin", __name__, url_prefix="/munchkin")


def scores(view: View) -> Mapping[str, int]:
    """Everybody's Level."""
    return dict(view["levels"])


def length(view: View) -> str:
    """The number of turns in words; empty where only the Levels are tracked."""
    return plural("{number} turn", "{number} turns", view["turn"]) if view["turn"] else ""


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The number thrown, a candidate for the best one of the game."""
    number = next((number_on(view["house_rules"], side) for _, side in throw.shown if side in SIDES), 0)
    if number:
        yield Feat(
            "best",
            Phrase("The best throw of the die: {number}, by {player}", number=number, player=throw.player),
            seq,
            number,
        )
        yield Feat(
            "worst",
            Phrase("The worst throw of the die: {number}, by {player}", number=number, player=throw.player),
            seq,
            -number,
        )


STORY = GameStory(Phrase("Levels"), 1, scores, length, feats)


page.add_app_template_filter(monster_heading, "plainly")


@page.get("/sheet/<int:seat>")
def sheet(seat: int) -> str:
    """The character of one seat; a viewer who may answer for the player can also play from here."""
    now = _munchkin()
    if seat >= len(now.players):
        raise NotFound
    player = now.players[seat]
    own = {"viewer": player, "seat": seat, "glimpse": glimpse(now)}
    return render_template("munchkin/sheet.html", **page_frame(now), **drawn_for(now, player), **own)


@page.get("/levels")
def levels() -> str:
    """Every change of Level with its reason, and the chart."""
    now = _munchkin()
    return render_template("munchkin/levels.html", **page_frame(now), **drawn_for(now, None))


@page.get("/clock")
def clock() -> Response:
    """The countdown that runs: which one, and how many seconds are left of it."""
    running, left = live.table().now().countdown, live.table().seconds_left()
    return jsonify(beat=running.beat if running else None, left=left if running else None)


@page.post("/stop")
def stop() -> Response:
    """Speak up, or have nothing to add: like the seat's button it holds for the countdown that runs when it arrives.

    A press that comes too late is common, and no error: the page is drawn anew and says so.
    """
    player, pick = text("player"), text("pick")
    need_voice(player)
    answer = _submit(Choose(player, "object", pick))
    return live.answered(answer if answer.ok else replace(answer, stale=True))


@page.post("/describe")
def describe() -> Response:
    """Describe an unknown card and play it in one step; a card with a name is also saved in the box."""
    player = text("player")
    need_voice(player)
    try:
        pick, body = card_form.described(request.form)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    answer = live.submit(Enter(Choose(player, text("kind"), pick), number("at")))
    try:
        if body:
            box.keep(live.home(), body)
    except ValueError as error:  # the card is played all the same
        return live.done(str(error))
    return answer


# The box of cards -------------------------------------------------------------------------------------------------


@page.get("/cards")
def cards() -> str:
    """The cards that this table knows, and the form for one more."""
    now = live.table().now()
    saved = box.saved_cards(live.home())
    chosen = next((body for body in saved if body["name"] == request.args.get("card")), None)
    return render_template(
        "munchkin/cards.html",
        **{**page_frame(now), **styling_of(all_games()[GAME])},
        saved=[read_card(body) for body in saved],
        known=[card for card in KNOWN.values() if card.name not in {body["name"] for body in saved}],
        chosen=chosen or {"name": request.args.get("card", ""), "kind": request.args.get("kind", "")},
        unknown=_unknown(now, saved),
        card_form=card_form,
        facts_of=card_form.facts_of,
        durations=card_form.DURATIONS,
    )


@page.post("/cards")
def keep_card() -> Response:
    """Put a card into the box, and show it to the game on the table."""
    need_player()
    try:
        body = card_form.body_of(request.form)
        box.keep(live.home(), body)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    now = live.table().now()
    words = Phrase("{card} is in the box, and every game from now on knows it.", card=body["name"])
    return live.done(_show(now, body) if _plays_with_cards(now) else words)


@page.post("/cards/show")
def show_card() -> Response:
    """Describe a card of the box to the game on the table, so that the game knows what the card does."""
    need_player()
    body = next((body for body in box.saved_cards(live.home()) if body["name"] == text("card")), None)
    if body is None:
        raise BadRequest(Phrase("That card is not in the box any more. Load the page again."))
    return live.done(_show(_munchkin(), body))


@page.post("/cards/throw-out")
def throw_out() -> Response:
    """Take a card out of the box."""
    need_host()
    box.throw_out(live.home(), text("card"))
    return redirect(url_for("munchkin.cards"), 303)


def _show(now: Snapshot, body: box.Body) -> str:
    """Add a described card to the running game; returns the table's answer."""
    player = me().player or now.players[0]
    answer = _submit(Choose(player, "card", card_line(body)))
    if answer.ok:
        return Phrase("{card} is in the box. The game on the table knows it too.", card=body["name"])
    return Phrase("{card} is in the box. But not in this game: {why}", card=body["name"], why=answer.words)


def _submit(choice: Choose) -> Answer:
    """Enter a choice that stays possible while other players change the fight; up to `TRIES` times while they do."""
    for _ in range(TRIES):
        answer = live.table().submit(Enter(choice, live.table().now().length))
        if not answer.stale:
            break
    return answer


def _unknown(now: Snapshot, saved: tuple[box.Body, ...]) -> frozenset[str]:
    """The names of kept cards that the game on the table does not know, or knows with other values."""
    if now.table is None or not _plays_with_cards(now):
        return frozenset()
    in_game = {body["name"]: card_line(body) for body in now.table.setup.get("cards", ())}
    for entry in now.table.entries:
        if isinstance(entry.play, Choose) and entry.play.kind == "card":
            in_game[body_of(entry.play.pick)["name"]] = entry.play.pick
    return frozenset(str(body["name"]) for body in saved if in_game.get(body["name"]) != card_line(body))


def _plays_with_cards(now: Snapshot) -> bool:
    if now.table is None or now.game is None or now.game.name != GAME:
        return False
    return any(ask.kind == "card" for ask in now.table.asks)


def _munchkin() -> Snapshot:
    now = live.table().now()
    if now.game is None or now.game.name != GAME:
        raise NotFound(Phrase("No game of Munchkin is on the table."))
    return now


PAGES = GamePages(
    name=GAME,
    title=Phrase("Munchkin"),
    words=Phrase("For three to six. Levels, fights, running away; or only the Levels, for any Munchkin."),
    draw=draw,
    plan=plan,
    setup_of=setup_of,
    blueprint=page,
    style_parts=("sheet", "cards", "stage"),
    script=True,
    story=STORY,
)
