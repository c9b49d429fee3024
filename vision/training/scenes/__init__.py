"""Crowds of pieces in space, painted for the detector and for the network of whole dice."""
