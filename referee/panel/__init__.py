"""Buttons, lamps, dot display and voice: from snapshots to the panel, and from presses to choices."""
