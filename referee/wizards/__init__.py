"""The wizards that calibrate a table, teach pieces and prove how well they are read."""
