"""Values that every part of the referee may import: commands, snapshots, progress, tracks."""
