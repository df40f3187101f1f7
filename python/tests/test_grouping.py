"""Groupings: how they are chosen, what they say, and how they are applied."""

import json

import numpy as np
import pytest

import dibmap

LETTERS = {"a": list("aabbccddee") * 50, "b": list("xxxxyyyyzz") * 50}


@pytest.fixture(scope="module")
def frontier():
    return dibmap.map(LETTERS, x="a", y="b")


@pytest.fixture(scope="module")
def three(frontier):
    return frontier.select(clusters=3)


def test_what_is_chosen_is_what_was_asked_for(frontier):
    assert frontier.select(budget=0.8).h == frontier.h[1]
    assert frontier.select(keep=0.6).i == frontier.i[2]
    assert frontier.select(clusters=2).k == 2
    assert frontier.at(-1).h == frontier.h[-1]
    assert frontier.at(1).assignment.tolist() == frontier.assignments[1].tolist()


def test_the_recommended_grouping_says_why(frontier):
    grouping = frontier.recommend()
    assert grouping.clusters == [["a", "b"], ["c", "d"], ["e"]]
    assert grouping.recommendation.reason.startswith("The step from 2 to 3 groups")
    assert grouping.recommendation.coarser.k == 2
    assert grouping.recommendation.finer is None
    # It is applied as one that was chosen.
    assert grouping.transform(["e"]) == ["e"]


def test_arguments_that_do_not_go_together_are_one_line(frontier):
    with pytest.raises(dibmap.InputError, match="give one of them"):
        frontier.select(keep=0.5, budget=1)
    with pytest.raises(dibmap.InputError, match="index is 9"):
        frontier.at(9)
    with pytest.raises(dibmap.InputError, match="the frontier: 9 groups are more than the 5 values"):
        frontier.select(clusters=9)


def test_prominent_points_are_chosen_by_their_rank():
    pytest.importorskip("pandas")
    frontier = dibmap.map("@alphabet", prove=False, effort=0.1, best_up_to=0)
    ranks = [frontier.select(prominent=rank) for rank in (1, 2, 3)]
    order = np.argsort(-frontier.points["prominence"].to_numpy(), kind="stable")
    assert [grouping.h for grouping in ranks] == frontier.h[order[:3]].tolist()
    with pytest.raises(dibmap.InputError, match="stand out"):
        frontier.select(prominent=10**6)


def test_a_description_has_a_row_for_each_cluster(three):
    pytest.importorskip("pandas")
    told = three.describe()
    assert told["name"].tolist() == ["a+b", "c+d", "e"]
    assert told["mass"].tolist() == pytest.approx([0.4, 0.4, 0.2])
    assert told["i"].sum() == pytest.approx(three.i)
    assert told["more"][2] == "z 100.0% (20.0%)"


def test_a_mapping_is_exported(three):
    assert three.to_dict() == {"a": "a+b", "b": "a+b", "c": "c+d", "d": "c+d", "e": "e"}
    assert "CASE" in three.to_sql()
    assert 'AS "' in three.to_sql("sql")
    assert "AS `" in three.to_sql("spark")
    assert "CHAR CHARACTER SET utf8mb4" in three.to_sql("mysql")
    with pytest.raises(dibmap.InputError, match="no dialect 'oracle'"):
        three.to_sql("oracle")  # type: ignore[arg-type]
    module = {}
    exec(three.to_python(), module)
    assert module["cluster"]("d") == "c+d"
    assert [c["values"] for c in json.loads(three.to_json())["clusters"]] == three.clusters


def series_of(kind):
    library = pytest.importorskip(kind.partition(".")[0])
    if kind == "pandas":
        return library.Series(list("abe"), index=[3, 4, 5], name="old")
    if kind == "polars":
        return library.Series("old", list("abe"))
    if kind == "pyarrow.chunked":
        return library.chunked_array([list("ab"), ["e"]])
    return library.array(list("abe"))


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "pyarrow.chunked", "numpy"])
def test_values_come_back_in_the_container_that_they_came_in(three, kind):
    values = series_of(kind)
    names, numbers = three.transform(values), three.transform(values, names="numbers")
    if kind == "pyarrow":  # a dictionary is a class of its own
        names = names.cast("string")
    if kind != "pyarrow":
        assert type(names) is type(values)
        assert type(numbers) is type(values)
    assert (
        names.tolist()
        if kind in ("pandas", "numpy")
        else names.to_pylist()
        if "arrow" in kind
        else list(names)
    ) == [
        "a+b",
        "a+b",
        "e",
    ]
    assert np.asarray(numbers).tolist() == [0, 0, 2]
    if kind == "pandas":
        assert names.index.tolist() == [3, 4, 5]
        assert names.name == "old"
        assert names.cat.categories.tolist() == three.names


def test_a_table_is_looked_up_by_its_column(three):
    assert three.transform({"a": ["e", "a"], "other": [1, 2]}, names="numbers").tolist() == [2, 0]
    assert three.transform({"letter": ["e"]}, x="letter").tolist() == ["e"]


def test_values_that_are_not_known(three):
    with pytest.raises(dibmap.InputError, match="a is q, which was not in the table"):
        three.transform(["a", "q"])
    assert three.transform(["a", "q"], unknown="label") == ["a+b", "(unknown)"]
    assert three.transform(["a", "q"], unknown="label", names="numbers") == [0, -1]
    new = {"a": ["q", "q"], "b": ["z", "z"]}
    assert three.transform(new, unknown="nearest").tolist() == ["e", "e"]
    with pytest.raises(dibmap.InputError, match="columns of X and Y"):
        three.transform(["q"], unknown="nearest")
