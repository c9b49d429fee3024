"""The network for discs in polar coordinates in PyTorch, the similarity of two discs, and the export to ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from vision.recognition.relief import RAYS, RINGS, TURNS

WIDTH = 32
FEATURES = 8
BLOCKS = 2
AROUND = 24
"""Rays repeated at each end (circular padding): more than the receptive field."""


def _conv(wide: int, wider: int, stride: tuple[int, int] = (1, 1)) -> nn.Sequential:
    """Return a convolution with batch normalisation, without padding along the rays."""
    return nn.Sequential(nn.Conv2d(wide, wider, 3, stride, (0, 1), bias=False), nn.BatchNorm2d(wider))


class Relief(nn.Module):
    """A network with stride 4 along the rays and 2 along the rings, and FEATURES features for every place."""

    def __init__(self) -> None:
        super().__init__()
        self.first = _conv(1, WIDTH // 2, (2, 1))
        self.second = _conv(WIDTH // 2, WIDTH, (2, 2))
        self.blocks = nn.ModuleList(nn.ModuleList([_conv(WIDTH, WIDTH), _conv(WIDTH, WIDTH)]) for _ in range(BLOCKS))
        self.last = nn.Conv2d(WIDTH, FEATURES, 1)
        self.sharp = nn.Parameter(torch.tensor(np.log(16.0), dtype=torch.float32))

    def forward(self, discs: Tensor) -> Tensor:
        """Return N x FEATURES x TURNS x RINGS / 2 features, normalised per disc, for N x RAYS x RINGS (0..255)."""
        x = (discs - 128) / 40
        x = torch.cat([x[:, -AROUND:], x, x[:, :AROUND]], dim=1)[:, None]
        x = torch.relu(self.second(torch.relu(self.first(x))))
        for first, second in cast(Any, self.blocks):
            x = torch.relu(x[:, :, 2:-2] + second(torch.relu(first(x))))
        x = self.last(x)
        spare = (x.shape[2] - TURNS) // 2
        x = x[:, :, spare : spare + TURNS].float()
        return x / x.square().sum(dim=(1, 2, 3), keepdim=True).sqrt().clamp(min=1e-6)


def _waves() -> tuple[Tensor, Tensor]:
    """Return the cosines and sines (frequencies x TURNS) of the inverse Fourier transform."""
    frequencies = torch.arange(TURNS // 2 + 1)
    angles = 2 * np.pi * frequencies[:, None] * torch.arange(TURNS) / TURNS
    twice = torch.where((frequencies == 0) | (frequencies == TURNS // 2), 1.0, 2.0)[:, None] / TURNS
    return torch.cos(angles) * twice, torch.sin(angles) * twice


COSINES, SINES = _waves()


def likeness(features: Tensor) -> Tensor:
    """Return the similarity of the discs of each set at the best rotation: sets x discs x FEATURES x TURNS x rings."""
    waves = torch.fft.rfft(features, dim=3).permute(0, 3, 1, 2, 4).flatten(3)
    real, imaginary = waves.real, waves.imag
    stacked = torch.cat([real, imaginary], dim=-1)
    cosine = stacked @ torch.cat([real, imaginary], dim=-1).transpose(-1, -2)
    sine = stacked @ torch.cat([-imaginary, real], dim=-1).transpose(-1, -2)
    sets, _, discs, _ = cosine.shape
    each = [part.flatten(2).transpose(1, 2) for part in (cosine, sine)]
    return (each[0] @ COSINES - each[1] @ SINES).amax(dim=-1).reshape(sets, discs, discs)


class _Bytes(nn.Module):
    """The network with byte input."""

    def __init__(self, net: Relief) -> None:
        super().__init__()
        self.net = net

    def forward(self, discs: Tensor) -> Tensor:
        return cast(Tensor, self.net(discs.float()))


def export(net: Relief, path: Path) -> None:
    """Write the network as ONNX: bytes N x RAYS x RINGS in, features out."""
    torch.onnx.export(
        _Bytes(net.eval()),
        (torch.zeros(2, RAYS, RINGS, dtype=torch.uint8),),
        str(path),
        input_names=["discs"],
        output_names=["features"],
        dynamic_axes={"discs": {0: "n"}, "features": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
