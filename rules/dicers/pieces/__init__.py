"""The dice: what is printed on them, and the list of all figures."""
