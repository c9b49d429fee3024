"""Training of the networks: generated pictures, training, export.  Never needed at a table."""
