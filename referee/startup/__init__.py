"""How a table starts: its settings, the lock and the files of its home, safe start, and what systemd is told."""
