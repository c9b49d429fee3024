"""The live table: the controller that alone writes, its queue and thread, the clock, undo."""
