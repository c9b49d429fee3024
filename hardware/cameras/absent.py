"""A camera that is switched off on purpose: it sends nothing, and says why."""

from __future__ import annotations

from hardware.cameras.camera import CameraTrouble, Frame, Glance


class AbsentCamera:
    """A Camera that never sends a picture."""

    name, simulated = "none", False

    def __init__(self, words: str) -> None:
        """*words* say why there is no camera, and the next step."""
        self._words = words

    def glance(self, deadline_s: float = 2.0) -> Glance:
        """No small picture."""
        raise CameraTrouble(self._words)

    def frame(self, deadline_s: float = 5.0) -> Frame:
        """No whole picture."""
        raise CameraTrouble(self._words)

    def live_jpeg(self) -> tuple[int, bytes] | None:
        """No live picture."""
        return None

    def trouble(self) -> str | None:
        """Why there is no picture."""
        return self._words

    def adapt(self) -> None:
        """Nothing to adapt."""

    def close(self) -> None:
        """Nothing to let go."""
