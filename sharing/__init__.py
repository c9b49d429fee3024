"""Shares a table over an MQTT broker: what any onlooker may see, queued on disk, delivered in order."""
