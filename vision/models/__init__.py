"""The networks (*.onnx), their model cards (*.json), and how they are run."""
