"""Games that were played: list, story with chart, replay, statistics."""
