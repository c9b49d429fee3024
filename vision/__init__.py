"""Pixels in, readings out.  Knows pieces and sides, never games; pure functions on arrays."""
