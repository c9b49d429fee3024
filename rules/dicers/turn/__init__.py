"""The opening, and a Round from advancing to tidying up."""
