"""What a card is, cards that nobody has described, and playing cards."""
