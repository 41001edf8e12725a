"""Files are written whole or not at all."""

from __future__ import annotations

import os

import pytest

from pairproof.cli.writing import Target
from pairproof.model.errors import FileProblem, UsageProblem


def test_nothing_is_left_of_what_is_not_put(tmp_path):
    place = tmp_path / "out"
    place.write_text("old")
    with Target("--output", str(place)) as target:
        target.write(b"new")
    assert place.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_put_replaces_the_whole(tmp_path):
    place = tmp_path / "out"
    place.write_text("old and longer")
    with Target("--output", str(place)) as target:
        target.write(b"new")
        assert place.read_text() == "old and longer"
        target.put()
    assert place.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with Target("--output", str(tmp_path / "link")) as target:
        target.write(b"new")
        target.put()
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_device_is_written_to(tmp_path):
    with Target("--output", os.devnull) as target:
        target.write(b"new")
        target.put()
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize("place", ["no/such/out", "", ".", "a\0b", "x" * 300])
def test_places_that_cannot_be_written(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((FileProblem, UsageProblem)):
        Target("--output", place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs /dev/fd")
def test_a_pipe_without_a_name_is_written_to(tmp_path):
    read, write = os.pipe()
    try:
        with Target("--output", f"/dev/fd/{write}") as target:
            target.write(b"new")
            target.put()
        assert os.read(read, 9) == b"new"
    finally:
        os.close(read)
        os.close(write)


def test_a_link_to_what_is_read_is_not_written(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with Target("--output", str(tmp_path / "link")) as target, pytest.raises(UsageProblem):
        target.spare({str(tmp_path / "real"): "the tournament file"})
