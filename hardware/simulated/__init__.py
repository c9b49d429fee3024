"""The simulated table: pictures of stones and dice, painted from exact poses, and a script that throws them."""
