"""Lessons: pictures of the owner's pieces become the gallery."""
