"""The network for the appearance of dice, in PyTorch, and its export as ONNX."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.geometry.crops import SIZE
from vision.recognition.appearance import EMBEDDED
from vision.training.layers import Residual, layer

WIDTHS = (16, 32, 48, 80)


class AppearanceNet(nn.Module):
    """A convolutional network with stride 16, whose features are pooled: where a colour is does not matter.

    ``scale``: the learnt factor from cosines to log odds, used by the loss alone.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            layer(3, a, 2),
            layer(a, b, 2),
            Residual(b),
            layer(b, c, 2),
            Residual(c),
            layer(c, d, 2),
            Residual(d),
        )
        self.last = nn.Linear(2 * d, EMBEDDED)
        self.scale = nn.Parameter(torch.tensor(7.0))

    def forward(self, crops: Tensor) -> Tensor:
        """Return unit vectors (N x EMBEDDED) for crops (N x SIZE x SIZE x 3, 0..255)."""
        x = self.body(crops.permute(0, 3, 1, 2).float() / 64 - 2)
        pooled = torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)
        return nn.functional.normalize(self.last(pooled).float(), dim=1)


def export(net: AppearanceNet, path: Path) -> None:
    """Write the network as ONNX: bytes N x SIZE x SIZE x 3 in, unit vectors (N x EMBEDDED) out."""
    fresh = AppearanceNet()
    fresh.load_state_dict(net.state_dict())
    torch.onnx.export(
        fresh.eval(),
        (torch.zeros(2, SIZE, SIZE, 3, dtype=torch.uint8),),
        str(path),
        input_names=["crops"],
        output_names=["appearance"],
        dynamic_axes={"crops": {0: "n"}, "appearance": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
