"""Random tournaments, and measures of a ranking: what studies need."""
