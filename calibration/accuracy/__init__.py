"""How accurately this table reads its pieces, and how large a margin an answer needs."""
