"""The server stores its secret, and reports a taken port in a sentence."""

from __future__ import annotations

import os
import re
import socket
from errno import EACCES, EADDRNOTAVAIL
from pathlib import Path
from socket import gaierror

import pytest

from sharing.publisher import TableSharing
from tests.web.kit import open_bench, playing
from web.security.guard import secret_of
from web.security.pin import Pin
from web.security.seat_codes import SeatCodes
from web.server import listening, serve


def test_the_secret_is_made_once_in_a_private_file(tmp_path: Path) -> None:
    secret = secret_of(tmp_path)
    assert len(secret) == 32
    assert secret_of(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    (tmp_path / "secret").write_bytes(b"cut")
    assert len(secret_of(tmp_path)) == 32


@pytest.mark.parametrize("name", ["secret", "pin", "hosts.json", "seats.json"])
def test_a_pipe_in_place_of_a_file_ends_the_start_or_is_set_aside(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    if name.endswith(".json"):  # it is set aside; its devices enter the PIN or scan their seats again
        assert (Pin(tmp_path).admits(""), SeatCodes(tmp_path).player_of("1", "")) == (False, None)
        return
    with pytest.raises(OSError, match="not a file"):
        secret_of(tmp_path) if name == "secret" else Pin(tmp_path)


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} on 127.0.0.1 cannot be used.*Try --port {port + 1}"):
            serve(bench.table, bench.devices, TableSharing(tmp_path), tmp_path, "127.0.0.1", port, print)
    bench.close()


@pytest.mark.parametrize(
    ("host", "error", "step"),
    [
        ("owl.invalid", gaierror(-2, "Name or service not known"), "(Name or service not known): choose 0.0.0.0"),
        ("192.0.2.7", OSError(EADDRNOTAVAIL, "Cannot assign it"), "(Cannot assign it): choose 0.0.0.0"),
        ("0.0.0.0", OSError(EACCES, "Permission denied"), "(Permission denied): choose one from 1024 on with --port"),
    ],
)
def test_an_address_that_cannot_be_had_says_what_to_choose(
    monkeypatch: pytest.MonkeyPatch, host: str, error: OSError, step: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(OSError, match=re.escape(f"Port 8000 on {host} cannot be used {step}")):
        listening(host, 8000)


def test_the_front_page_is_compiled_before_the_address_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = playing(tmp_path)
    app = bench.client.application
    monkeypatch.setattr("web.server.create_app", lambda *_: app)

    def ready(_: int) -> None:
        monkeypatch.setattr(app.jinja_env, "compile", lambda *_: pytest.fail("compiled late"))
        assert bench.client.get("/").status_code == 200
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve(bench.table, bench.devices, TableSharing(tmp_path), tmp_path, "127.0.0.1", 0, ready)
    bench.close()
