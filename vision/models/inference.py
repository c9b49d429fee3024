"""Open the committed networks on one thread with a shared memory arena, and combine their outputs."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Network = Literal["finder", "dice", "reader", "die_reader", "relief", "appearance"]
NETWORKS: tuple[Network, ...] = get_args(Network)


def model_path(name: Network) -> Path:
    """Return the file of a committed network."""
    return Path(__file__).with_name(f"{name}.onnx")


def open_session(path: Path) -> onnxruntime.InferenceSession:
    """Open the network in an ONNX file.

    Networks never run at the same time for long, so they share one arena, which saves 5 MB. Raises ValueError with a
    sentence where the file is missing or damaged.
    """
    _share_memory()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # A plan for each size of picture would keep 30 MB and save no time.
    options.add_session_config_entry("session.use_env_allocators", "1")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises errors of many kinds
        why = type(error).__name__
        raise ValueError(f"The network {path.name} cannot be loaded ({why}): install Owleye again.") from error
    return_freed()
    return session


def run(session: onnxruntime.InferenceSession, outputs: Sequence[str] | None, inputs: Mapping[str, Any]) -> list[Any]:
    """Run a network; returns the arrays of these outputs, of all where it is None.

    The arena gives back what it does not need between two runs: 6 MB of a table.
    """
    return list(session.run(outputs, inputs, _shrinking()))


@cache
def _shrinking() -> onnxruntime.RunOptions:
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def return_freed() -> None:
    """Return freed memory to the system (9 MB after loading); has no effect where the C library cannot."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@cache
def _share_memory() -> None:
    """Register an arena that grows by exactly the requested size."""
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    where = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    onnxruntime.create_and_register_allocator(where, onnxruntime.OrtArenaCfg(0, 1, -1, -1))


def geometric_mean(chances: Sequence[Floats], least: float = 1e-9) -> Floats:
    """Return the geometric mean of probability tables (each N x classes), normalised by row, with floor ``least``."""
    mean = np.exp(np.mean([np.log(np.maximum(each, least)) for each in chances], axis=0))
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float32)
