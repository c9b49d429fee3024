"""Damage in the journal or its log: the table starts, every game is there up to the damage, and losses are reported."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from random import Random

from calibration.storage.damaged import unseen
from referee.journal.errors import JournalError
from referee.journal.journal import Journal
from referee.journal.recovery import open_journal
from rules.core.facts import Fact, to_json
from rules.games import GAMES
from tests.referee.journal.written import line
from tests.referee.kit import clock
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.torture.report import Report

GAMES_EACH = 3
Stories = dict[str, list[Fact]]


def bit_flips(folder: Path, flips: int, seed: int) -> Report:
    """Flip bits, one in each copy of a journal with random games of all kinds, half of it still in the log."""
    report, rng = Report("single bit flips"), Random(seed)
    home, whole = _played(folder / "home", seed)
    names = [path.name for path in home.iterdir() if path.stat().st_size and path.suffix != ".sqlite-shm"]
    for number in range(flips):
        torn = Path(shutil.copytree(home, folder / f"torn{number}"))
        name = rng.choice(names)
        data = bytearray((torn / name).read_bytes())
        bit = rng.randrange(len(data) * 8)
        data[bit // 8] ^= 1 << bit % 8
        (torn / name).write_bytes(data)
        _start(torn, whole, f"bit {bit} of {name}", report)
        report.count(f"in {name}")
        shutil.rmtree(torn)
    return report


def torn_logs(folder: Path, amount: int, seed: int) -> Report:
    """Cut, zero or flip bits of a log beside the journal, each in a copy: a true prefix stays, losses are named."""
    report, rng = Report("torn logs"), Random(seed)
    home, whole = _played(folder / "home", seed)
    for number in range(amount):
        torn = Path(shutil.copytree(home, folder / f"torn{number}"))
        log = torn / "owleye.sqlite-wal"
        what, data = _tear(log.read_bytes(), rng)
        log.write_bytes(data)
        _start(torn, whole, what, report, len(whole))
        report.count(what.split(" at ")[0])
        shutil.rmtree(torn)
    return report


def _tear(data: bytes, rng: Random) -> tuple[str, bytes]:
    """A description of the damage done to *data*, and the damaged data."""
    at = rng.randrange(len(data))
    match rng.choice(("cut", "zeroed", "flipped", "cut and flipped")):
        case "cut":
            return f"cut at {at}", data[:at]
        case "zeroed":
            hole = min(rng.choice((512, 4096, 65536)), len(data) - at)
            return f"zeroed at {at} for {hole}", data[:at] + bytes(hole) + data[at + hole :]
        case what:
            torn = bytearray(data[: at + 1] if "cut" in what else data)
            bits = [rng.randrange(len(torn) * 8) for _ in range(rng.choice((2, 5, 20)))]
            for bit in bits:
                torn[bit // 8] ^= 1 << bit % 8
            return f"{what} at {at} bits {bits}", bytes(torn)


def _played(home: Path, seed: int) -> tuple[Path, Stories]:
    """A home as it is on the disk while games are played, and the facts of each game."""
    made = home.with_name("made")
    made.mkdir()
    journal, whole = Journal(made / "owleye.sqlite"), Stories()
    for number in range(GAMES_EACH * len(GAMES)):
        if number == GAMES_EACH:
            journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        played = play(kit_of(list(GAMES)[number % len(GAMES)]), seed + number)
        game = journal.begin(played.setup, clock())
        whole[game] = list(played.log)
        for seq, fact in enumerate(played.log, 1):
            journal.append(game, line(seq, fact))
    shutil.copytree(made, home, ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    return home, whole


def _start(home: Path, whole: Stories, what: str, report: Report, most: int = 1) -> None:
    """Open the journal of *home*; damage may have cost facts of *most* games at most."""
    try:
        journal, words = open_journal(home / "owleye.sqlite", "20260101")
    except JournalError as error:
        report.check(False, f"{what}: refused: {error}")
        return
    with closing(journal):
        loaded = {summary.id: journal.load(summary.id) for summary in journal.games()}
    facts = {game: [to_json(entry.fact) for entry in stored.log] if stored else [] for game, stored in loaded.items()}
    truth = {game: [to_json(fact) for fact in log] for game, log in whole.items()}
    untrue = [game for game, log in facts.items() if log != truth.get(game, [])[: len(log)]]
    hurt = [game for game in truth if facts.get(game) != truth[game]]
    report.check(not untrue, f"{what}: games {untrue} tell something else")
    report.check(len(hurt) <= most, f"{what}: {len(hurt)} games lost something")
    report.check(bool(words) == bool(unseen(home)), f"{what}: the pages do not report it")
    lost = sum(len(truth[game]) - len(facts.get(game, ())) for game in hurt)
    report.count("reported" if words else "harmless")
    report.check(words or not lost, f"{what}: {lost} facts lost silently")
    report.count("facts lost", lost)
    report.count("facts tried", sum(map(len, truth.values())))
