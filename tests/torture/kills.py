"""SIGKILL at any moment: every acknowledged fact is there afterwards, and nothing else has changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from calibration.storage.damaged import unseen
from calibration.storage.files import utc_now
from referee.backup.archive import BackupError, open_backup, write_backup
from referee.backup.restore import finish, prepare
from referee.journal.journal import Journal
from referee.journal.recovery import open_journal
from referee.model.commands import Enter, NewGame, Undo
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.startup.home_files import check_backup
from referee.table.controller import TableController
from rules.core.facts import to_json
from rules.games import GAMES
from tests.referee.journal.test_recovery import fill
from tests.referee.kit import SETUP, clock
from tests.rules.kit import kit_of
from tests.torture.report import Report
from tests.torture.victims import Tell, Victim, any_moment, victim

KITS = {name: kit_of(name) for name in GAMES}
HOMES_EACH = 20  # kills in one home, then a fresh one
Facts = dict[str, dict[int, Any]]


def controller_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill a table in the middle of random games of all kinds, with undo and the backup after each game."""
    report, rng = Report("controller kills"), Random(seed)
    known: Facts = {}
    home = folder / "home"
    for number in range(kills):
        if number % HOMES_EACH == 0:
            home, known = folder / f"home{number}", {}
            home.mkdir()
        play_seed = rng.randrange(10**9)
        with victim(folder / "acks", lambda tell, at=home, seed=play_seed: _play(at, seed, tell)) as one:  # type: ignore[misc]
            any_moment(one, rng, 1.5)
            report.check(one.kill() == -9, f"the table ended by itself: {one.acknowledged()[-1:]}")
        _note(one, known, report)
        _check_kept(home, known, report)
        report.count("kills")
        if number % HOMES_EACH == HOMES_EACH - 1:
            shutil.rmtree(home)
    return report


def _play(home: Path, seed: int, tell: Tell) -> None:
    """Play random games as the writer of a live table does, until killed."""
    rng = Random(seed)
    journal, words = open_journal(home / "owleye.sqlite", utc_now().replace(":", ""))
    evidence = Evidence(home / "evidence", 10)
    controller = TableController(journal, evidence, GAMES, utc_now, Snapshot(version=1, simulated=True))
    tell({"opened": words})
    while True:
        before = controller.now.log
        _move(controller, rng)
        game = controller.now.game_id
        if controller.now.log[: len(before)] != before or not controller.now.log:
            tell({"begun": game})
            continue
        for line in controller.now.log[len(before) :]:
            tell({"game": game, "seq": line.seq, "fact": to_json(line.fact)})


def _move(controller: TableController, rng: Random) -> None:
    now = controller.now
    table = now.table
    if table is None or not table.asks or table.length > 120 or rng.random() < 0.005:
        setup = rng.choice(KITS[rng.choice(list(KITS))].setups)
        assert controller.do(NewGame(setup)).ok
        return
    kit = KITS[now.game.name] if now.game else None
    assert kit is not None
    if rng.random() < 0.03:
        controller.do(Undo(table.length))
    else:
        controller.do(Enter(kit.answer(kit.ask(table.asks, rng), rng), table.length))


def _note(one: Victim, known: Facts, report: Report) -> None:
    for line in one.acknowledged():
        if "game" in line:
            known.setdefault(line["game"], {})[line["seq"]] = line["fact"]
            report.count("acknowledged facts")
        elif "begun" in line:
            known.setdefault(line["begun"], {})
        report.check(not line.get("opened"), f"a sound journal was called damaged: {line.get('opened')}")
        report.check("error" not in line, f"the table failed: {line.get('error')}")


def _check_kept(home: Path, known: Facts, report: Report) -> None:
    if not (home / "owleye.sqlite").exists():
        report.check(not known, "the journal is gone")
        return
    with closing(Journal(home / "owleye.sqlite")) as journal:
        journal.prove()
        for game, facts in known.items():
            stored = journal.load(game)
            there = {line.seq: to_json(line.fact) for line in stored.log} if stored else {}
            report.check(stored, f"game {game} is lost")
            lost = [seq for seq, fact in facts.items() if there.get(seq) != fact]
            report.check(not lost, f"facts {lost} of game {game} are lost or changed")
    for copy in (home / "backup").glob("*.sqlite"):
        with closing(Journal(copy)) as journal:
            journal.prove()
        report.count("backups after games checked")


