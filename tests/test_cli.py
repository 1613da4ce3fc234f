"""The command line's promises that hold for every command."""

from pathlib import Path

from click.testing import CliRunner

from practice.board import Board
from practice.server import serve
from service.cli import COMMANDS, Commands, main


def test_every_command_that_exists_explains_itself() -> None:
    assert isinstance(main, Commands)
    names = main.list_commands(None)  # type: ignore[arg-type]
    assert set(names) <= set(COMMANDS)
    for name in names:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0, result.output
        assert "Usage" in result.output


def test_what_a_board_refused_is_one_line_for_a_person(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("甲\n乙\n", "utf-8")
    board = Board()
    fid = board.add_forum("无人伤亡")
    board.open_thread(fid, board.add_member("导演", "long-password"), "投票", "请大家投票吧，谢谢。")
    with serve(board) as running:
        address = f"{running.url}forum.php?mod=viewthread&tid=77"
        result = CliRunner().invoke(main, ["count", address, "--names", str(names)])
    assert result.exit_code == 1
    assert "没有这个主题" in result.stderr
    assert result.stderr.count("\n") == 1
    result = CliRunner().invoke(main, ["count", address, "--names", str(names)])
    assert result.exit_code == 1
    assert "连不上论坛" in result.stderr
    assert result.stderr.count("\n") == 1
