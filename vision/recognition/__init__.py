"""Recognition of sides and pieces: crops, networks, the taught gallery and the assignment."""
