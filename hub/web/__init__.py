"""The pages of the hub."""
