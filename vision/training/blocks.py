"""What the networks that look at pictures are built of, in PyTorch."""

from __future__ import annotations

from torch import Tensor, nn


def layer(inside: int, outside: int, stride: int = 1, wide: int = 3, spread: int = 1) -> nn.Sequential:
    """One convolution, its values made even over the batch, what is below nothing cut off."""
    pad = wide // 2 * spread
    conv = nn.Conv2d(inside, outside, wide, stride, pad, dilation=spread, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Twice(nn.Module):
    """Two convolutions beside a straight path."""

    def __init__(self, channels: int, spread: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(channels, channels), layer(channels, channels, spread=spread))

    def forward(self, x: Tensor) -> Tensor:
        """Same size out as in."""
        out: Tensor = x + self.body(x)
        return out
