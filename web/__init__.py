"""People: the dashboard, the phone pages, the JSON that they read."""
