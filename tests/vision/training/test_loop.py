"""The training loop: a training that was interrupted ends with the weights of one that was not."""

from __future__ import annotations

import os
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import Event
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.training import loop  # noqa: E402  (only where torch is there)
from vision.training.set_files import there  # noqa: E402


class PowerCutError(Exception):
    """The power was cut."""


class Noise:
    """Batches of noise that depend on the step alone; the power is cut at step ``until``."""

    def __init__(self, until: int | None = None) -> None:
        self._until = until

    def __getitem__(self, step: int) -> tuple[Any]:
        if step == self._until:
            raise PowerCutError
        return (torch.randn(8, 3, generator=torch.Generator().manual_seed(step)),)


def trained(checkpoint: Path, until: int | None = None, loaders: int = 0) -> list[Any]:
    """The weights, each time they were written, of a line fitted to noise."""
    torch.manual_seed(3)
    written = []

    def learn(net: Any, batch: Any) -> Any:
        return (net(batch[0]) - 1).square().mean()

    def keep(mean: Any, step: int) -> None:
        written.append((step, mean.weight.detach().clone()))

    plan = loop.Plan(60, 0.05, 0.01, 0.9, checkpoint, write_every=40, loaders=loaders)
    loop.train(torch.nn.Linear(3, 1), plan, Noise(until), learn, keep)
    return written


def test_an_interrupted_training_continues_with_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "CHECKPOINT_EVERY", 20)
    whole = trained(tmp_path / "whole")
    with pytest.raises(PowerCutError):
        trained(tmp_path / "broken", until=47)
    assert torch.equal(trained(tmp_path / "broken")[-1][1], whole[-1][1])


def test_the_network_is_written_now_and_then_and_at_the_end(tmp_path: Path) -> None:
    written = trained(tmp_path / "checkpoint")
    assert [step for step, _ in written] == [40, 60]
    assert not torch.equal(written[0][1], written[1][1])


def test_other_processes_put_the_same_batches_together(tmp_path: Path) -> None:
    alone = trained(tmp_path / "alone")
    assert torch.equal(trained(tmp_path / "helped", loaders=1)[-1][1], alone[-1][1])


def test_the_learning_rate_rises_briefly_and_falls_to_zero() -> None:
    rates = [loop.rate(done, 1.0) for done in (0.0, loop.RISE, 0.5, 1.0)]
    assert rates[0] < 0.02 < rates[2] < 0.6 < rates[1]
    assert rates[3] < 1e-5


def fail(_: tuple[int, int]) -> None:
    """A painter that the system kills, for example because the memory is full."""
    os._exit(3)


def draw_for_ever(_: tuple[int, int]) -> None:
    """A painter with more work than the test waits for."""
    Event().wait()


def hold(pipe: Path, _: tuple[int, int]) -> None:
    """A painter that keeps a named pipe open as long as it lives."""
    with open(pipe, "w"):
        Event().wait()


def train_for_ever(pipe: Path) -> None:
    """A training whose painter never ends."""
    with loop.beside(1, hold, pipe):
        Event().wait()


def test_a_painter_that_fails_ends_the_training_that_waits_for_it(tmp_path: Path) -> None:
    with pytest.raises(ChildProcessError, match="start the training again"), loop.beside(2, fail):
        there(tmp_path / "never drawn")
    assert not active_children()


def test_painters_end_with_a_training_that_is_interrupted() -> None:
    with pytest.raises(PowerCutError), loop.beside(2, draw_for_ever):
        raise PowerCutError
    assert not active_children()


def test_painters_end_with_a_training_that_is_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    training = get_context("spawn").Process(target=train_for_ever, args=(pipe,))
    training.start()
    with open(pipe) as painter:  # opens as soon as the painter runs
        training.kill()
        assert painter.read() == "", "it is closed when the painter has ended"
    training.join()
