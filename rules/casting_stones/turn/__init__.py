"""Drafting hands, and a turn from the first cast to the comparison."""
