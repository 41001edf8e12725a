"""Pairing systems, one folder each."""
