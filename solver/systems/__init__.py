"""Pairing systems: one folder each, one line each in `table.py` (docs/adding-a-system.md)."""
