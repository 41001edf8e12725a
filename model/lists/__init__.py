"""Lists of players, as clubs and federations have them: read, and put into a tournament (DESK 2)."""
