"""The front door: the command line, and the wiring of the rooms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee.cli_doctor import doctor_command
from referee.cli_games import export_command, games_command, replay_command


class Plainly(click.Group):
    """A group whose errors are one sentence each, and whose help keeps the order of a table's life."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what people can meet is told without a traceback."""
        try:
            return super().invoke(ctx)
        except (ValueError, OSError) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Plainly, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
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
      owleye teach --from FILE    show it your pieces
      owleye run                  play
    Just curious?  `owleye run --simulate` needs no camera and no pieces.
    """
    ctx.obj = home.expanduser()


for command in (replay_command, export_command, games_command, doctor_command):
    main.add_command(command)


if __name__ == "__main__":
    main()
