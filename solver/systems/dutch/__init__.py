"""The FIDE (Dutch) System: every bracket solved, proved, and checked (docs/dutch.md)."""
