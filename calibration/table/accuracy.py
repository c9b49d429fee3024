"""The accuracy record of a table: answers that the owner judged right, asked or wrong, by piece and by light.

HOME/proof.json holds the throws, each with the calibration under which it was read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from calibration.storage.files import read_file, write_atomically
from calibration.storage.pictures import json_lines
from calibration.table.light import Light
from calibration.table.margin import JudgedAnswer, answer_of
from rules.core.phrases import Phrase, figure
from vision.pipeline import BESIDE
from vision.types import Piece, Reading

UNSEEN = "not seen at all"
"""Name in the report for undetected pieces whose identity is not known."""
Verdict = Literal["right", "asked", "wrong", "missed"]
VERDICTS: tuple[Verdict, ...] = ("right", "asked", "wrong", "missed")
BRIGHT, DIM = 150.0, 95.0
"""Grey levels of white paper from which the report calls a light bright, or at least dim; below, it calls it dark."""
WARM, COOL = 1.3, 0.8
"""Ratios of red to blue above which the report calls a light warm, and below which it calls it cool."""
BRIGHTER, WARMER = 1.2, 1.25
"""Ratios of level and of warmth from which two lights differ; with a camera's gamma 1.2 is 1.5 times the light."""
MOST_THROWS = 400
"""Number of throws that are kept; the oldest are dropped."""
FEW = 40
"""Number of judged answers below which the report asks for more throws."""


class JudgedPiece(BaseModel):
    """One judged answer: the piece (as named by the owner, else as read) and the verdict.

    ``lead`` is the margin (log odds), None for answers that are not used to fit the threshold; ``was_right``: whether
    the likeliest answer was right, also where it was asked about.
    """

    model_config = ConfigDict(frozen=True)
    piece: str
    verdict: Verdict
    lead: float | None = None
    was_right: bool = False


class JudgedThrow(BaseModel):
    """One judged throw: time (ISO 8601), light (name, level and warmth) and id of the calibration.

    Older throws have no level and no warmth.
    """

    model_config = ConfigDict(frozen=True)
    when: str
    light: str
    calibration: str
    answers: tuple[JudgedPiece, ...]
    level: float | None = None
    warmth: float | None = None


class _Record(BaseModel):
    format: Literal[1] = 1
    throws: tuple[JudgedThrow, ...] = ()


def light_word(light: Light) -> str:
    """Return the name of the light by which the report groups answers."""
    level = "bright" if light.level >= BRIGHT else "dim" if light.level >= DIM else "dark"
    return level + (", warm" if light.warmth > WARM else ", cool" if light.warmth < COOL else "")


def throw_in(light: Light, when: str, calibration: str, answers: tuple[JudgedPiece, ...]) -> JudgedThrow:
    """Return a judged throw in this light."""
    word, level, warmth = light_word(light), round(light.level, 1), round(light.warmth, 3)
    return JudgedThrow(when=when, light=word, calibration=calibration, answers=answers, level=level, warmth=warmth)


def is_other_light(throws: Iterable[JudgedThrow], now: Light) -> bool:
    """Whether the light now differs from every light in which these throws were judged."""
    known = [(throw.level, throw.warmth) for throw in throws if throw.level and throw.warmth]
    return bool(known) and not any(
        _is_within(now.level, level, BRIGHTER) and _is_within(now.warmth, warmth, WARMER) for level, warmth in known
    )


def _is_within(one: float, other: float, most: float) -> bool:
    return one < other * most and other < one * most


def judged_piece(piece: Piece, right: bool) -> JudgedPiece:
    """Return one judged answer; *right*: whether the likeliest answer is right.

    A stone without an identity counts as asked, even if its side is sure.
    """
    named = piece.piece is not None or piece.kind == "die"
    answer = answer_of(piece, right) if named else None
    verdict: Verdict = ("right" if right else "wrong") if piece.sure and named else "asked"
    return JudgedPiece(
        piece=piece.piece or f"a {piece.kind}",
        verdict=verdict,
        lead=answer.lead if answer else None,
        was_right=right,
    )


def counted_pieces(reading: Reading) -> tuple[Piece, ...]:
    """Return the pieces of a reading that count in a throw."""
    return tuple(piece for piece in reading.pieces if not BESIDE.intersection(piece.notes))


def is_right(piece: Piece, truth: Mapping[str, str]) -> bool:
    """Whether a reading agrees with the truth (piece -> side); a die may be read without its identity."""
    if piece.piece is None:
        return piece.kind == "die" and piece.side in truth.values()
    return truth.get(piece.piece) == piece.side


def missed_pieces(count: int) -> tuple[JudgedPiece, ...]:
    """Return judged answers for *count* thrown pieces that were not detected."""
    return (JudgedPiece(piece=UNSEEN, verdict="missed"),) * count


def judge(reading: Reading, truth: Mapping[str, str]) -> tuple[JudgedPiece, ...]:
    """Judge all readings of a picture against the truth; pieces that were not detected count as missed."""
    pieces = counted_pieces(reading)
    answers = [judged_piece(piece, is_right(piece, truth)) for piece in pieces]
    named = {piece.piece for piece in pieces}
    unseen = [piece for piece in truth if piece not in named]
    missed = unseen[: max(0, len(truth) - len(pieces))]
    return (*answers, *(JudgedPiece(piece=piece, verdict="missed") for piece in missed))


