"""Reserve Powers: when each may be used, and what it does."""
