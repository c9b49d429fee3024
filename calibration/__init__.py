"""Data of one table and its pieces: mat, lens, light, taught sides, and the record of their accuracy."""
