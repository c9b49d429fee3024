"""Opens the networks beside this file, on one thread and in one shared arena, and combines their outputs."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Network = Literal["finder", "dice", "reader", "relief"]
NETWORKS: tuple[Network, ...] = get_args(Network)


def model_path(name: Network) -> Path:
    """The file of a committed network."""
    return Path(__file__).with_name(f"{name}.onnx")


def open_session(path: Path) -> onnxruntime.InferenceSession:
    """The network in an ONNX file.  They never run at once for long, so they share what they work in: 5 MB less."""
    _share_memory()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # A plan for each size of picture would keep 30 MB and save no time.
    options.add_session_config_entry("session.use_env_allocators", "1")
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    _return_freed()
    return session


def _return_freed() -> None:
    """Return to the system what reading a file took, 9 MB in all; with a C library that cannot, nothing happens."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@cache
def _share_memory() -> None:
    """Register an arena that grows by just what is asked for (its second figure), whatever its size."""
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    where = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    onnxruntime.create_and_register_allocator(where, onnxruntime.OrtArenaCfg(0, 1, -1, -1))


def geometric_mean(chances: Sequence[Floats], least: float = 1e-9) -> Floats:
    """Geometric mean of several probability tables (each N x classes), normalised by row; ``least`` is their floor."""
    middle = np.exp(np.mean([np.log(np.maximum(one, least)) for one in chances], axis=0))
    return np.asarray(middle / middle.sum(axis=1, keepdims=True), np.float32)
