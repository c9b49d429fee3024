"""Dicers: the Basic, the Intermediate and the Advanced game."""
