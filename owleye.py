"""The command line, and the wiring of all packages."""

from __future__ import annotations

import owleye_launch

if __name__ == "__main__":  # before anything else is loaded
    owleye_launch.main()

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from time import time
from typing import Any

import click
from click.exceptions import Exit

from calibration.storage.files import name_stamp, utc_now
from hardware.cameras.camera import CameraTrouble
from hardware.cameras.sources import AbsentCamera, open_camera
from hardware.display import open_display
from hardware.panel import Panel, open_panel
from hardware.simulated.table import SimulatedTable
from hardware.voice import open_voice
from hub.cli import hub_command
from referee.backup.restore import finish
from referee.cli.backup import backup_command, reset_command, restore_command
from referee.cli.bench import bench_command
from referee.cli.doctor import doctor_command
from referee.cli.games import export_command, games_command, replay_command
from referee.cli.prove import prove_command
from referee.cli.read import read_command
from referee.cli.table import calibrate_command, lens_command, mat_command
from referee.cli.teach import teach_command
from referee.cli.update import confirm, update_command
from referee.devices import Devices
from referee.journal.journal import JOURNAL
from referee.journal.recovery import open_journal
from referee.model.commands import CameraStateChanged, Trouble
from referee.model.snapshot import Snapshot
from referee.observe.die_learning import DieLearning
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.observe.watchdog import MachineWatch
from referee.panel.dot_display import DotDisplayThread
from referee.panel.panel_controller import PanelController
from referee.panel.panel_pins import wiring_of
from referee.panel.speaker import Speaker
from referee.startup.home_files import remove_unfinished, set_damaged_aside
from referee.startup.home_lock import HomeLock
from referee.startup.safe_start import StartCount
from referee.startup.settings import SIMULATED, Settings, chosen_address, chosen_source, load_settings
from referee.startup.systemd import Heartbeat, notify
from referee.startup.terminal import address_lines, announce, log_to_terminal, plain
from referee.startup.threads import report_failures
from referee.table.controller import TableController
from referee.table.service import TableService
from rules.games import GAMES
from sharing.cli import share_command
from sharing.publisher import TableSharing
from web.languages import in_host_language
from web.security.pin import Pin, pin_words
from web.server import answers, serve

STOPPED = 128 + signal.SIGINT  # the status of a command that Ctrl-C has ended
Wired = tuple[TableService, Devices, TableSharing]
"""A table, its devices, and what shares it."""


