"""The arguments of map are the flags of the command."""

import datetime
import inspect
import re
import subprocess
import warnings

import numpy as np
import pytest

import dibmap
from dibmap import _arguments, _errors, _program, _reading

TABLE = {
    "a": list("aabbccddee") * 50,
    "b": list("xxxxyyyyzz") * 50,
    "n": [(7 * row) % 10 + (row % 10) * 10 for row in range(500)],
    "half": ["first"] * 250 + ["second"] * 250,
    "x, y": (list("ppppppppqq") * 49) + list("p" * 10),
}
OTHER_WAYS = {
    "output": "save",
    "assignments": "save: files are of the newest version",
    "quiet": "warnings",
    "verbose": "no summary",
    "ascii": "no drawing",
    "help": "docstrings",
    "messages": "_program",
    "plan": "of scan: for schedulers that call the command",
}


@pytest.mark.parametrize("name", ["map", "info", "compare", "scan"])
def test_every_flag_of_the_command_is_an_argument(name):
    text = subprocess.run(
        [_program.path(), name, "--help"], check=True, capture_output=True, text=True
    ).stdout
    flags = set(re.findall(r"^ +(?:-\w, )?--([a-z0-9-]+)", text.partition("\nFlags:")[2], re.M))
    own = set(inspect.signature(getattr(dibmap, name)).parameters)
    reading = set(inspect.signature(_reading.table_flags).parameters) if "how" in own else set()
    drawing = {"panels", "paper", "title", "theme", "width", "height", "dpi"}
    drawing |= {"json", "csv", "no-times", "external", "labels"}
    flags -= _errors._OTHER_NAMES.keys() | OTHER_WAYS.keys() | drawing
    missing = {flag.replace("-", "_") for flag in flags} - own - reading
    assert not missing


def test_values_become_the_text_that_flags_take():
    flags_of = _arguments.flags_of
    assert flags_of({"a_b": 1, "c": None, "d": False, "e": True}) == ["--a-b=1", "--e"]
    assert flags_of({"a": np.float64(0.1), "b": np.int8(3)}) == ["--a=0.1", "--b=3"]
    assert flags_of({"a": ["x", "y, z"]}) == ['--a=x,"y, z"']
    assert flags_of({"type": {"x": "number", "y": "time"}}) == ["--type=x=number", "--type=y=time"]
    with pytest.raises(dibmap.InputError, match="type object"):
        flags_of({"a": object()})
    assert _arguments.duration(datetime.timedelta(minutes=2)) == "120.000000s"
    assert _arguments.duration(1e-3) == "0.001000s"
    assert _arguments.duration("10m") == "10m"
    assert _arguments.bins([0.5, 2]) == "edges:0.5,2.0"
    assert _arguments.bins(7) == "quantile:7"
    assert _arguments.separate('a,"d, e"') == ["a", "d, e"]


def groups(frontier, k=2):
    return frontier.select(clusters=k).clusters


def test_constraints_are_values_of_x():
    frontier = dibmap.map(
        TABLE,
        "a",
        "b",
        must_link=[("a", "e")],
        cannot_link=[("a", "b"), ("b", "c")],
        max_clusters=3,
        min_mass=0.1,
    )
    for assignment in frontier.assignments:
        a, b, c, _, e = assignment
        assert a == e
        assert a != b != c
    assert frontier.k.max() <= 3
    hashes = {"a": ["#1", "#1", "2, 3", "2, 3", "z"] * 20, "b": list("ppqqr") * 20}
    assert dibmap.map(hashes, "a", "b", must_link=[("#1", "2, 3")]).k.max() == 2


def test_an_order_is_that_of_the_values_given():
    frontier = dibmap.map(TABLE, "a", "b", order=["a", "c", "b", "d", "e"])
    # Only neighbours share a group, so that a and b do not.
    assert [["a", "b"], ["c", "d"], ["e"]] not in [frontier.at(n).clusters for n in range(len(frontier))]
    assert [r.text for (r,) in frontier.select(clusters=5).ranges] == ["a", "c", "b", "d", "e"]
    with pytest.raises(dibmap.InputError, match="order"):
        dibmap.map(TABLE, "a", "b", order=["a", "b"])
    free = dibmap.map(TABLE, "n", "b", bins_x=10, order="none", effort=0.1)
    assert free.meta["search"].get("order") is None


