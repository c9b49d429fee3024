"""Opening a network: on one thread, and all of them in one piece of memory."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import onnxruntime


def open_session(path: Path) -> onnxruntime.InferenceSession:
    """The network in an ONNX file.  They never run at once for long, so they share what they work in: 5 MB less."""
    _share_memory()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # A plan for each size of picture would keep 30 MB and save no time.
    options.add_session_config_entry("session.use_env_allocators", "1")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def _share_memory() -> None:
    """Register an arena that grows by just what is asked for (its second figure), whatever its size."""
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    where = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    onnxruntime.create_and_register_allocator(where, onnxruntime.OrtArenaCfg(0, 1, -1, -1))