class PlainGroup(click.Group):
    """Reports expected errors in one sentence; its help lists the commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands in the order in which they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an expected error is a sentence without a traceback."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Exit(STOPPED) from None
        except BrokenPipeError:
            raise  # The reader of the output has gone: click ends the command quietly.
        except click.UsageError as error:
            if isinstance(error, click.NoSuchOption) and error.option_name == "--home":
                raise click.UsageError("--home comes before the command: `owleye --home FOLDER run`.") from error
            raise  # It is about what somebody typed.
        except click.ClickException as error:
            raise click.ClickException(plain(error.message)) from error
        except OSError as error:
            raise click.ClickException(plain(_about_file(error) if error.filename else str(error))) from error
        except (CameraTrouble, ValueError) as error:
            raise click.ClickException(plain(str(error))) from error


def _about_file(error: OSError) -> str:
    return f"{error.filename} cannot be used ({error.strerror}): move it away, or give this user the rights to it."


@click.group(cls=PlainGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--home",
    type=click.Path(file_okay=False, readable=False, path_type=Path),  # Each command says what it may not read.
    envvar="OWLEYE_HOME",
    default=Path("~/.owleye"),
    show_default=True,
    help="The folder where a table keeps its things; OWLEYE_HOME says the same.",
)
@click.version_option(package_name="owleye", message="owleye %(version)s")
@click.pass_context
def main(ctx: click.Context, home: Path) -> None:
    """Owleye watches a real table and referees the game on it.

    A camera above the table sees the stones or dice come to rest; Owleye says what they mean, by which rule, and shows
    the picture it rests on.

    \b
    A new table, in this order:
      owleye mat mat.pdf          print the play mat and lay it down
      owleye calibrate            show Owleye the empty table
      owleye teach                show it your stones; --die NAME: a die
      owleye prove                see how well it reads them
      owleye run                  play
    Just curious?  `owleye run --simulate` needs no camera and no pieces.
    """
    ctx.obj = _resolved(home)


def _resolved(home: Path) -> Path:
    """The absolute path of a home.

    Raises:
        ClickException: for the folder of an unknown user, for links that lead in a circle, and for a name that is no
            text: OpenCV crashes at such a path, and no page can show it.
    """
    try:
        path = home.expanduser().resolve()
        str(path).encode()
    except RuntimeError as error:
        raise click.ClickException(f"{home} is no folder ({error}): choose another one with --home.") from error
    except UnicodeEncodeError as error:
        raise click.ClickException(f"The name of {home} is not in UTF-8: choose another one with --home.") from error
    return path


@main.command("run")
@click.option("--simulate", is_flag=True, help="Play on the simulated table, whatever cameras there are.")
@click.option("--camera", metavar="SOURCE", help="auto, picamera, usb:0, /dev/video0, or a video, picture or folder.")
@click.option("--host", metavar="H", help="The address to listen on; 127.0.0.1 keeps phones out.  [default: 0.0.0.0]")
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), help="The port of the pages.  [default: 8000]")
@click.pass_obj
def run_command(home: Path, simulate: bool, camera: str | None, host: str | None, port: int | None) -> None:
    """Start the table and print the address of its pages; Ctrl-C stops it.

    Without a camera it starts with the simulated table, and every page says so.  The game that was on the table goes on
    where it was.
    """
    log_to_terminal()
    owleye_launch.take_stops(signal.default_int_handler)
    with suppress(KeyboardInterrupt), closing(HomeLock(home)) as lock:
        finish(home)
        remove_unfinished(home)
        set_damaged_aside(home)
        settings = chosen_address(load_settings(home), host, port)
        source, words = chosen_source(simulate, camera, settings.camera)
        pin, starts = Pin(home), StartCount(home)  # A PIN that cannot be read ends the start before any thread runs.
        with starts.counted(), table_at(home, settings, source, starts.safe_words) as wired:
            again = _serve_table(home, settings, wired, starts, words, pin)
        if again.is_set():
            lock.hand_over()
            owleye_launch.start_anew()
    announce("The table is closed; every game is kept.")


def _serve_table(home: Path, settings: Settings, wired: Wired, starts: StartCount, words: str, pin: Pin) -> Event:
    """Serve one table until a signal comes; returns an event that is set where a page asked for a restart.

    A signal while everything closes clears the event.
    """
    live, devices, sharing = wired
    report_failures()
    again, machine = Event(), MachineWatch(home, live)

    def ready(taken: int) -> None:
        announce(
            f"{starts.safe_words or words}\n{address_lines(settings.host, taken)}\n{pin_words(pin, 'begin games')}"
        )
        if not starts.safe_words:
            devices.start()
            machine.start()
            sharing.start(live.now)
        starts.steady_soon(partial(works, taken))
        notify("READY=1")

    def works(taken: int) -> bool:
        served = answers(settings.host, taken)
        if served and not starts.safe_words:
            confirm(home)
        return served

    def restart() -> None:
        again.set()
        os.kill(os.getpid(), signal.SIGINT)

    with closing(Heartbeat(live.settle)), closing(machine):
        serve(live, devices, sharing, home, settings.host, settings.port, ready, settings.names, restart)
        owleye_launch.take_stops(lambda *_: again.clear())  # A signal must not spoil the closing, but ends a restart.
    return again


@contextmanager
def table_at(home: Path, settings: Settings, source: str, safe_words: str = "") -> Iterator[Wired]:
    """The live table of *home* with its devices, not yet started; everything is closed at the end.

    *safe_words* say why it starts without its devices; empty for an ordinary start.

    Raises:
        ValueError: with one sentence, for a home, a journal or a camera that cannot be used.
    """
    simulated, safe = source == SIMULATED and not safe_words, bool(safe_words)
    with ExitStack() as undo:
        journal, _ = open_journal(home / JOURNAL, name_stamp())
        evidence = Evidence(home / "evidence", settings.evidence_mb, int(time()))
        controller = TableController(journal, evidence, GAMES, utc_now, Snapshot(version=1, simulated=simulated))
        wiring, trouble = wiring_of(home)
        panel = Panel("{why}", why=safe_words) if safe else open_panel(home, simulated, wiring=wiring)
        undo.callback(panel.close)
        panel_controller = PanelController(panel, home, trouble)
        screen = DotDisplayThread(
            open_display("none" if simulated or safe else settings.screen, settings.screen_address),
            translate=lambda text: in_host_language(home, text)[0],
        )
        undo.callback(screen.close)
        screen.start()
        sharing = TableSharing(home)
        undo.callback(sharing.close)
        listeners = [
            panel_controller.on_snapshot,
            screen.on_snapshot,
            sharing.on_snapshot,
            _speaker(home, settings, undo).on_snapshot,
        ]
        live = TableService(controller, evidence, listeners)
        undo.callback(live.close)
        table = SimulatedTable() if simulated else None
        camera = AbsentCamera(safe_words) if safe else open_camera(source, table, mains=settings.mains_hz)
        sight = VisionContext(home / "simulated" if simulated else home)
        devices = Devices(live, sight, camera, panel_controller, table, DieLearning(sight, evidence).step)
        undo.callback(devices.close)
        if safe:
            live.submit(Trouble("safe start", safe_words))
            live.submit(CameraStateChanged("by hand"))
        yield live, devices, sharing


def _speaker(home: Path, settings: Settings, undo: ExitStack) -> Speaker:
    """Start the voice of this machine; *undo* stops it when the table closes."""
    speaker = Speaker(open_voice(settings.voice), partial(in_host_language, home))
    undo.callback(speaker.close)
    speaker.start()
    return speaker


for command in (
    run_command,
    mat_command,
    lens_command,
    calibrate_command,
    teach_command,
    prove_command,
    read_command,
    games_command,
    export_command,
    replay_command,
    backup_command,
    restore_command,
    reset_command,
    bench_command,
    doctor_command,
    share_command,
    hub_command,
    update_command,
):
    main.add_command(command)
