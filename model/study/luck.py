"""Random numbers by name, the same on every machine (docs/simulation.md)."""

from __future__ import annotations

_BITS = 52


class Luck:
    """Random numbers by name: the same key gives the same number, different keys independent ones."""

    def __init__(self, seed: int, tournament: int) -> None:
        self.seed, self.tournament = seed, tournament

    def uniform(self, purpose: str, *key: int) -> float:
        """A number strictly between 0 and 1.

        The first 52 bits of a BLAKE2b hash of seed, tournament, purpose and key, plus a half.
        """
        import hashlib

        text = ":".join([str(self.seed), str(self.tournament), purpose, *map(str, key)])
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return (int.from_bytes(digest, "big") >> (64 - _BITS)) * 2.0**-_BITS + 2.0 ** -(_BITS + 1)

    def normal(self, purpose: str, *key: int) -> float:
        """A number with mean 0 and standard deviation 1."""
        from statistics import NormalDist

        return NormalDist().inv_cdf(self.uniform(purpose, *key))

    def below(self, bound: int, purpose: str, *key: int) -> int:
        """An integer from 0 to bound − 1."""
        return int(self.uniform(purpose, *key) * bound)
