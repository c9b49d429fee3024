"""The JSON interface: the table, its asks and events, and plays, with the same rights as the pages (docs/api.md)."""
