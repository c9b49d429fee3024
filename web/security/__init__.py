"""Who sends a request and what it may do: CSRF tokens, headers, rights, PIN, seats."""
