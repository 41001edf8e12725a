"""The notebooks: each runs, on small numbers, and its two files say the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

jupytext = pytest.importorskip("jupytext", reason="the extra `notebooks` is not installed")
nbclient = pytest.importorskip("nbclient", reason="the extra `notebooks` is not installed")
pytest.importorskip("ipykernel", reason="the extra `notebooks` is not installed")
pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.py"))


def test_there_are_five() -> None:
    assert [path.name[:2] for path in NOTEBOOKS] == ["a_", "b_", "c_", "d_", "e_"]
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == [path.stem for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pair_says_the_same(path: Path) -> None:
    """`jupytext --sync notebooks/*.py` brings them together again."""
    text, notebook = jupytext.read(path), jupytext.read(path.with_suffix(".ipynb"))
    assert [(cell.cell_type, cell.source) for cell in text.cells] == [
        (cell.cell_type, cell.source) for cell in notebook.cells
    ]
    for cell in notebook.cells:
        assert not cell.get("outputs"), "strip the outputs"
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAIRPROOF_TOURNAMENTS", "3")
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    # A kernel of this very Python, whatever kernels the machine knows.
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    class ThisPython(KernelSpecManager):
        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            return KernelSpec(
                argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], display_name="this"
            )

    client = nbclient.NotebookClient(
        jupytext.read(path),
        timeout=300,
        resources={"metadata": {"path": str(FOLDER)}},
        km=AsyncKernelManager(kernel_spec_manager=ThisPython(), kernel_name="python3"),
    )
    client.execute()
