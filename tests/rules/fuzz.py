"""Random games of every registered game, and their invariants.

``python -m tests.rules.fuzz [--games 20000] [--game casting-stones] [--seed 0] [--jobs 2]`` plays many of them.  Where
one fails, its set-up and facts are printed as JSON lines, ready for ``owleye replay``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from rules.core.asks import Ask, visible_asks
from rules.core.facts import Amend, Choose, Correction, Fact, Play, Restore, Retract, Throw, from_json, to_json
from rules.core.fold import Table, advance, opening, referee
from rules.core.game import Setup
from rules.core.refusals import refusal, why_not
from rules.core.rulings import Reason, audience
from rules.games import GAMES
from tests.rules import citations
from tests.rules.kit import Kit, kit_of

OFTEN = 100  # what a game's kit calls rare is preferred until it was used so often


@dataclass(frozen=True, slots=True)
class Played:
    """A finished or stopped random game."""

    setup: Setup
    log: tuple[Fact, ...]
    table: Table
    reasons: frozenset[Reason] = frozenset()


def play(kit: Kit, seed: int, used: Counter[str] | None = None, facts: list[Fact] | None = None) -> Played:
    """One random game: mostly regular plays, now and then a strange throw, a correction or something taken back.

    ``used`` counts rarities over many games; ``facts`` gets the facts, for the report of a failure.
    """
    rng, used = Random(seed), Counter() if used is None else used
    setup = kit.setups[seed % len(kit.setups)]
    restless = rng.choice((0.0, 0.0, 0.02, 0.15))  # chance of anything but a regular answer
    table, log = opening(kit.game, setup), [] if facts is None else facts
    options, reasons = list[Choose](), set[Reason]()
    while table.asks and len(log) < kit.bound:
        reasons |= _refused(kit, table, options, rng)
        fact = _strange(kit, table, rng) if rng.random() < restless else None
        fact = fact or _regular(kit, table, rng, used)
        assert refusal(kit.game, table, fact) is None, f"{fact} was offered, and refused"
        _check_admitted(kit, table, (fact, *options[-2:]))
        log.append(fact)
        before, table = table, advance(kit.game, table, fact)
        kit.sound(setup, table.state)
        if isinstance(fact, Throw | Choose):
            kit.moved(before.state, fact, table.state)
            _check_hidden_asks(before.asks, fact, table)
        if isinstance(fact, Amend | Retract):
            check_restored(kit, before, fact)
    reasons |= _refused(kit, table, options, rng)
    return Played(setup, tuple(log), table, frozenset(reasons))


def _check_admitted(kit: Kit, table: Table, tried: Sequence[Fact]) -> None:
    """The quick answer to whether a play is regular is that of the asks."""
    for play in tried:
        if isinstance(play, Throw | Choose):
            regular = any(ask.admits(play) for ask in table.asks)
            assert kit.game.admits(table.state, play) == regular, f"{play} is regular: {regular}"


REMEMBERED = 400  # options of earlier asks, out of which the game is asked why they are not possible now
AT_ONCE = 12  # asks of one position out of which options are remembered


def _refused(kit: Kit, table: Table, options: list[Choose], rng: Random) -> set[Reason]:
    """Check that choices once possible for anybody, but not now, are refused with a reason that is not generic.

    Thrown sides are also tried as choices, and answers to one question as answers to another.
    """
    for ask in rng.sample(table.asks, min(len(table.asks), AT_ONCE)):
        picks = [option.pick for option in ask.options] + [one.option.pick for one in ask.excluded]
        picks += [piece for piece, _ in ask.pieces]
        options += [Choose(ask.player, ask.kind, pick) for pick in rng.choices(picks, k=3)] if picks else []
    del options[:-REMEMBERED]
    tried = [rng.choice(options) for _ in range(3)] if options else []
    tried = [replace(choice, player=rng.choice(table.setup["players"])) for choice in tried]
    tried[2:] = [replace(choice, kind=tried[0].kind) for choice in tried[2:]]  # an answer to another question
    reasons = {why_not(kit.game, table, choice): choice for choice in tried}
    for ask in table.asks:
        reasons |= {one.reason: Choose(ask.player, ask.kind, one.option.pick) for one in ask.excluded}
    for reason, choice in reasons.items():
        assert reason is None or not kit.explains or _is_true_reason(kit, reason), f"{choice}: {reason}"
    return {reason for reason in reasons if reason}


def _is_true_reason(kit: Kit, reason: Reason) -> bool:
    """Whether it is a sentence of its own with rules of the book, and without a name that only the program knows."""
    words = reason.words
    plain = words[:1].isupper() and words[-1:] in ".!" and not any(sign in words for sign in ("{", "stone:", "card:"))
    return plain and bool(reason.rules) and all(rule in kit.game.book for rule in reason.rules)


def _check_hidden_asks(asks: Sequence[Ask], play: Play, table: Table) -> None:
    """The number of facts is public: so the answer to an ask that others may not know of must be no secret."""
    hides = {ask.hides for ask in asks if ask.admits(play)}
    if hides == {"ask"}:
        assert audience(table.entries[-1].rulings, None), f"{play} is counted, and nobody hears why"


def _regular(kit: Kit, table: Table, rng: Random, used: Counter[str]) -> Play:
    """What the least used rarity needs, mostly, until each was used often; else what the kit likes."""
    rare = [(used[name], ask, pick) for ask in table.asks for name, pick in _rarities(kit, table, ask)]
    least = min((times for times, _, _ in rare), default=OFTEN)
    if least < OFTEN and rng.random() < 0.7:
        ask, pick = rng.choice([(ask, pick) for times, ask, pick in rare if times == least])
        answer: Play = Choose(ask.player, ask.kind, pick)
    else:
        ask = kit.ask(table.asks, rng)
        answer = kit.answer(ask, rng)
    used.update(name for name, pick in _rarities(kit, table, ask) if isinstance(answer, Choose) and pick == answer.pick)
    return answer


def _rarities(kit: Kit, table: Table, ask: Ask) -> list[tuple[str, str]]:
    if not kit.rarity:
        return []
    named = [(kit.rarity(table.state, ask, option.pick), option.pick) for option in ask.options]
    return [(name, pick) for name, pick in named if name]


def _strange(kit: Kit, table: Table, rng: Random) -> Fact | None:
    fact = rng.choice((_odd_throw, _amendment, _taking_back, _bringing_back))(kit, table, rng)
    return fact if fact and refusal(kit.game, table, fact) is None else None


def _odd_throw(kit: Kit, table: Table, rng: Random) -> Throw | None:
    """What an ask waits for, with any side at all, by anybody, one piece too few or too many."""
    due = [ask for ask in table.asks if ask.pieces]
    past = [e.play for e in table.entries if isinstance(e.play, Throw)]
    pieces = [p for ask in due for p, _ in ask.pieces] + [p for throw in past[-2:] for p, _ in throw.shown]
    pieces = list(dict.fromkeys(pieces))
    if not pieces:
        return None
    part = rng.sample(pieces, rng.randint(1, min(len(pieces), 6)))
    return Throw(rng.choice(table.setup["players"]), tuple((p, rng.choice(kit.sides)) for p in part))


def _amendment(kit: Kit, table: Table, rng: Random) -> Amend | None:
    if not table.entries:
        return None
    entry = rng.choice(table.entries[-12:])
    return Amend(entry.seq, otherwise(kit, table, entry.seq, entry.play, rng))


def otherwise(kit: Kit, table: Table, seq: int, played: Play, rng: Random) -> Play:
    """The throw with other sides, or another answer to the same ask."""
    if isinstance(played, Throw):
        changed = rng.randrange(len(played.shown))
        sides = [rng.choice(kit.sides) if i == changed else side for i, (_, side) in enumerate(played.shown)]
        return Throw(played.player, tuple((p, s) for (p, _), s in zip(played.shown, sides, strict=True)))
    before = advance(kit.game, table, Retract(seq))
    ask = next(ask for ask in before.asks if (ask.player, ask.kind) == (played.player, played.kind))
    return Choose(played.player, played.kind, rng.choice(ask.options).pick) if ask.options else kit.answer(ask, rng)


def _taking_back(kit: Kit, table: Table, rng: Random) -> Retract | None:
    return Retract(rng.choice(table.entries[-6:]).seq) if table.entries else None


def _bringing_back(kit: Kit, table: Table, rng: Random) -> Restore | None:
    return Restore(table.corrected.seq) if table.corrected else None


def check_restored(kit: Kit, table: Table, fact: Amend | Retract) -> Table:
    """Check that *fact* can be taken back, and that the table is then as it was; returns that table.

    Only what an amendment revealed stays known.
    """
    taken = advance(kit.game, table, fact)
    restoring = Restore(fact.seq)
    assert refusal(kit.game, taken, restoring) is None
    restored = advance(kit.game, taken, restoring)
    assert restored.revealed == taken.revealed
    restored = replace(restored, length=table.length, revealed=table.revealed)
    assert restored == table
    assert [(e.after, e.access) for e in restored.entries] == [(e.after, e.access) for e in table.entries]
    assert (restored.asks, restored.corrected) == (table.asks, table.corrected)
    for viewer in (*table.setup["players"], None):
        assert _visible(kit, restored, viewer) == _visible(kit, table, viewer), f"{viewer} sees another table"
    return restored


def check(kit: Kit, played: Played, viewers: Sequence[str | None] | None = None) -> None:
    """Check the invariants of every game, and the secrecy towards *viewers* (all, if not given)."""
    table, everybody = played.table, (*played.setup["players"], None)
    _check_fold(kit, played)
    for ruling in table.rulings:
        assert ruling.rules, f"{ruling.key} cites nothing"
        assert all(rule in kit.game.book and kit.game.book[rule].refereed for rule in ruling.rules), ruling
        assert ruling.text.strip() == ruling.text != "", ruling
        if kit.citations is not None:
            citations.check(kit.citations, ruling)
    for ask in table.asks:
        assert ask.player in played.setup["players"], ask
        assert ask.options or ask.pieces or ask.reads, f"{ask.kind} cannot be answered"
        assert ask.words, ask
        assert ask.rules, f"{ask.kind} cites nothing"
        assert all(rule in kit.game.book for rule in ask.rules), ask
        assert len({option.pick for option in ask.options}) == len(ask.options), f"{ask.kind} offers a pick twice"
        missing = {one.option.pick for one in ask.excluded}
        assert not missing & {option.pick for option in ask.options}, f"{ask.kind} offers what it calls impossible"
    for entry in table.entries[-20:]:
        refused = refusal(kit.game, table, entry.play)
        assert refused is None or refused.strip() == refused != "", entry
    for viewer in everybody if viewers is None else viewers:
        view = kit.game.view(table.state, viewer, table.revealed)
        assert json.loads(json.dumps(view)) == view, f"the view of {viewer} is not plain JSON"
        _check_secrets(kit, played, viewer)


def _check_fold(kit: Kit, played: Played) -> None:
    """The game reread from its lines is the same, and a corrected game is the game played right."""
    reread = [from_json(json.loads(json.dumps(to_json(fact)))) for fact in played.log]
    assert reread == list(played.log)
    setup = json.loads(json.dumps(dict(played.setup)))
    corrected = _corrected(played)
    right = referee(kit.game, setup, [entry.play for entry in played.table.entries] if corrected else reread)
    assert (right.state, right.asks, right.rulings) == (played.table.state, played.table.asks, played.table.rulings)
    assert [entry.after for entry in right.entries] == [entry.after for entry in played.table.entries]
    assert right.lapsed == () if corrected else right == played.table, "a log may hold a choice that was never offered"


def _corrected(played: Played) -> bool:
    return any(isinstance(fact, Correction) for fact in played.log)


def _check_secrets(kit: Kit, played: Played, viewer: str | None) -> None:
    """A viewer who cannot know a secret gets the same views, rulings and asks when the secret is another one."""
    retold = kit.disguise(played.setup, played.log, viewer, played.table)
    if retold is None:
        return
    other = referee(kit.game, *retold)
    # After a correction another secret may let other choices lapse: then these are not the same facts.
    if other.lapsed == played.table.lapsed or not _corrected(played):
        assert _visible(kit, played.table, viewer) == _visible(kit, other, viewer), f"{viewer} can tell a secret"


def _visible(kit: Kit, table: Table, viewer: str | None) -> tuple[object, ...]:
    view = kit.game.view(table.state, viewer, table.revealed)
    return view, audience(table.rulings, viewer), visible_asks(table.asks, viewer)


WEIRD: tuple[Any, ...] = (None, -1, 3.5, True, "x", [], {}, [[]], [{}], [None], {"Ana": 3}, {"Ana": [[]], "Bo": [{}]})


def check_set_ups(kit: Kit) -> None:
    """A set-up with one strange field is played, or refused with a sentence."""
    for setup in kit.setups:
        for field in setup:
            for value in WEIRD:
                try:
                    kit.game.start({**setup, field: value})
                except ValueError:
                    continue
                except Exception as error:
                    raise AssertionError(f"{field} = {value!r}") from error


def main(arguments: Sequence[str] | None = None) -> None:
    """Play many games and say how they went."""
    parser = argparse.ArgumentParser(description="Play random games and check what must hold of each.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each game (default 20000)")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--jobs", type=int, default=None, help="processes at once (default: one a core)")
    wanted = parser.parse_args(arguments)
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for name in wanted.game or sorted(GAMES):
            begun = monotonic()
            try:
                played = list(pool.map(partial(_one, name), seeds, chunksize=20))
            except AssertionError as error:
                pool.shutdown(cancel_futures=True)
                raise SystemExit(str(error)) from None
            print(_summary(name, played, monotonic() - begun), flush=True)


_Outcome = tuple[int, bool, Counter[str]]
_USED: dict[str, Counter[str]] = {}  # what is rare, over all games of this process


def _summary(name: str, played: Sequence[_Outcome], seconds: float) -> str:
    facts, over = sum(facts for facts, _, _ in played), sum(over for _, over, _ in played)
    used = sum((used for _, _, used in played), Counter[str]())
    line = f"{name}: {len(played)} games, {facts} facts, {over} played to their end, all sound, in {seconds:.0f} s."
    return line + "".join(f"\n  rarest: {rare}, {times} times" for rare, times in used.most_common()[:-4:-1])


def _one(name: str, seed: int) -> _Outcome:
    """The number of facts of a sound game, whether it ended, and the rarities in it."""
    kit, facts, used = kit_of(name), list[Fact](), _USED.setdefault(name, Counter())
    before = used.copy()
    try:
        played = play(kit, seed, used, facts)
        everybody = (*played.setup["players"], None)
        check(kit, played, everybody[seed % len(everybody) :][:1])
    except Exception as error:
        raise AssertionError(
            f"{name}, seed {seed}: {error}\n{_lines(kit.setups[seed % len(kit.setups)], facts)}"
        ) from error
    return len(played.log), not played.table.asks, used - before


def _lines(setup: Setup, log: Sequence[Fact]) -> str:
    return "\n".join(map(json.dumps, [dict(setup), *map(to_json, log)]))


if __name__ == "__main__":
    main()
