"""Benchmarks of the eyes; run from a checkout, not part of the installed package."""
