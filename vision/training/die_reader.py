"""Train the network that reads the faces of dice, on generated dice only, and write vision/models/die_reader.onnx.

    python -m vision.training.render.make --work FOLDER --seed 1             # in an environment with Blender
    python -m vision.training.render.make --work FOLDER --seed 1 --blank     # the same
    python -m vision.training.die_reader --work FOLDER --seed 1

The reader knows stones and dice.  This network has the same shape and reads dice alone; its embedding is not used.
Its crops are path-traced dice, path-traced blank dice with printed drawings, and painted dice.  An interrupted training
continues where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn

from vision.training.loop import DEVICE, Plan, asked, atlas_in, beside, command, note
from vision.training.loop import train as train_network
from vision.training.reader import HELD, figures, loss_of_heads, progress, shard_files, temperatures
from vision.training.reader_batches import Batches, Crops, dice_of, joined, read
from vision.training.reader_crops import shard
from vision.training.reader_network import HEADS, Reader, export
from vision.training.render.face_crops import write_shards
from vision.training.render.printing import printed_files, write_printed
from vision.training.set_files import Growing, fill

STEPS, RATE, DECAY, SMOOTH = 30_000, 1.5e-3, 0.02, 0.998
SHARDS, FIRST_SHARDS = 48, 6
"""Painted shards, and with how many the training begins."""
FIRST_PRINTED = 24
"""Number of files of printed sets with which the training begins."""
PAINTED, TRACED, PRINTED = 0.35, 0.2, 0.45
"""Proportions of painted sets, of path-traced ones, and of prints on path-traced blank dice."""
WRITE_EVERY = 10_000
"""Steps between two writes of the network."""


def read_dice(path: Path) -> Crops:
    """Return the sets of dice in a file, after waiting until it is written."""
    return dice_of(read(path))


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    traced, traced_held = write_shards(options.work, options.seed)
    printed_held, *printed = printed_files(options.work)
    painted = shard_files(options.work, SHARDS)
    held = {
        "painted": joined([read_dice(options.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]),
        "path-traced": joined([read(path) for path in traced_held]),
        "printed": read(printed_held),
    }

    def learn(net: nn.Module, batch: Sequence[Tensor]) -> Tensor:
        with torch.autocast(DEVICE.type, torch.bfloat16):
            return loss_of_heads(net(batch[0]), batch[1:])

    def write(mean: nn.Module, step: int) -> None:
        keep(cast(Reader, mean), options, held, progress(step, STEPS, [*painted, *traced, *printed]))

    sources = (
        (Growing(read_dice, painted, FIRST_SHARDS), PAINTED),
        (Growing(read, traced, len(traced)), TRACED),
        (Growing(read, printed, FIRST_PRINTED), PRINTED),
    )
    net = Reader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "die_reader.checkpoint", WRITE_EVERY, options.loaders)
    train_network(net, plan, Batches(sources, STEPS, options.seed), learn, write)


def keep(net: Reader, options: argparse.Namespace, held: Mapping[str, Crops], words: Mapping[str, str]) -> None:
    """Write the weights, the ONNX file and its model card; ``held``: held-out sets by their origin."""
    torch.save(net.state_dict(), options.work / "die_reader.pt")
    warm = temperatures(net, joined(list(held.values())))
    export(net, options.out, warm, command("die_reader", options))
    rates = {f"held-out {origin} dice": _rates(net, data) for origin, data in held.items()}
    note("die_reader", options, {**words, "temperatures": warm, **rates})


def _rates(net: Reader, data: Crops) -> dict[str, float]:
    return {head: round(rate, 4) for head, rate in figures(net, data).items() if head in HEADS}


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/die_reader.onnx"))
    options.atlas = atlas_in(options.work)
    planned = options.work / "crops", options.atlas, (HELD, "shard", SHARDS), options.seed
    with (
        beside(options.painters, fill, shard, *planned),
        beside(options.painters, write_printed, options.work, options.atlas, options.seed),
    ):
        train(options)


if __name__ == "__main__":
    main()
