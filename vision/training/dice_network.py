"""The network for whole dice, in PyTorch, and its export as ONNX."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.detection.die_stance import SIZE
from vision.training.layers import Residual, layer

WIDTHS = (20, 40, 64, 112)
PIPS = 7
"""No pips, or one to six."""


class DiceNet(nn.Module):
    """A convolutional network with stride 16 and a fully connected head: pip count (7), level or not (1)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            layer(4, a, 2),
            layer(a, b),
            layer(b, b, 2),
            Residual(b),
            layer(b, c, 2),
            Residual(c),
            layer(c, d, 2),
            Residual(d),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(d, 32, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.gather = nn.Sequential(nn.Linear(32 * (SIZE // 16) ** 2, 96), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.last = nn.Linear(96, PIPS + 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Return log odds (N x 7 and N) for crops (N x SIZE x SIZE x 4, 0..255)."""
        x = self.body(crops.permute(0, 3, 1, 2) / 64 - 2)
        outputs = self.last(self.gather(self.squeeze(x))).float()
        return outputs[:, :PIPS], outputs[:, PIPS]


class _Chances(nn.Module):
    """The network with byte input and calibrated probabilities as output."""

    def __init__(self, net: DiceNet, warm: dict[str, float]) -> None:
        super().__init__()
        self.net, self.warm = net, warm

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        pips, level = self.net(crops.float())
        return torch.softmax(pips / self.warm["pips"], dim=1), torch.sigmoid(level / self.warm["level"])


def export(net: DiceNet, path: Path, warm: dict[str, float]) -> None:
    """Write the network as ONNX: bytes N x SIZE x SIZE x 4 in, probabilities of pips (N x 7) and of level (N) out."""
    fresh = DiceNet()
    fresh.load_state_dict(net.state_dict())
    torch.onnx.export(
        _Chances(fresh.eval(), warm).eval(),
        (torch.zeros(2, SIZE, SIZE, 4, dtype=torch.uint8),),
        str(path),
        input_names=["crops"],
        output_names=["pips", "level"],
        dynamic_axes={"crops": {0: "n"}, "pips": {0: "n"}, "level": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
