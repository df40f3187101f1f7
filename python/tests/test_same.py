"""What the package returns is what the command finds in the same table, bit for bit."""

import json
import subprocess

import numpy as np
import pytest

import dibmap
from dibmap import _program

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
# Some tables are small, or have missing values.
pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")


def command(*arguments):
    return subprocess.run(
        [_program.path(), *map(str, arguments), "-q"], check=True, capture_output=True
    ).stdout


def tables():
    """Return ten tables of 2,000 records by name, each with arguments of map and flags of the command."""
    rng = np.random.default_rng(7)
    n = 2000
    group = rng.integers(0, 4, n)
    y = np.array(list("pqrs"))[(group + (rng.random(n) < 0.3)) % 4]
    cities = np.array([f"city {c}" for c in "abcdefghijklmno"])[group * 3 + rng.integers(0, 4, n)]
    ages = group * 15 + rng.integers(0, 20, n)
    lengths = np.round(group + rng.normal(0, 0.7, n), 3)
    sparse = pandas.Series(cities, dtype=object).mask(rng.random(n) < 0.1)
    times = pandas.Timestamp("2024-01-01") + pandas.to_timedelta(group * 6 + rng.integers(0, 8, n), unit="h")
    size = pandas.Categorical.from_codes(group, ["S", "M", "L", "XL"], ordered=True)
    plain = {"x": "x", "y": "y"}
    yield "text", {"x": cities, "y": y}, plain
    yield "text with missing values", {"x": sparse, "y": y}, plain
    yield "whole numbers", {"x": ages, "y": y}, plain
    yield "numbers in bins", {"x": lengths, "y": y}, {**plain, "bins_x": 12}
    yield "numbers of y", {"x": cities, "y": lengths}, {**plain, "bins_y": "quantile:5"}
    yield "times", {"x": times, "y": y}, {**plain, "part": {"x": "hour"}, "bins_x": None}
    yield "an order", {"x": size, "y": y}, plain
    yield "truth values", {"x": cities, "y": group > 1}, {**plain, "max_clusters": 4}
    yield "weights", {"x": cities, "y": y, "w": rng.integers(1, 9, n)}, {**plain, "count": "w", "validate": 3}
    yield (
        "two columns",
        {"x": np.array(list("ABCD"))[group], "z": ages // 30, "y": y},
        {**plain, "x": ["x", "z"]},
    )


TABLES = {name: (columns, arguments) for name, columns, arguments in tables()}


def flags(arguments):
    for name, value in arguments.items():
        if isinstance(value, dict):
            yield from (f"--{name}={k}={v}" for k, v in value.items())
        elif value is not None:
            text = ",".join(value) if isinstance(value, list) else value
            yield f"--{name.replace('_', '-')}={f'quantile:{text}' if name == 'bins_x' else text}"


@pytest.fixture(scope="module", params=list(TABLES))
def both(request, tmp_path_factory):
    """Return the table, the frontier of map, and the file that the command wrote."""
    columns, arguments = TABLES[request.param]
    data = pandas.DataFrame(columns)
    place = tmp_path_factory.mktemp("same")
    data.to_parquet(place / "t.parquet")
    command("map", place / "t.parquet", *flags(arguments), "-o", place / "f.npz")
    return data, dibmap.map(data, **arguments), place


def test_a_frontier_is_that_of_the_command(both):
    _, frontier, place = both
    with np.load(place / "f.npz") as archive:
        for name in archive.files:
            if name != "meta.json":
                assert archive[name].tobytes() == frontier._arrays[name].tobytes(), name
        theirs = json.loads(archive["meta.json"])
    ours = frontier.meta
    for meta in (ours, theirs):
        del meta["search"]["seconds"]
        for key in ("name", "path", "format"):  # where it was read
            meta["problem"]["source"].pop(key, None)
    assert ours == theirs


def test_a_choice_is_that_of_the_command(both):
    _, frontier, place = both
    told = subprocess.run(
        [_program.path(), "select", place / "f.npz", "--json"], check=True, capture_output=True
    )
    theirs = json.loads(told.stdout)
    ours = frontier.recommend()
    assert (ours.h, ours.i, ours.k) == (theirs["h"], theirs["i"], theirs["k"])
    assert ours.assignment.tolist() == theirs["assignment"]
    assert ours.names == [cluster["name"] for cluster in theirs["described"]]
    assert ours.recommendation.reason == theirs["recommendation"]["reason"]


def test_clusters_of_records_are_those_of_the_command(both):
    data, frontier, place = both
    grouping = frontier.recommend()
    choice = grouping._choice
    command("encode", place / "f.npz", place / "t.parquet", *choice, "-o", place / "t2.parquet")
    theirs = pandas.read_parquet(place / "t2.parquet")["cluster"]
    assert grouping.transform(data).tolist() == theirs.tolist()


@pytest.mark.parametrize("kind", ["npy", "csv"])
def test_a_joint_table_is_that_of_the_command(kind, tmp_path):
    counts = np.random.default_rng(3).integers(0, 60, (9, 5))
    if kind == "npy":
        np.save(tmp_path / "t.npy", counts)
        data = counts
    else:
        data = pandas.DataFrame(counts, index=[f"row {r}" for r in "gabcdefih"], columns=list("vwxyz"))
        data.to_csv(tmp_path / "t.csv", index_label="x")
    command("map", tmp_path / f"t.{kind}", "-o", tmp_path / "f.json")
    ours, theirs = dibmap.map(data), dibmap.load(tmp_path / "f.json")
    assert ours.labels == theirs.labels
    assert ours.h.tobytes() == theirs.h.tobytes()
    assert ours.i.tobytes() == theirs.i.tobytes()
    assert np.array_equal(ours.assignments, theirs.assignments)


def test_notes_of_the_command_are_warnings(tmp_path):
    data = pandas.DataFrame({"x": [*"aabbc", None] * 4, "y": list("pqpqpp") * 4})
    data.to_parquet(tmp_path / "t.parquet")
    arguments = ["map", tmp_path / "t.parquet", "--x", "x", "--y", "y", "--messages", "json"]
    told = subprocess.run(
        [_program.path(), *arguments, "-o", tmp_path / "f.npz"], check=True, capture_output=True
    )
    messages = [json.loads(line) for line in told.stderr.splitlines()]
    notes = [m.get("note") or m.get("warning") for m in messages if {"note", "warning"} & set(m)]
    with pytest.warns(dibmap.DibmapWarning) as caught:
        dibmap.map(data, "x", "y")
    assert len(notes) >= 2
    assert [str(warning.message) for warning in caught] == notes
