"""Golden games: a saved log, and beside it a transcript of rulings, asks and views.

``python -m tests.rules.goldens`` writes every transcript again; the difference is then read by a person.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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

MANY_ASKS, MANY_PICKS = 12, 60  # beyond these a transcript would be too long to read


def load(path: Path) -> tuple[Setup, list[Fact]]:
    """A saved game: the set-up in line 1, then one fact a line."""
    setup, *facts = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return setup, [from_json(fact) for fact in facts]


def transcript(game: Game, setup: Setup, log: list[Fact]) -> str:
    """The game for people to read: facts, rulings with their rules, asks, and what each view gained."""
    table = opening(game, setup)
    views = _views(game, table)
    lines, open_asks = [_plain(setup), *_changes({}, views), *_asks(table, ())], table.asks
    for number, fact in enumerate(log, start=1):
        reason = refusal(game, table, fact)
        before, table = table.rulings, advance(game, table, fact)
        lines += ["", f"{number} {_plain(to_json(fact))}", *([f"  not to be logged: {reason}"] if reason else [])]
        news = _news(before, table)
        lines += [f"  - {_addressee(ruling.to)}{ruling.text} [{' '.join(ruling.rules)}]" for ruling in news]
        now = _views(game, table)
        lines += [*_changes(views, now), *_asks(table, open_asks)]
        views, open_asks = now, table.asks
    return "\n".join([*lines, f"lapsed: {list(table.lapsed)}", ""])


def _plain(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False)


def _addressee(to: str | None) -> str:
    return f"(to {to}) " if to else ""


def _views(game: Game, table: Table) -> Mapping[str, Mapping[str, Any]]:
    viewers: list[str | None] = [None, *table.setup["players"]]
    return {viewer or "all": game.view(table.state, viewer, table.revealed) for viewer in viewers}


def _news(before: tuple[Ruling, ...], table: Table) -> tuple[Ruling, ...]:
    """The rulings from the first that differs from those before."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(before, table.rulings, strict=False))
    return table.rulings[len(list(same)) :]


def _changes(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The changes of the public view, then those of each player's view that differ from it."""
    for viewer, view in now.items():
        old = dict(_leaves(before.get(viewer, {})))
        public = dict(_leaves(now["all"]))
        for path, value in _leaves(view):
            fresh = path not in old or old[path] != value
            if fresh and (viewer == "all" or path not in public or public[path] != value):
                yield f"    {viewer}: {path} = {_plain(value)}"


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


def _asks(table: Table, before: tuple[Ask, ...]) -> Iterator[str]:
    """The open asks; where there are many, only those that were not open before."""
    old = before if len(table.asks) > MANY_ASKS else ()
    for ask in table.asks:
        if ask not in old:
            yield f"  ? {ask.player}: {ask.words} {_answers(ask)} [{' '.join(ask.rules)}]"
    if old:
        yield f"  ? and {sum(ask in old for ask in table.asks)} as before"


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
