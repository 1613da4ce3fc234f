"""The command line's promises that hold for every command."""

from click.testing import CliRunner

from service.cli import COMMANDS, Commands, main


def test_every_command_that_exists_explains_itself() -> None:
    assert isinstance(main, Commands)
    names = main.list_commands(None)  # type: ignore[arg-type]
    assert set(names) <= set(COMMANDS)
    for name in names:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0, result.output
        assert "Usage" in result.output
