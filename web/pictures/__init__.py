"""Pictures that readings were made from: served whole and as crops, with labels for the pieces."""
