"""Cards as data, cards that nobody has described, and playing cards."""