def load_proof(home: Path) -> tuple[JudgedThrow, ...]:
    """Return all judged throws, oldest first; raises StoreError where the file is damaged."""
    path = home / "proof.json"
    if not path.exists():
        return ()
    mend = Phrase("Prove the table again with `owleye prove`, or restore a backup.")
    return read_file(path, lambda data: _Record.model_validate_json(data).throws, mend)


def keep_throws(home: Path, fresh: Iterable[JudgedThrow]) -> tuple[JudgedThrow, ...]:
    """Save further judged throws, and return all that are kept; raises StoreError."""
    throws = (*load_proof(home), *fresh)[-MOST_THROWS:]
    write_atomically(home / "proof.json", _Record(throws=throws).model_dump_json().encode())
    return throws


def of_calibration(throws: Sequence[JudgedThrow], calibration: str) -> tuple[JudgedThrow, ...]:
    """Return the throws made under this calibration; only these are valid for the table now."""
    return tuple(throw for throw in throws if throw.calibration == calibration)


def answers_of(throws: Iterable[JudgedThrow]) -> list[JudgedAnswer]:
    """Return the answers of these throws to which the threshold is fitted."""
    return [JudgedAnswer(a.lead, a.was_right) for throw in throws for a in throw.answers if a.lead is not None]


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the report: its subject, and the number of answers with each verdict."""

    about: str
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def total(self) -> int:
        """Number of all answers of the line."""
        return self.right + self.asked + self.wrong + self.missed


@dataclass(frozen=True, slots=True)
class AccuracyReport:
    """The record in figures: in total, by piece and by light; ``throws`` is the number of throws."""

    throws: int
    whole: ReportLine
    pieces: tuple[ReportLine, ...]
    lights: tuple[ReportLine, ...]

    @property
    def words(self) -> str:
        """One sentence for people on how reliable the readings are."""
        if not self.whole.total:
            return Phrase("Not proven yet at this table: nobody knows how well the pieces are read.")
        figures = Phrase(
            "{right} of {total} answers right, {asked} asked, {wrong} wrong",
            right=self.whole.right,
            total=self.whole.total,
            asked=self.whole.asked + self.whole.missed,
            wrong=self.whole.wrong,
        )
        if self.whole.wrong:
            return Phrase("{figures}: look twice, and teach again what was wrong.", figures=figures)
        if self.whole.total < FEW:
            return Phrase("{figures}; a few more throws make that surer.", figures=figures)
        most = figure(100 * wilson(0, self.whole.total)[1], 1)
        return Phrase("{figures}: fewer than {most} in 100 are wrong.", figures=figures, most=most)


def report_of(throws: Sequence[JudgedThrow]) -> AccuracyReport:
    """Return the report on these throws, the pieces with most problems first."""
    whole = Counter(answer.verdict for throw in throws for answer in throw.answers)
    pieces: dict[str, Counter[Verdict]] = {}
    lights: dict[str, Counter[Verdict]] = {}
    for throw in throws:
        for answer in throw.answers:
            pieces.setdefault(answer.piece, Counter())[answer.verdict] += 1
            lights.setdefault(throw.light, Counter())[answer.verdict] += 1
    by_piece = sorted(
        (_line(name, n) for name, n in pieces.items()), key=lambda line: (-line.wrong, -line.asked, line.about)
    )
    return AccuracyReport(
        len(throws), _line("all", whole), tuple(by_piece), tuple(_line(name, n) for name, n in sorted(lights.items()))
    )


def _line(about: str, count: Mapping[Verdict, int]) -> ReportLine:
    return ReportLine(about, *(count.get(verdict, 0) for verdict in VERDICTS))


def report_text(report: AccuracyReport, names: Mapping[str, str]) -> str:
    """Return the report as text, with the pieces' names."""
    if not report.whole.total:
        return report.words
    rows = [(names.get(line.about, line.about), line) for line in report.pieces]
    rows += [(f"light: {line.about}", line) for line in report.lights] + [("all", report.whole)]
    wide = max(len(name) for name, _ in rows)
    head = f"{'':{wide}}  right  asked  wrong  missed"
    lines = [f"{name:{wide}}  {n.right:5}  {n.asked:5}  {n.wrong:5}  {n.missed:6}" for name, n in rows]
    return "\n".join([f"{report.throws} throws", head, *lines, report.words])


class PictureWithTruth(BaseModel):
    """A line of a file for `owleye prove --from`: a picture, and the pieces in it (piece -> side)."""

    model_config = ConfigDict(extra="ignore")
    image: str
    pieces: dict[str, str]


def load_pictures_with_truth(path: Path) -> list[PictureWithTruth]:
    """Read a file of pictures and their pieces (`PictureWithTruth`); relative picture paths start at its folder.

    Raises ValueError with the number of the first invalid line, or like `json_lines`.
    """
    pictures = []
    for number, line in json_lines(path):
        try:
            picture = PictureWithTruth.model_validate(_as_pieces(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ValueError(
                f'{path}, line {number}: say {{"image": "a.jpg", "pieces": {{"stone:11": "symbol"}}}}.'
            ) from None
        pictures.append(picture.model_copy(update={"image": str(path.parent / picture.image)}))
    return pictures


def _as_pieces(body: dict[str, object]) -> dict[str, object]:
    """Convert a line of a shots file, which describes one side of one piece, into the same form."""
    if "pieces" in body or "piece" not in body:
        return body
    return {"image": body["image"], "pieces": {str(body["piece"]): body["side"]}}


def wilson(count: int, n: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of ``count`` successes in ``n`` trials (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    z = 1.96
    middle = (count + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(count * (n - count) / n + z * z / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)
