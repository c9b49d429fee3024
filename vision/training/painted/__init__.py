"""Pieces as they are painted for training: designs, materials, light, and what a chip makes of them."""
