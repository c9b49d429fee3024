"""What every game shares: facts, asks, rulings, the fold, the rule book and house rules."""
