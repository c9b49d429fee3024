"""Building blocks of the convolutional networks, in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn


def layer(inside: int, outside: int, stride: int = 1, wide: int = 3, spread: int = 1) -> nn.Sequential:
    """Return a convolution with batch normalisation and ReLU; ``wide``: kernel size, ``spread``: dilation."""
    pad = wide // 2 * spread
    conv = nn.Conv2d(inside, outside, wide, stride, pad, dilation=spread, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, channels: int, spread: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(channels, channels), layer(channels, channels, spread=spread))

    def forward(self, x: Tensor) -> Tensor:
        """Return the output, of the same size as the input."""
        out: Tensor = x + self.body(x)
        return out


@torch.no_grad()
def restore_statistics(net: nn.Module, layers: Sequence[Any], planes: Tensor) -> None:
    """Give the layers of an opened network the batch normalisation that was folded into their convolutions.

    ``layers``: results of `layer`, whose convolutions and biases are those of the file. ``planes``: input of the
    network; mean and variance of each layer are measured on it, and the network's output stays the same.
    """
    hooks = [each[0].register_forward_hook(_measuring(each[1])) for each in layers]
    net.eval()
    net(planes)
    for hook in hooks:
        hook.remove()


def _measuring(norm: nn.BatchNorm2d) -> Any:
    def measure(_: nn.Module, __: Any, out: Tensor) -> None:
        norm.running_mean = out.mean(dim=(0, 2, 3))
        norm.running_var = out.var(dim=(0, 2, 3))
        norm.weight.data = torch.sqrt(norm.running_var + norm.eps)
        norm.bias.data = norm.bias.data + norm.running_mean

    return measure
