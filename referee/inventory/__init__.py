"""What the owner entered once about stones, dice and cards."""
