"""Lens, camera pose, table plane and cubes on it: from pixels to millimetres and back."""
