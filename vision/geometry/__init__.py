"""Geometry of the picture: lens, camera pose, table plane in mm, cubes on it, and upright crops of the pieces."""
