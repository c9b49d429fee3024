"""One file with everything that a table keeps: writing it, checking it, and putting it back."""
