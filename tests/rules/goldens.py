"""Golden games: a saved log, and beside it a transcript of rulings, asks and views.

``python -m tests.rules.goldens`` writes every transcript again; the difference is then read by a person.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Fact, from_json, to_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.core.refusals import refusal
from rules.core.rulings import Ruling
from tests.rules.kit import Kit, kits

MANY_PICKS = 60  # more options of one ask would make a transcript too long to read
INDEX = re.compile(r"\[(\d+)\]")


def load(path: Path) -> tuple[Setup, list[Fact]]:
    """A saved game: the set-up in line 1, then one fact a line."""
    setup, *facts = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return setup, [from_json(fact) for fact in facts]


def transcript(game: Game, setup: Setup, log: list[Fact]) -> str:
    """The game for people to read, at most four lines for each fact.

    These are the fact, its rulings with their rules ("-"), what each view gained ("="), and the asks that are open now
    and were not before ("?").  A fact that may not be logged has its refusal as a fifth line ("!").
    """
    table = opening(game, setup)
    views = _views(game, table)
    lines = [_plain(setup), *_line("=", _gains({}, views)), *_line("?", _new_asks(table.asks, ()))]
    for number, fact in enumerate(log, start=1):
        reason = refusal(game, table, fact)
        before, table = table, advance(game, table, fact)
        now = _views(game, table)
        lines += [f"{number} {_plain(to_json(fact))}", *_line("!", [reason] if reason else [])]
        lines += _line("-", [_ruled(ruling) for ruling in _news(before.rulings, table)])
        lines += [*_line("=", _gains(views, now)), *_line("?", _new_asks(table.asks, before.asks))]
        views = now
    return "\n".join([*lines, f"lapsed: {list(table.lapsed)}", ""])


def _line(mark: str, parts: Iterable[str]) -> list[str]:
    """One line with all *parts*; none where there are none."""
    joined = "; ".join(parts)
    return [f"  {mark} {joined}"] if joined else []


def _plain(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False)


def _ruled(ruling: Ruling) -> str:
    return f"{f'(to {ruling.to}) ' if ruling.to else ''}{ruling.text} [{' '.join(ruling.rules)}]"


def _views(game: Game, table: Table) -> Mapping[str, Mapping[str, Any]]:
    viewers: list[str | None] = [None, *table.setup["players"]]
    return {viewer or "all": game.view(table.state, viewer, table.revealed) for viewer in viewers}


def _news(before: tuple[Ruling, ...], table: Table) -> tuple[Ruling, ...]:
    """The rulings from the first that differs from those before."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(before, table.rulings, strict=False))
    return table.rulings[len(list(same)) :]


def _gains(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """What the public view gained, then what each player's view gained that the public one does not tell."""
    public = dict(_leaves(now["all"]))
    for viewer, view in now.items():
        old = dict(_leaves(before.get(viewer, {})))
        gained = {path: value for path, value in _leaves(view) if path not in old or old[path] != value}
        if viewer != "all":
            gained = {path: value for path, value in gained.items() if path not in public or public[path] != value}
        yield from (part if viewer == "all" else f"{viewer} sees {part}" for part in _together(gained))


def _together(leaves: Mapping[str, Any]) -> Iterator[str]:
    """Values by path; those of a list together, such as ``hand[].side = {0: "symbol", 2: "number"}``."""
    grouped: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for path, value in leaves.items():
        grouped[INDEX.sub("[]", path)][",".join(INDEX.findall(path))] = value
    for path, values in grouped.items():
        if list(values) == [""]:
            yield f"{path} = {_plain(values[''])}"
        else:
            yield f"{path} = {{{', '.join(f'{index}: {_plain(value)}' for index, value in values.items())}}}"


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a view by its path; lists are kept whole where they hold no objects."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _leaves(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield f"{path}.length", len(value)
        for index, part in enumerate(value):
            yield from _leaves(part, f"{path}[{index}]")
    else:
        yield path, value


def _new_asks(asks: Sequence[Ask], before: Sequence[Ask]) -> list[str]:
    """The asks that were not open before, and how many stay open."""
    new = [f"{ask.player}: {ask.words} {_answers(ask)} [{' '.join(ask.rules)}]" for ask in asks if ask not in before]
    stay = len(asks) - len(new)
    return [*new, *([f"{stay} as before"] if stay else [])]


def _answers(ask: Ask) -> str:
    picks = [option.pick for option in ask.options]
    if len(picks) > MANY_PICKS:
        picks = [*picks[: MANY_PICKS // 5], "...", picks[-1], f"{len(picks)} in all"]
    thrown = ("any of " if ask.some else "") + ", ".join(piece for piece, _ in ask.pieces)
    text = "a text" if ask.reads else ""
    return f"{ask.kind}({' or '.join(part for part in (' | '.join(picks), thrown, text) if part)})"


def games(kit: Kit) -> list[Path]:
    """The logs of a game's goldens."""
    return sorted(kit.folder.glob("*.jsonl"))


def main() -> None:
    """Write every transcript again."""
    for kit in kits():
        for path in games(kit):
            path.with_suffix(".txt").write_text(transcript(kit.game, *load(path)), "utf-8")
            print(path)


if __name__ == "__main__":
    main()
