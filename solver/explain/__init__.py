"""Why this pairing and no other; how a round played or made by hand compares."""
