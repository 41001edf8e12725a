"""Tie-breaks (FIDE C.07 and those of other games): a piece for each, its code, and places by a list of them."""
