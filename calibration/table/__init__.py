"""Calibration of one table: mat, lens, camera, focus and light."""
