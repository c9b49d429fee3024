"""Recognition of sides and pieces: networks, the taught gallery and the assignment."""
