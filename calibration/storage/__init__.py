"""The files of a table's home folder."""
