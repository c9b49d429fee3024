"""A fight: both sides, help, interference, how it is decided, and running away."""
