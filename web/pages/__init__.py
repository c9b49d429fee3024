"""The pages of the running table."""
