"""The desk: acts on a tournament file, kept in a journal beside it (DESK 1)."""
