"""Names, codes and settings as people type them, and the sentences that refuse them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from calibration.storage.files import DamagedFileError
from owleye import main
from sharing.messages import LETTERS, key_of, new_code, read_stamp
from sharing.settings import Broker, ShareSettings, SharingError, changed, load, save, table_id


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("Table 3", "table-3"),
        ("  Grüner Tisch! ", "grüner-tisch"),
        ("a/b+c#d", "a-b-c-d"),
        ("#/+", ""),
        ("стол 1", "стол-1"),
    ],
)
def test_names_are_made_safe_for_topics(name: str, topic: str) -> None:
    assert table_id(name) == topic


def test_a_code_may_be_typed_carelessly() -> None:
    code = new_code()
    assert key_of(f" {code.lower().replace('-', ' ')} ") == key_of(code)
    assert key_of(code.replace("0", "O").replace("1", "l")) == key_of(code)
    assert len({new_code() for _ in range(50)}) == 50


def test_nearly_every_slip_in_a_code_is_noticed() -> None:
    code = new_code()
    wrong = [
        code[:at] + letter + code[at + 1 :]
        for at in range(len(code))
        if code[at] != "-"
        for letter in LETTERS
        if letter != code[at]
    ]
    noticed = sum(_is_refused(slip) for slip in wrong)
    assert noticed > 0.9 * len(wrong)
    assert all(_is_refused(text) for text in ("", "K7", code + "0", "-" * 16, "ÄÖÜß" * 4))


def _is_refused(code: str) -> bool:
    try:
        key_of(code)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize("text", ["", "ab", "ab:", ":1", "ab:-1", "zz:1", "ab:1x", "a" * 33 + ":1", "ab:" + "9" * 19])
def test_malformed_stamps_are_refused(text: str) -> None:
    assert read_stamp(text) is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"broker": ""}, "name or the address of the broker"),
        ({"broker": "owl..local"}, "name or the address of the broker"),
        ({"broker": "o" * 64}, "name or the address of the broker"),
        ({"table": "!!"}, "name with a letter"),
        ({"code": "wrong"}, "not a pairing code"),
        ({"ca_file": "/nowhere/ca.pem"}, "no certificate file"),
    ],
)
def test_impossible_settings_are_refused(fields: dict[str, str], words: str) -> None:
    good = ShareSettings(on=True, broker="b", table="Table 3")
    good.check()
    with pytest.raises(SharingError, match=words):
        changed(good, **fields).check()


def test_an_impossible_port_is_refused() -> None:
    with pytest.raises(SharingError, match="“port” cannot have this value"):
        changed(Broker(), port="many")


def test_the_file_is_private_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    save(tmp_path, ShareSettings(password="geheim"))
    path = tmp_path / "settings.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load(tmp_path, ShareSettings).password == "geheim"
    path.write_text('{"port": 0}')
    with pytest.raises(DamagedFileError, match=r"settings.json cannot be used, because of “port” in it"):
        load(tmp_path, ShareSettings)
    path.unlink()
    path.mkdir()  # reading it raises an OSError, as a bad block does
    with pytest.raises(DamagedFileError, match=r"settings.json cannot be read"):
        load(tmp_path, ShareSettings)


def test_settings_of_a_newer_version_are_loaded_and_kept(tmp_path: Path) -> None:
    chosen = ShareSettings(broker="owl.local", on=True, table="Table 3")
    body = json.loads(chosen.model_dump_json())
    (tmp_path / "settings.json").write_text(json.dumps({**body, "retries": 3}))
    loaded = load(tmp_path, ShareSettings)
    assert (loaded.broker, loaded.on, loaded.table) == (chosen.broker, True, "Table 3")
    save(tmp_path, changed(loaded, on=False))
    assert json.loads((tmp_path / "settings.json").read_text()) == {**body, "retries": 3, "on": False}


def owleye(home: Path, *words: str, typed: str = "") -> str:
    answer = CliRunner().invoke(main, ["--home", str(home), "share", *words], input=typed)
    return answer.output


def test_sharing_is_set_up_from_the_command_line(tmp_path: Path) -> None:
    assert "not shared" in owleye(tmp_path)
    words = owleye(
        tmp_path, "--on", "--name", "Table 3", "--broker", "b", "--user", "t3", "--ask-password", typed="geheim\n"
    )
    assert "Shared as “Table 3” over b:8883 (encrypted, not paired with a hub)." in words
    assert "geheim" not in words
    assert load(tmp_path / "sharing", ShareSettings).password == "geheim"
    assert "paired with a hub" in owleye(tmp_path, "--code", new_code())
    assert "not a pairing code" in owleye(tmp_path, "--code", "K7")
    assert "not shared" in owleye(tmp_path, "--off")


def test_a_table_is_not_switched_on_without_a_name(tmp_path: Path) -> None:
    assert "Give the table a name" in owleye(tmp_path, "--on", "--broker", "b")
    assert not load(tmp_path / "sharing", ShareSettings).on
