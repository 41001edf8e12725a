"""What a fresh interpreter has loaded after some code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT


def loaded(code: str, folder: Path = ROOT) -> set[str]:
    """The modules that a fresh interpreter holds after running this code."""
    code = f"import sys\n{code}\nprint()\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())
