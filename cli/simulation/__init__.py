"""Random tournaments: what the options ask for, playing them, and the folder they are written into."""
