"""Cameras: Raspberry Pi, USB and recorded pictures behind one interface."""
