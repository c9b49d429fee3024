"""From the camera to a throw: watching, associating pieces, interpreting, keeping evidence."""
