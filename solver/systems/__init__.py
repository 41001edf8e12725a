"""Pairing systems: one folder each, one line each in `system.py` (docs/adding-a-system.md)."""
