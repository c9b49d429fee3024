"""The rules of Munchkin by id, in our own words."""
