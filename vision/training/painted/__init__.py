"""Painted pieces for training: designs, materials, light and camera effects."""
