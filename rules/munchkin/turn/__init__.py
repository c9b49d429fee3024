"""The course of a turn: the door, looting, and charity."""
