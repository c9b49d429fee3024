"""Making the networks again: generated pictures, training, export.  Never needed at a table."""
