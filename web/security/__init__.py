"""Who asks and what they may do: CSRF and headers, rights, PIN, seats."""
