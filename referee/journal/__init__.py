"""The log of every game on disk: writing, recovery after damage, replay."""
