"""Where the pieces lie: network detections, refined and measured on the table plane."""
