"""The training loop: a training that was interrupted ends with the weights of one that was not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.training import loop  # noqa: E402  (only where torch is there)


class PowerCutError(Exception):
    """The power was cut."""


def trained(checkpoint: Path, until: int | None = None) -> Any:
    """A line fitted to noise that depends on the step alone."""
    torch.manual_seed(3)
    net, last = torch.nn.Linear(3, 1), []

    def learn(net: Any, step: int) -> Any:
        if step == until:
            raise PowerCutError
        noise = torch.Generator().manual_seed(step)
        return (net(torch.randn(8, 3, generator=noise)) - 1).square().mean()

    def keep(mean: Any, step: int, is_last: bool) -> None:
        if is_last:
            last.append(mean.weight.detach().clone())

    loop.train(net, loop.Plan(60, 0.05, 0.01, 0.9, checkpoint), learn, keep)
    return last[0]


def test_an_interrupted_training_continues_with_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "CHECKPOINT_EVERY", 20)
    whole = trained(tmp_path / "whole")
    with pytest.raises(PowerCutError):
        trained(tmp_path / "broken", until=47)
    assert torch.equal(trained(tmp_path / "broken"), whole)


def test_the_learning_rate_rises_briefly_and_falls_to_zero() -> None:
    rates = [loop.rate(done, 1.0) for done in (0.0, loop.RISE, 0.5, 1.0)]
    assert rates[0] < 0.02 < rates[2] < 0.6 < rates[1]
    assert rates[3] < 1e-5
