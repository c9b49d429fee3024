"""Dicers on the pages."""
