"""Files, standard input, formats (CONTRACT 2)."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path

import pytest

import pairproof.model
from pairproof.model import FileProblem, InvalidInput, UsageProblem, load_tournament

TRF = b"XXR 3\n001    1      Ana                               1800" + b" " * 28 + b" 0.0    1\n"
TOML = b'[tournament]\nrounds = 3\n[[players]]\nid = 1\nname = "Ana"\n'


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.trf", TRF),
        ("a.trfx", TRF),
        ("a.txt", TRF),
        ("a", TRF),
        ("a.toml", TOML),
        ("a.TOML", TOML),
        ("a.txt", TOML),
        ("a.trf", b"\xef\xbb\xbf# mine\r\n" + TOML),
    ],
)
def test_the_format_is_found(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    for source in (path, str(path)):
        tournament = load_tournament(source)
        assert tournament.players[0].name == "Ana"
        assert tournament.source == str(path)
        assert tournament.sha256 == hashlib.sha256(data).hexdigest()


def test_the_format_asked_for_goes_before_the_suffix(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(TRF)
    assert load_tournament(path, format="trf").rounds_planned == 3
    with pytest.raises(InvalidInput):
        load_tournament(path)
    with pytest.raises(UsageProblem, match="'xml'"):
        load_tournament(path, format="xml")


@pytest.mark.parametrize(("format", "data"), [("trf", TRF), ("toml", TOML)])
def test_standard_input(format: str, data: bytes) -> None:
    tournament = load_tournament("-", format=format, stdin=io.BytesIO(data))
    assert tournament.source == "-"
    assert tournament.sha256 == hashlib.sha256(data).hexdigest()


def test_standard_input_needs_a_format() -> None:
    with pytest.raises(UsageProblem, match="--format trf"):
        load_tournament("-", stdin=io.BytesIO(TRF))


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileProblem, match="no such file"):
        load_tournament(tmp_path / "none.trf")
    with pytest.raises(FileProblem, match="directory"):
        load_tournament(tmp_path)
    with pytest.raises(FileProblem, match="null"):
        load_tournament("a\0b")
    with pytest.raises(FileProblem, match="long"):
        load_tournament("a" * 5000)

    def denied(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(FileProblem, match="no permission"):
        load_tournament(tmp_path / "x.trf")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    path.write_bytes(TRF)
    path.chmod(0)
    with pytest.raises(FileProblem, match="no permission"):
        load_tournament(path)


def test_faults_name_the_source(tmp_path: Path) -> None:
    path = tmp_path / "empty.trf"
    path.write_bytes(b"")
    with pytest.raises(InvalidInput, match="empty") as caught:
        load_tournament(path)
    assert caught.value.source == str(path)
    assert str(caught.value).startswith(str(path))


def test_large_groups_are_warned_about(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(TOML.replace(b"rounds = 3", b"rounds = 3\nrestricted_until = 1") + b'groups = ["A"]\n')
    assert "'A' holds 1 of 1" in load_tournament(path).warnings[0]


def test_everything_in_all_is_there() -> None:
    assert all(hasattr(pairproof.model, name) for name in pairproof.model.__all__)
