"""The reader's network in PyTorch, and its export to ONNX with float16 weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from vision.geometry.crops import SIZE
from vision.recognition.embedder import EMBEDDING, KINDS, NUMBERS

WIDTHS = (32, 64, 128, 256)
BLOCKS = (0, 2, 2, 1)
"""Number of residual blocks after each strided convolution."""
HEADS = {"kind": len(KINDS), "number": len(NUMBERS) + 1, "pips": 6}
HIDDEN = 160


def _conv(wide: int, wider: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(wide, wider, 3, stride, 1, bias=False), nn.BatchNorm2d(wider))


class Reader(nn.Module):
    """A residual network with stride 16, mean and maximum pooling, an embedding and three heads."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList(_conv(a, b, 2) for a, b in zip((3, *WIDTHS), WIDTHS, strict=False))
        self.blocks = nn.ModuleList(
            nn.ModuleList(nn.ModuleList([_conv(w, w), _conv(w, w)]) for _ in range(count))
            for w, count in zip(WIDTHS, BLOCKS, strict=True)
        )
        self.embed = nn.Linear(2 * WIDTHS[-1], EMBEDDING)
        self.think = nn.Linear(2 * WIDTHS[-1], HIDDEN)
        self.heads = nn.ModuleDict({name: nn.Linear(HIDDEN, count) for name, count in HEADS.items()})

    def forward(self, crops: Tensor) -> dict[str, Tensor]:
        """Return unit embeddings and the heads' logits for crops (N x 3 x 64 x 64, 0..255)."""
        x = crops - crops.mean(dim=(1, 2, 3), keepdim=True)
        x = x / (x.square().mean(dim=(1, 2, 3), keepdim=True).sqrt() + 8.0)
        for down, blocks in zip(self.down, self.blocks, strict=True):
            x = torch.relu(down(x))
            for first, second in cast(Any, blocks):
                x = torch.relu(x + second(torch.relu(first(x))))
        pooled = torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)
        thought = torch.relu(self.think(pooled))
        out = {name: head(thought) for name, head in self.heads.items()}
        return out | {"embedding": nn.functional.normalize(self.embed(pooled).float(), dim=1)}


class _Graph:
    """Collects ONNX nodes; weights are stored as float16 and cast once when the file is loaded."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def constant(self, name: str, values: Any) -> str:
        half = np.asarray(values, np.float16)
        self.weights.append(numpy_helper.from_array(half, f"{name}_half"))
        return self.add("Cast", [f"{name}_half"], name, to=TensorProto.FLOAT)

    def integers(self, name: str, values: list[int]) -> str:
        self.weights.append(numpy_helper.from_array(np.array(values, np.int64), name))
        return name

    def add(self, op: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(op, inputs, [output], **attributes))
        return output

    def conv(self, x: str, name: str, layer: Any, stride: int) -> str:
        weight, bias = _folded(layer)
        inputs = [x, self.constant(f"{name}_w", weight), self.constant(f"{name}_b", bias)]
        return self.add("Conv", inputs, name, strides=[stride, stride], pads=[1, 1, 1, 1], kernel_shape=[3, 3])

    def linear(self, x: str, name: str, layer: nn.Linear) -> str:
        weight = self.constant(f"{name}_w", layer.weight.detach().numpy())
        return self.add("Gemm", [x, weight, self.constant(f"{name}_b", layer.bias.detach().numpy())], name, transB=1)

    def relu(self, x: str) -> str:
        return self.add("Relu", [x], f"{x}_relu")


def _folded(layer: Any) -> tuple[Any, Any]:
    """Return weight and bias of a convolution with its batch normalisation folded in."""
    conv, norm = layer[0], layer[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = conv.weight * scale[:, None, None, None]
    return weight.detach().numpy(), (norm.bias - norm.running_mean * scale).detach().numpy()


def _standardised(graph: _Graph) -> str:
    """Add the input stage: bytes N x 64 x 64 x 3 become planes with mean 0 and about unit variance."""
    graph.add("Cast", ["crops"], "floats", to=TensorProto.FLOAT)
    x = graph.add("Transpose", ["floats"], "planes", perm=[0, 3, 1, 2])
    mean = graph.add("ReduceMean", [x], "mean", axes=[1, 2, 3], keepdims=1)
    x = graph.add("Sub", [x, mean], "centred")
    power = graph.add("ReduceMean", [graph.add("Mul", [x, x], "squared")], "power", axes=[1, 2, 3], keepdims=1)
    spread = graph.add("Add", [graph.add("Sqrt", [power], "rms"), graph.constant("eight", 8.0)], "spread")
    return graph.add("Div", [x, spread], "standard")


def _trunk(graph: _Graph, net: Reader, x: str) -> str:
    for i, blocks in enumerate(net.blocks):
        x = graph.relu(graph.conv(x, f"down{i}", net.down[i], 2))
        for k, (first, second) in enumerate(cast(Any, blocks)):
            inner = graph.relu(graph.conv(x, f"first{i}{k}", first, 1))
            other = graph.conv(inner, f"second{i}{k}", second, 1)
            x = graph.relu(graph.add("Add", [x, other], f"sum{i}{k}"))
    mean = graph.add("ReduceMean", [x], "means", axes=[2, 3], keepdims=0)
    peak = graph.add("ReduceMax", [x], "peaks", axes=[2, 3], keepdims=0)
    return graph.add("Concat", [mean, peak], "pooled", axis=1)


def export(net: Reader, path: Path, temperatures: dict[str, float], provenance: str) -> None:
    """Write the network as ONNX: bytes in, an embedding and calibrated probabilities out."""
    net.eval()
    graph = _Graph()
    pooled = _trunk(graph, net, _standardised(graph))
    graph.add("LpNormalization", [graph.linear(pooled, "embed", net.embed)], "embedding", axis=1, p=2)
    thought = graph.relu(graph.linear(pooled, "think", net.think))
    for name in HEADS:
        logits = graph.linear(thought, f"{name}_logits", net.heads[name])  # type: ignore[arg-type]
        cool = graph.add("Div", [logits, graph.constant(f"{name}_t", temperatures.get(name, 1.0))], f"{name}_cool")
        graph.add("Softmax", [cool], name, axis=1)
    outputs = {"embedding": EMBEDDING, **HEADS}
    whole = helper.make_graph(
        graph.nodes,
        "reader",
        [helper.make_tensor_value_info("crops", TensorProto.UINT8, ["n", SIZE, SIZE, 3])],
        [helper.make_tensor_value_info(k, TensorProto.FLOAT, ["n", v]) for k, v in outputs.items()],
        graph.weights,
        doc_string=provenance,
    )
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)], producer_name="owleye")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, path)
