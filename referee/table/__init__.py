"""The live table: controller (the only writer), service (queue and thread), clock, games, throws and corrections."""
