"""Benchmarks of detection and reading; run from a checkout, not part of the installed package."""
