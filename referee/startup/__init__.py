"""The start of a table: settings, lock and files of its home, safe start, messages to systemd."""
