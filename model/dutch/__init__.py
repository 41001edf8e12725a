"""The FIDE (Dutch) System, C.04.3 from 1 February 2026: position, criteria, brackets, colours (docs/dutch.md)."""
