"""Building blocks of the convolutional networks, in PyTorch."""

from __future__ import annotations

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
