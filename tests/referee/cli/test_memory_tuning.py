"""Memory is given back where the C library can be told so, and elsewhere nothing happens."""

import pytest

from referee.cli import run as thrift


def test_large_arrays_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    class Library:
        @staticmethod
        def mallopt(what: int, value: int) -> None:
            told.append((what, value))

    monkeypatch.setattr("ctypes.CDLL", lambda _: Library)
    thrift.tune_malloc()
    assert dict(told) == {-3: thrift.LARGE_BYTES, -8: thrift.HEAPS}


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    thrift.tune_malloc()
