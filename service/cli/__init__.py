"""The command line: one file for each command, loaded when it is called."""

from __future__ import annotations

import importlib
import importlib.util

import click

from service.errors import BoardUnreachable, Refused, ServiceError

COMMANDS = (
    "approve", "archive", "check", "conduct", "count", "deal", "demo", "doctor", "init", "log", "login",
    "once", "parse", "replay", "review", "roster", "run", "simulate", "status", "tally", "verify",
)  # fmt: skip
"""Every command; `service/cli/NAME.py` holds a click command called `command`."""


class Commands(click.Group):
    """Loads a command's file only when it is asked for: start-up stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Those whose file exists."""
        return [name for name in COMMANDS if importlib.util.find_spec(f"service.cli.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"service.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what a person should read is one clear text on stderr, with its exit code."""
        try:
            return super().invoke(ctx)
        except ServiceError as error:
            click.echo(_line(error), err=True)
            ctx.exit(error.exit_code)


def _line(error: ServiceError) -> str:
    """What went wrong, for a person: a board's refusal in words, with what to do."""
    if not isinstance(error, Refused | BoardUnreachable):
        return str(error)
    from service.console.outcome_words import told_error

    what, todo = told_error(error)
    return f"{what}；请{todo}" if todo else what


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="panguan", prog_name="panguan")
def main() -> None:
    """判官: an unattended judge for the forum Werewolf 《无人伤亡》 on Discuz! boards."""
