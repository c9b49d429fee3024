"""The shell scripts that bring Owleye onto a machine."""
