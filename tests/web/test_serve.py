"""The server: its secret is kept, and a taken port is a sentence."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from sharing.publisher import TableSharing
from tests.web.kit import open_bench, playing
from web.server import secret_of, serve


def test_the_secret_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    secret = secret_of(tmp_path)
    assert len(secret) == 32
    assert secret_of(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    (tmp_path / "secret").write_bytes(b"cut")
    assert len(secret_of(tmp_path)) == 32


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} on 127.0.0.1 cannot be used.*Try --port {port + 1}"):
            serve(bench.table, bench.devices, TableSharing(tmp_path), tmp_path, "127.0.0.1", port, print)
    bench.close()


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
