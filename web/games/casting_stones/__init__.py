"""Casting Stones on the pages."""
