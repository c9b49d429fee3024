"""Calibration of one table: mat, lens, camera, focus, light and accuracy."""
