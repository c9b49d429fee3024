"""A network whose file is missing or damaged is reported in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.models.inference import model_path, open_session
from vision.recognition.embedder import open_embedder


@pytest.mark.parametrize("kept", [None, 0, 1000, 100_000])
def test_a_missing_or_truncated_network_is_reported_with_the_next_step(tmp_path: Path, kept: int | None) -> None:
    path = tmp_path / "reader.onnx"
    if kept is not None:
        path.write_bytes(model_path("reader").read_bytes()[:kept])
    for opened in (open_session, open_embedder):
        with pytest.raises(
            ValueError, match=r"^The network reader.onnx cannot be loaded \(\w+\): install Owleye again.$"
        ):
            opened(path)
