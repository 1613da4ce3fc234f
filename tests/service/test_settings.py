"""Where things lie and who the judge is; secrets are never shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.errors import BadInput
from service.files.secrecy import files_open_to_others
from service.files.settings import config_folder, load_settings


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "games" / "one").mkdir(parents=True)
    (tmp_path / "games" / "one" / "game.toml").write_text("")
    return tmp_path


def write_env(config: Path, text: str) -> None:
    (config / ".env").write_text(text, "utf-8")
    (config / ".env").chmod(0o600)


def test_the_folder_is_the_given_one_else_here_else_the_systems(config: Path, tmp_path: Path) -> None:
    assert config_folder(None, here=config) == config
    assert config_folder(config, here=Path("/")) == config
    with pytest.raises(BadInput, match="没有这个配置文件夹"):
        config_folder(tmp_path / "absent")


def test_environment_beats_systemd_beats_env_file(config: Path, tmp_path: Path) -> None:
    write_env(
        config,
        "PANGUAN_JUDGE_USER='判 官'\nexport PANGUAN_JUDGE_PASSWORD=from#file\nPANGUAN_JUDGE_ANSWER=a=b\n",
    )
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "PANGUAN_JUDGE_PASSWORD").write_text("from systemd\n")
    (vault / "PANGUAN_JUDGE_QUESTION").write_text("3")
    environ = {"CREDENTIALS_DIRECTORY": str(vault), "PANGUAN_JUDGE_QUESTION": "5"}
    account = load_settings(config, environ).account("judge")
    assert (account.name, account.password, account.question, account.answer) == (
        "判 官",
        "from systemd",
        5,
        "a=b",
    )
    assert load_settings(config, {}).account("judge").password == "from#file"


def test_a_missing_credential_names_its_variable_and_no_secret(config: Path) -> None:
    write_env(config, "PANGUAN_JUDGE_USER=somebody-secret\n")
    settings = load_settings(config, {})
    with pytest.raises(BadInput) as caught:
        settings.account("judge")
    assert "PANGUAN_JUDGE_PASSWORD" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "somebody-secret" not in str(caught.value) + repr(settings)
    assert settings.visitor() is None


def test_a_misspelt_or_empty_credential_is_pointed_to(config: Path) -> None:
    write_env(config, "PANGUAN_JUGDE_USER=somebody-secret\nPANGUAN_OTHER_USER=\n")
    settings = load_settings(config, {})
    with pytest.raises(BadInput, match="现在写的是 PANGUAN_JUGDE_USER，请核对"):
        settings.account("judge")
    with pytest.raises(BadInput, match="PANGUAN_OTHER_USER 的值是空的"):
        settings.account("other")


def test_state_lies_in_the_folder_unless_told_otherwise(config: Path) -> None:
    assert load_settings(config, {}).state_dir == config / "state"
    assert load_settings(config, {"PANGUAN_STATE": "/var/lib/x"}).state_dir == Path("/var/lib/x")
    write_env(config, "PANGUAN_STATE=elsewhere\nPANGUAN_DATABASE_URL=postgresql://u:hush@h/d\n")
    settings = load_settings(config, {})
    assert settings.state_dir == config / "elsewhere"
    assert settings.database_url == "postgresql://u:hush@h/d"
    assert "hush" not in repr(settings)


def test_a_broken_env_file_tells_the_line_and_not_the_words(config: Path) -> None:
    write_env(config, "# fine\n\nhunter2\nPANGUAN_USER=a\nPANGUAN_USER=b\n")
    with pytest.raises(BadInput) as caught:
        load_settings(config, {})
    first, second = str(caught.value).splitlines()
    assert ".env:3:" in first
    assert "hunter2" not in first
    assert ".env:5: PANGUAN_USER：写了两次" in second


def test_games_are_found_by_folder(config: Path) -> None:
    settings = load_settings(config, {})
    assert settings.game_folder("one") == config / "games" / "one"
    with pytest.raises(BadInput, match="没有叫「two」的牌局；现有：one"):
        settings.game_folder("two")


@pytest.mark.skipif(os.name == "nt", reason="modes are a matter of POSIX")
def test_secret_files_that_lie_open_are_told_with_the_remedy(config: Path) -> None:
    game = config / "games" / "one"
    (game / "game.toml").chmod(0o644)
    write_env(config, "")
    assert files_open_to_others(config) == []
    (config / ".env").chmod(0o640)
    (game / "game.toml").write_text('[[character]]\nname = "a"\nidentity = "狼人"\n')
    (game / "overrides.toml").write_text("# nothing yet\n")
    (game / "overrides.toml").chmod(0o644)
    (config / "state").mkdir()
    (config / "state" / "panguan.db").write_text("")
    (config / "state" / "panguan.db").chmod(0o644)
    (config / "state" / "status.html").write_text("")
    (config / "state" / "status.html").chmod(0o644)
    told = files_open_to_others(config, config / "state")
    assert [Path(problem.file).name for problem in told] == [".env", "game.toml", "panguan.db"]
    assert all(f"chmod 600 {problem.file}" in problem.text for problem in told)
    (game / "game.toml").chmod(0o600)
    (game / "overrides.toml").write_text('[[override]]\nkind = "identity"\n')
    assert [Path(problem.file).name for problem in files_open_to_others(config)] == [".env", "overrides.toml"]