def test_numbers_are_cut_as_asked():
    frontier = dibmap.map(TABLE, "n", "b", bins_x=[25, 50])
    assert frontier.labels == ["0 - 24", "31 - 48", "55 - 93"]
    ranges = [tuple(r) for (r,) in frontier.select(clusters=3).ranges]
    assert ranges == [("0 - 24", None, 25), ("31 - 48", 25, 50), ("55 - 93", 50, None)]
    assert len(dibmap.map(TABLE, "n", "b", bins_x=4).labels) == 4


def test_records_are_held_out_as_asked():
    assert dibmap.map(TABLE, "a", "b", validate=True).validation["folds"] == 5
    assert dibmap.map(TABLE, "a", "b", validate=3).validation["folds"] == 3
    by_column = dibmap.map(TABLE, "a", "b", validate="half").validation
    assert (by_column["method"], by_column["folds"]) == ("column", 2)
    by_table = dibmap.map(TABLE, "a", "b", validate={"a": list("abe"), "b": list("xxz")}).validation
    assert (by_table["method"], by_table["records"]) == ("file", 3)
    # A validation is part of what a frontier holds, and of how it chooses.
    assert dibmap.map(TABLE, "a", "b", validate=True).select(clusters=3).held_out > 1


def test_a_column_may_have_a_comma_in_its_name():
    frontier = dibmap.map(TABLE, ["a", "x, y"], "b")
    assert len(frontier.labels) == 6
    assert frontier.x == "a, x, y"
    grouping = frontier.select(clusters=3)
    assert len(grouping.transform(TABLE)) == 500
    assert dibmap.map(TABLE, "x, y", "b").labels == ["p", "q"]
    with pytest.raises(dibmap.InputError, match="pass a table"):
        grouping.transform(["p"])


def test_the_proof_is_left_out_or_forced():
    assert dibmap.map(TABLE, "a", "b", prove=False).meta["certificate"] is None
    assert dibmap.map(TABLE, "a", "b", prove=True).complete


def test_what_a_misspelt_argument_is_called():
    with pytest.raises(TypeError, match="bins"):
        dibmap.map(TABLE, "a", "b", bins=3)
    with pytest.raises(TypeError, match="bins"):
        dibmap.info(TABLE, "a", "b", bins=3)


def test_arguments_that_conflict_are_one_line():
    with pytest.raises(dibmap.InputError) as caught:
        dibmap.map(TABLE, "a", "b", resume=True)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"must_link": ["ab"]}, "must_link has 'ab': want tuples"),
        ({"cannot_link": 5}, "cannot_link has 5: want tuples"),
        ({"must_link": [("a", "q")]}, "q is no value of X"),
        ({"bins_x": 2.5}, 'bins_x= is "2.5"'),
        ({"prove": "maybe"}, 'prove= is "maybe"'),
        ({"order": list("abcd")}, "does not list"),
        ({"validate": 1}, 'validate= is "1"'),
        ({"time_limit": -1}, "time_limit= is -1s"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(dibmap.InputError, match=re.escape(message)):
        dibmap.map(TABLE, "a", "b", **arguments)


def test_a_search_that_ends_for_memory_warns():
    random = np.random.default_rng(0)
    table = {"x": random.integers(0, 60, 20_000), "y": random.integers(0, 9, 20_000)}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frontier = dibmap.map(
            table, "x", "y", type={"x": "category"}, max_memory="17MiB", effort=3, prove=False
        )
    assert frontier.status == "memory"
    assert "the search ended for lack of memory" in str(caught[-1].message)


def test_a_frontier_of_a_scan_is_one_like_others():
    scan = dibmap.scan(TABLE, "b", columns=["a"], purpose="prediction", smooth={"a": "none"})
    frontier = scan["a"]
    assert frontier._is_json
    again = dibmap.map(TABLE, "a", "b", start=frontier, problem="dmc")
    assert again.k.max() >= frontier.recommend(rule="predict").k == scan.groupings["a"].k
    assert len(frontier) > 1  # it becomes arrays
    assert not frontier._is_json
    assert dibmap.merge([frontier]) == frontier


def test_soft_encoders_are_an_array():
    frontier = dibmap.map(TABLE, x="a", y="b", order="none", soft=True)
    assert frontier.soft.shape[1] == 2
    assert frontier.soft[0].tolist() == [0, 0]
    assert (np.diff(frontier.soft, axis=0) > 0).all()
    assert abs(frontier.soft[-1, 1] - frontier.meta["problem"]["ixy"]) < 1e-9
    assert dibmap.map(TABLE, x="a", y="b", order="none").soft is None
