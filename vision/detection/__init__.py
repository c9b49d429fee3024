"""Detection of the pieces: candidates of the network, refined and measured on the table plane."""
