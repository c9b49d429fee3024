"""The rules of Dicers by id, in our own words."""
