"""`pairproof-engine`: called as bbpPairings and JaVaFo are."""
