"""Powers of the winning die, and Reserve Powers: when they work, what they reach, what is asked, what they change."""
