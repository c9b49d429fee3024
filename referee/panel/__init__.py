"""What the buttons mean and what the lamps and the dot display show."""
