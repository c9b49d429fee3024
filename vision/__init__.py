"""From pixels to readings: pure functions on arrays that know pieces and sides, but no games."""
