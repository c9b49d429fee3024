"""The owner's stones, dice and cards, as they were entered once."""