def recovery_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill the recovery of a damaged journal, until it comes to its end; nothing that can be read is ever lost."""
    report, rng = Report("recovery kills"), Random(seed)
    torn = _torn_journal(folder)
    with closing(open_journal(Path(shutil.copy(torn, folder / "owleye.sqlite")), "once")[0]) as journal:
        readable = _facts(journal)
    for home in _homes(folder):
        shutil.copy(torn, home / "owleye.sqlite")
        while report.counts.get("kills", 0) < kills:
            with victim(folder / "acks", lambda tell, at=home: _recover(at, tell)) as one:  # type: ignore[misc]
                one.wait_until_acknowledged()
                sleep(10 ** rng.uniform(-3, 0.5))
                ended = one.kill() == 0
            report.count("kills")
            report.count("killed after the end", int(ended))
            if ended or rng.random() < 0.2:
                break
        report.count("recoveries finished afterwards")
        with closing(open_journal(home / "owleye.sqlite", "20260102")[0]) as journal:
            report.check(_facts(journal) == readable, "less was recovered than can be read")
        reported = [one.file for one in unseen(home)]
        report.check(reported == ["owleye.sqlite"], f"the recovery was reported as {reported}")
        left = [path.name for path in home.iterdir() if path.suffix in (".part", ".recovered")]
        report.check(not left, f"left over: {left}")
        shutil.rmtree(home)
        if report.counts["kills"] >= kills:
            return report
    return report


def _torn_journal(folder: Path) -> Path:
    """A journal of 40 games with a damaged row in the middle."""
    path = folder / "torn.sqlite"
    with closing(Journal(path)) as journal:
        for _ in range(40):
            fill(journal, journal.begin(SETUP, clock()), 25)
    data = bytearray(path.read_bytes())
    data[data.index(b'"fact"', len(data) // 2) + 1] ^= 4
    path.write_bytes(data)
    return path


def _recover(home: Path, tell: Tell) -> None:
    tell({})
    open_journal(home / "owleye.sqlite", "20260101")[0].close()


def _facts(journal: Journal) -> dict[str, int]:
    return {game.id: game.facts for game in journal.games()}


def _homes(folder: Path) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        home = folder / f"home{number}"
        home.mkdir()
        yield home


BEFORE, AFTER = b'{"evidence_mb": 9001}', b'{"evidence_mb": 9002}'  # settings of a table: a restore brings them


def backup_kills(folder: Path, kills: int, seed: int) -> Report:
    """Kill `owleye backup` and `owleye restore`: a backup is whole or absent, a home is the old or the new one."""
    report, rng = Report("backup and restore kills"), Random(seed)
    old, new = _home_with(folder / "old", 30, BEFORE), _home_with(folder / "new", 60, AFTER)
    write_backup(new, folder / "new.zip", utc_now(), pictures=True)
    for home in _homes(folder):
        shutil.copytree(old, home, dirs_exist_ok=True)
        _kill_backup(folder, home, report, rng)
        while report.counts.get("kills", 0) < kills:
            with victim(folder / "acks", lambda tell, at=home: _restore(at, folder / "new.zip", tell)) as one:  # type: ignore[misc]
                one.wait_until_acknowledged()
                sleep(10 ** rng.uniform(-3, 0.5))
                ended = one.kill() == 0
            report.count("kills")
            finish(home)
            with closing(Journal(home / "owleye.sqlite")) as journal:
                journal.prove()
                state = (sum(_facts(journal).values()), (home / "settings.json").read_bytes())
            report.check(state in ((30, BEFORE), (60, AFTER)), f"a mixed home: {state}")
            report.count("old" if state[0] == 30 else "new")
            report.check(not ended or state[0] == 60, "a finished restore is not there")
            if state[0] == 60:
                settings = [path / "settings.json" for path in home.glob("before-restore-*")]
                report.check([path.read_bytes() for path in settings] == [BEFORE], "what was there is lost")
                break
        shutil.rmtree(home)
        if report.counts["kills"] >= kills:
            return report
    return report


def _kill_backup(folder: Path, home: Path, report: Report, rng: Random) -> None:
    target = folder / f"{home.name}.zip"
    with victim(folder / "acks", lambda tell: _back_up(home, target, tell)) as one:
        one.wait_until_acknowledged()
        sleep(10 ** rng.uniform(-3, 0.5))
        one.kill()
    report.count("kills")
    try:
        report.check(not target.exists() or open_backup(target).files, "an empty backup")
        report.count("backups whole", int(target.exists()))
    except BackupError as error:
        report.check(False, f"a torn backup: {error}")
    target.unlink(missing_ok=True)


def _home_with(home: Path, facts: int, settings: bytes) -> Path:
    (home / "evidence").mkdir(parents=True)
    with closing(Journal(home / "owleye.sqlite")) as journal:
        fill(journal, journal.begin(SETUP, clock()), facts)
    (home / "settings.json").write_bytes(settings)
    for number in range(1, 30):
        (home / "evidence" / f"{number:06d}.jpg").write_bytes(Random(number).randbytes(20_000))
    return home


def _back_up(home: Path, target: Path, tell: Tell) -> None:
    tell({})
    write_backup(home, target, utc_now(), pictures=True)


def _restore(home: Path, file: Path, tell: Tell) -> None:
    tell({})
    prepare(home, file, "20260101", check_backup)
    finish(home)
