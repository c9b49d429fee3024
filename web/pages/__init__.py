"""The pages of the running game, and of this machine's language and installation."""
