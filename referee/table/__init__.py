"""The live table: the controller that alone writes, its queue and thread, its clock, games, throws and corrections."""
