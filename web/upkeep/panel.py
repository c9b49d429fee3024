"""The page of buttons, lamps and buzzer: presses and lamps live, seats and pins; and a printed card of lamp codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from hardware.outputs import Code, Lamp
from hardware.wiring import BAR_LAMPS, BUTTONS, FIRST_PIN, LAST_PIN, SEATS, Wiring
from referee.model.panel import Beep, Begin, ChoosePins, Finish, PanelStep, PassOver
from referee.panel.buttons import CODES
from rules.core.game import whole_number
from rules.core.phrases import Phrase, plural
from web import live
from web.languages import localised_text
from web.security.rights import HOST_ONLY
from web.wizards.setup import hosts_only, pdf_response

if TYPE_CHECKING:
    from fpdf import FPDF

page = Blueprint("panel", __name__, url_prefix="/panel")
_A6 = (105.0, 148.0)  # mm
MEANS = {
    "not allowed": Phrase("The game does not allow that now"),
    "too dark": Phrase("Too dark: bring a lamp"),
    "mat moved": Phrase("The mat or camera was moved: put it back"),
    "camera lost": Phrase("No picture from the camera: check its cable"),
}
CODE_WORDS = {code.flashes: MEANS[reason] for reason, code in CODES.items()}
SIGNS = (
    ("on", Phrase("The table waits for you")),
    ("blink", Phrase("A question for you: is the camera right?")),
    ("off", Phrase("Nothing to do")),
)


hosts_only(page)
STEPS: dict[str, PanelStep] = {
    "seats": Begin("seats"),
    "lamps": Begin("lamps"),
    "test": Begin("test"),
    "pass": PassOver(),
    "done": Finish(),
    "stop": Finish(keep=False),
    "beep": Beep(),
    "default": ChoosePins(None),
}
PINS = range(FIRST_PIN, LAST_PIN + 1)
WORDS = {"next": Phrase("Next"), "up": Phrase("Level up"), "down": Phrase("Level down")}


@dataclass(frozen=True, slots=True)
class Part:
    """One row of the form: the field, how people call the part, and its pin."""

    field: str
    words: str
    pin: int | None


@page.get("")
def show() -> str:
    """What the panel does now, and the forms that change it."""
    table = live.table()
    snapshot, panel = table.now(), live.devices().panel()
    return render_template(
        "panel.html",
        snap=snapshot,
        panel=panel,
        parts=tuple(_parts(panel.wiring)),
        names=_names(snapshot.players),
        lamp_words=lamp_words,
        pins=PINS,
        host_only=HOST_ONLY,
        back=request.path,
    )


@page.post("/<any(seats, lamps, test, pass, done, stop, beep, default):what>")
def go(what: str) -> AnyResponse:
    """One step of the test or the assignment."""
    return _done(STEPS[what])


@page.post("/pins")
def choose() -> AnyResponse:
    """Use other pins from now on."""
    return _done(ChoosePins(_chosen()))


@page.get("/card.pdf")
def card() -> Response:
    """The card with the signs of the lamps, to print."""
    return pdf_response(print_lamp_card, "owleye-lamps.pdf")


def lamp_words(lamp: Lamp) -> str:
    """What a lamp shows, in words.

    >>> lamp_words("blink"), lamp_words(3)
    ('blinks', '3 flashes')
    """
    match lamp:
        case Code(flashes):
            return CODE_WORDS[flashes]
        case int(flashes):
            return plural("{number} flash", "{number} flashes", flashes)
        case "blink" | "flicker":
            return Phrase("blinks") if lamp == "blink" else Phrase("flickers")
    return Phrase("is on") if lamp == "on" else Phrase("is off")


def _done(step: PanelStep) -> AnyResponse:
    answer = live.devices().set_up_panel(step)
    if not answer.ok:
        raise BadRequest(answer.words)
    return live.done(answer.words)


def _names(players: tuple[str, ...]) -> dict[str, str]:
    """What each button is called on the page: a seat with its number and, in a running game, its player."""
    seats = {f"seat{n}": Phrase("Seat {n}", n=n) for n in range(1, SEATS + 1)}
    taken = {f"seat{n}": Phrase("Seat {n}: {player}", n=n, player=player) for n, player in enumerate(players, start=1)}
    return {**seats, **taken, **WORDS}


def _parts(wiring: Wiring) -> Iterator[Part]:
    seats = {f"seat{n}": Phrase("Button of seat {n}", n=n) for n in range(1, SEATS + 1)}
    keys = {key: Phrase("Button “{words}”", words=words) for key, words in WORDS.items()}
    for name in BUTTONS:
        yield Part(f"button.{name}", (seats | keys)[name], wiring.buttons.get(name))
    for n in range(SEATS):
        yield Part(f"lamp.{n}", Phrase("Lamp of seat {value}", value=n + 1), wiring.lamps[n])
    for n in range(BAR_LAMPS):
        yield Part(f"bar.{n}", Phrase("Level bar, lamp {value}", value=n + 1), wiring.bar[n] if wiring.bar else None)
    yield Part("buzzer", Phrase("Buzzer"), wiring.buzzer)


def _chosen() -> Wiring:
    """The pins that the form sends; a part without a pin is left out.

    Raises:
        BadRequest: where a field is no number, or the bar has some lamps but not all.
    """
    buttons = {name: _pin(f"button.{name}") for name in BUTTONS}
    bar = tuple(_pin(f"bar.{n}") for n in range(BAR_LAMPS))
    if any(bar) and not all(bar):
        raise BadRequest(
            Phrase("The level bar has {bar_lamps} lamps: choose a pin for each, or for none.", bar_lamps=BAR_LAMPS)
        )
    return Wiring(
        buttons={name: pin for name, pin in buttons.items() if pin is not None},
        lamps=tuple(_pin(f"lamp.{n}") for n in range(SEATS)),
        bar=tuple(pin for pin in bar if pin is not None),
        buzzer=_pin("buzzer"),
    )


def _pin(field: str) -> int | None:
    value = request.form.get(field, "")
    if not value:
        return None
    pin = whole_number(value)
    if pin is None:
        raise BadRequest(Phrase("GPIO {value} is no number: choose a pin from the list.", value=repr(value[:20])))
    return pin


def print_lamp_card(path: Path) -> None:
    """Write the card as a PDF of A6, in the language of the request: each sign of a lamp with its meaning."""
    from fpdf import FPDF  # Takes half a second and 20 MB, which only printing needs.

    pdf = FPDF(unit="mm", format=_A6)
    pdf.set_title(localised_text(Phrase("What the lamps say")))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 15)
    pdf.text(8, 14, localised_text(Phrase("What the lamps say")))
    for row, (sign, words) in enumerate(SIGNS):
        _lamp(pdf, 12, 25 + 11 * row, sign)
        _words(pdf, 25 + 11 * row, localised_text(words))
    pdf.set_font("Helvetica", "B", 11)
    pdf.text(8, 64, localised_text(Phrase("Short flashes, a pause, again and again:")))
    for row, (flashes, words) in enumerate(CODE_WORDS.items()):
        for n in range(flashes):
            _lamp(pdf, 12 + 6 * n, 74 + 11 * row, "on", 2.2)
        _words(pdf, 74 + 11 * row, localised_text(words), 46)
    pdf.set_font("Helvetica", "", 8)
    pdf.text(8, 122, localised_text(Phrase("The same flashes at all seats: the table cannot judge.")))
    pdf.text(8, 127, localised_text(Phrase("Two at one seat: its button did nothing.")))
    pdf.text(8, 132, localised_text(Phrase("Long flashes in Munchkin count the Level.")))
    path.write_bytes(bytes(pdf.output()))


def _words(pdf: FPDF, y: float, words: str, x: float = 22) -> None:
    pdf.set_font("Helvetica", "", 9)
    pdf.set_xy(x, y - 4)
    pdf.multi_cell(_A6[0] - x - 6, 4, words)


def _lamp(pdf: FPDF, x: float, y: float, sign: str, radius: float = 3.0) -> None:
    """A lamp as a disc: lit yellow, dark grey; one that blinks is half of each."""
    pdf.set_draw_color(60)
    pdf.set_fill_color(*((255, 205, 40) if sign == "on" else (90, 90, 90)))
    pdf.circle(x=x, y=y - 2, radius=radius, style="FD")
    if sign == "blink":
        pdf.set_fill_color(255, 205, 40)
        pdf.solid_arc(x=x - radius, y=y - 2 - radius, a=2 * radius, start_angle=90, end_angle=270, style="FD")
