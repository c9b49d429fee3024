"""Lessons, which turn pictures of the owner's pieces into the gallery."""
