"""From pixels to readings: pure functions on arrays that know pieces and sides, but no games."""

import os

# onnxruntime reads it when it is loaded.  Without it, an id of this machine and reports of its use go to its maker.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
