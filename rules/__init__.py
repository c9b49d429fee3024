"""The three games: facts in, rulings out.  Pure: no clock, no chance, no files, no threads, no numpy."""
