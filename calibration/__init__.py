"""What this table and these pieces look like: mat, lens, light, taught sides, and the proof of them."""
