"""What a command reads it never writes over; and a time limit is a number of seconds, whoever takes one."""

from __future__ import annotations

import pytest

RULES = 'base = "combined"\n'


@pytest.mark.parametrize(
    "arguments",
    [
        ("batch", "club.toml", "-o", "out", "--jobs", "1", "--json-output", "club.toml"),
        ("batch", "club.toml", "--rules", "ours.toml", "-o", "out", "--jobs", "1", "--json-output", "ours.toml"),
        ("rules", "ours.toml", "--json-output", "ours.toml"),
        ("rules", "ours.toml", "--json-output", "./ours.toml"),
        ("standings", "club.toml", "--json-output", "club.toml"),
        ("check", "club.toml", "--rules", "ours.toml", "--json-output", "ours.toml"),
        ("pair", "club.toml", "--json-output", "club.toml"),
        ("pair", "club.toml", "--certificate", "club.toml"),
        ("pair", "club.toml", "--output", "club.toml"),
        ("report", "club.toml", "-o", "club.toml"),
        ("convert", "club.toml", "club.toml"),
    ],
)
def test_no_file_that_is_read_is_written_over(call, club, tmp_path, arguments):
    (tmp_path / "ours.toml").write_text(RULES, encoding="utf-8")
    before = club.read_bytes()
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"would overwrite" in done.stderr
    assert club.read_bytes() == before
    assert (tmp_path / "ours.toml").read_text(encoding="utf-8") == RULES


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", "club.toml"),
        ("explain", "club.toml"),
        ("report", "club.toml", "-o", "page.html"),
        ("publish", "club.toml"),
        ("correct", "club.toml", "0-1", "--round", "1", "--board", "1", "--again"),
        ("change", "club.toml", "1-2", "--reason", "a wish"),
    ],
)
def test_time_limits(call, club, tmp_path, arguments, seconds):
    before = club.read_bytes()
    done = call(*arguments, "--time-limit", seconds)
    assert done.returncode == 2
    assert b"expected a number of seconds above 0" in done.stderr
    assert club.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["club.toml"]
