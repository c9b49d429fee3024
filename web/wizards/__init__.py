"""The pages of the wizards that make a table ready."""
