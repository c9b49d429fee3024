"""Scenes of many pieces in space, painted for the detection network and for the network of whole dice."""
