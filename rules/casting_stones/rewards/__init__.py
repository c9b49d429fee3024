"""Rewards of a turn: gems, swaps and knock-outs."""
