"""Where things are: the repository, its scenarios, and the stored files of other programs."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ROOT / "scenarios"
DATA = ROOT / "tests" / "data"
