"""A certificate to be tampered with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairproof.model import Tournament
from tests.inputs.random_tournaments import simulated_open
from tests.solver.proof.cases import Document, certificate_of


@pytest.fixture(scope="module")
def club() -> Tournament:
    """Twenty-five players after five rounds, with clubs: somebody has the bye."""
    return replace(simulated_open(25, 5, 3, clubs=6, absences=0), name="Club")


@pytest.fixture
def document(club: Tournament) -> Document:
    """Its certificate, to be tampered with."""
    return certificate_of(club)
