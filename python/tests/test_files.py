"""Frontier files: they are those of the command, in every format."""

import json
import os
import subprocess

import numpy as np
import pytest

import dibmap
from dibmap import _program

TABLE = {"a": list("aabbccddee") * 50, "b": list("xxxxyyyyzz") * 50}


@pytest.fixture(scope="module")
def frontier():
    return dibmap.map(TABLE, x="a", y="b", validate=3, robust=True)


@pytest.mark.parametrize("extension", ["json", "parquet", "npz"])
def test_a_file_holds_everything(frontier, tmp_path, extension):
    path = tmp_path / f"frontier.{extension}"
    frontier.save(path)
    again = dibmap.load(path)
    assert again == frontier
    assert again.select(clusters=3).clusters == frontier.select(clusters=3).clusters


def test_csv_holds_points_only(frontier, tmp_path):
    frontier.save(tmp_path / "points.csv")
    assert len((tmp_path / "points.csv").read_text().splitlines()) == 1 + len(frontier)
    with pytest.raises(dibmap.InputError, match="CSV"):
        dibmap.load(tmp_path / "points.csv")


def test_a_file_of_the_command_is_the_same(frontier, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,b\n" + "".join(f"{x},{y}\n" for x, y in zip(TABLE["a"], TABLE["b"], strict=True)))
    path = tmp_path / "f.parquet"
    command = [_program.path(), "map", table, "--x", "a", "--y", "b", "-q", "-o", path]
    subprocess.run(command, check=True)
    loaded = dibmap.load(path)
    assert loaded.h.tobytes() == frontier.h.tobytes()
    assert loaded.i.tobytes() == frontier.i.tobytes()
    assert np.array_equal(loaded.assignments, frontier.assignments)


def test_a_file_that_does_not_know_its_table_is_read_and_not_united(frontier, tmp_path):
    path = tmp_path / "own.json"
    frontier.save(path)
    content = json.loads(path.read_text())
    content["problem"]["source"]["sha256"] = ""  # as in problems that somebody has written
    path.write_text(json.dumps(content))
    own = dibmap.load(path)
    assert own.i.tolist() == frontier.i.tolist()
    with pytest.raises(dibmap.InputError, match=r"sha256 is empty"):
        dibmap.merge([own, own])


def test_a_format_that_is_not_known_leaves_no_file(frontier, tmp_path):
    with pytest.raises(dibmap.InputError, match="json"):
        frontier.save(tmp_path / "frontier.txt")
    assert not list(tmp_path.iterdir())


def test_a_union_of_one_frontier_with_itself_is_that_frontier(frontier, tmp_path):
    frontier.save(tmp_path / "f.json")
    union = dibmap.merge([frontier, tmp_path / "f.json"])
    assert union.h.tolist() == frontier.h.tolist()
    other = dibmap.map({"a": list("ppqr") * 50, "b": list("stst") * 50}, x="a", y="b")
    with pytest.raises(dibmap.InputError):
        dibmap.merge([frontier, other])


def test_equal_frontiers_are_equal_and_others_are_not(frontier):
    again = dibmap.map(TABLE, x="a", y="b", validate=3, robust=True)
    assert again == frontier
    assert dibmap.map(TABLE, x="a", y="b", max_clusters=2) != frontier
    assert frontier != "frontier"


def test_a_frontier_is_verified_against_its_table(frontier):
    assert "verified" in frontier.verify(TABLE)
    other = dict(TABLE, b=TABLE["b"][::-1])
    with pytest.raises(dibmap.InputError, match="another table"):
        frontier.verify(other)


def test_a_frontier_that_is_wrong_is_rejected(frontier):
    # The same file with one point whose information is too large.
    import io

    with np.load(io.BytesIO(frontier._content)) as archive:
        members = {name: archive[name] for name in archive.files}
    members["i"] = members["i"].copy()
    members["i"][1] += 1e-3
    meta = members.pop("meta.json")
    content = io.BytesIO()
    np.savez(content, **members)
    import zipfile

    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("meta.json", meta.tobytes() if hasattr(meta, "tobytes") else meta)
    with pytest.raises(dibmap.DibmapError, match="rejected"):
        dibmap.Frontier(content.getvalue()).verify(TABLE)


def test_last_is_what_the_command_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("DIBMAP_CACHE", os.fspath(tmp_path))
    subprocess.run([_program.path(), "map", "@occupation", "-q"], check=True, capture_output=True)
    assert len(dibmap.load("last").labels) == 8
