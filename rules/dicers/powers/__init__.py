"""Powers of the winning die: what they reach, what is asked, and what they change."""
