"""The host's pages beside games and wizards: backups, damaged files, the panel, sharing the table."""
