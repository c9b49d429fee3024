"""A font for small displays: 5 x 7 dots, capitals only."""

from __future__ import annotations

import unicodedata

import numpy as np
from numpy.typing import NDArray

Dots = NDArray[np.bool_]

WIDE, HIGH = 5, 7
STEP = WIDE + 1  # From one letter to the next.

# One digit to base 32 a row, from the top; its five bits are the dots from the left.
LETTERS = {
    "A": "ehhvhhh", "B": "uhhuhhu", "C": "ehggghe", "D": "uhhhhhu", "E": "vgguggv", "F": "vgguggg", "G": "ehgnhhf",
    "H": "hhhvhhh", "I": "e44444e", "J": "72222ic", "K": "hikokih", "L": "ggggggv", "M": "hrllhhh", "N": "hhpljhh",
    "O": "ehhhhhe", "P": "uhhuggg", "Q": "ehhhlid", "R": "uhhukih", "S": "fgge11u", "T": "v444444", "U": "hhhhhhe",
    "V": "hhhhha4", "W": "hhhllla", "X": "hha4ahh", "Y": "hhha444", "Z": "v1248gv", "0": "ehjlphe", "1": "4c4444e",
    "2": "eh1248v", "3": "v2421he", "4": "26aiv22", "5": "vgu11he", "6": "68guhhe", "7": "v124888", "8": "ehhehhe",
    "9": "ehhf12c", ".": "00000cc", ",": "0000c48", ":": "0cc0cc0", ";": "0cc0c48", "!": "4444004", "?": "eh12404",
    "+": "044v440", "-": "000v000", "/": "01248g0", "(": "2488842", ")": "8422248", "'": "4480000", '"': "aaa0000",
    "%": "op248j3", ">": "8421248", "<": "248g842", "=": "00v0v00", "&": "cik8lid", "#": "aavavaa", "*": "04lel40",
    " ": "0000000",
}  # fmt: skip


def drawable(text: str) -> str:
    """*text* in the letters of this font: capitals without accents; other characters are left out."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").upper())
    return "".join(letter for letter in plain if letter in LETTERS)


def written(text: str, scale: int = 1) -> Dots:
    """*text* as dots, HIGH x (STEP * letters), each dot *scale* wide and high."""
    letters = [_letter(letter) for letter in drawable(text)]
    line = np.hstack(letters) if letters else np.zeros((HIGH, 0), np.bool_)
    return np.kron(line, np.ones((scale, scale), np.bool_)).astype(np.bool_)


def wrapped(text: str, letters: int, lines: int) -> tuple[str, ...]:
    """*text* in at most *lines* lines of *letters* letters; the rest is left out."""
    out = [""]
    for word in drawable(text).split():
        room = letters - len(out[-1]) - bool(out[-1])
        if len(word) <= room:
            out[-1] = f"{out[-1]} {word}".strip()
        else:
            out.append(word[:letters])
    return tuple(line for line in out if line)[:lines]


def _letter(letter: str) -> Dots:
    rows = [[int(digit, 32) >> (WIDE - 1 - column) & 1 for column in range(WIDE)] for digit in LETTERS[letter]]
    return np.pad(np.array(rows, np.bool_), ((0, 0), (0, 1)))
