"""Which side a piece shows and which piece it is: crops, networks, the taught gallery and the assignment."""
