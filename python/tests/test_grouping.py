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


def test_a_grouping_below_the_frontier_is_described_as_itself():
    pytest.importorskip("pandas")
    random = np.random.default_rng(2)
    x = random.integers(0, 7, 4000)
    records = {"x": [f"v{n}" for n in x], "y": (x * 3 + random.integers(0, 5, 4000)) % 6}
    frontier = dibmap.map(records, "x", "y", type={"y": "category"}, per_k=True)
    others = frontier.per_k[~frontier.per_k["on_frontier"]]
    assert len(others) > 5
    for k, h in zip(others["k"][:6], others["h"], strict=False):
        chosen = frontier.select(clusters=k, budget=h)
        assert chosen.table()["name"].tolist() == [*chosen.names, "total"]


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


def test_the_binning_table_is_that_of_the_program(three):
    pytest.importorskip("pandas")
    # x is with a and b, y with c and d, z with e.
    table = three.table()
    assert list(table.columns) == ["name", "count", "share", "p(x)", "p(y)", "p(z)", "i"]
    assert table["count"].tolist() == [200, 200, 100, 500]
    assert table["name"].iloc[-1] == "total"
    assert table["i"].iloc[-1] == pytest.approx(three.i)
    of_x = three.table(event="x")
    assert list(of_x.columns[3:9]) == ["rate", "rate_se", "woe", "woe_se", "iv", "js"]
    assert of_x["rate"].tolist() == pytest.approx([1, 0, 0, 0.4])
    # No record of a and b has another value, which counts as half a record.
    assert of_x["woe"].iloc[0] == pytest.approx(np.log((200 / 200) / (0.5 / 300)))
    assert np.isnan(of_x["woe_se"].iloc[-1])
    with pytest.raises(dibmap.InputError, match='no value of Y is "w"'):
        three.table(event="w")


def test_the_table_is_of_the_grouping_that_was_chosen(frontier):
    pytest.importorskip("pandas")
    for grouping in (frontier.select(clusters=3), frontier.at(1), frontier.recommend()):
        assert len(grouping.table()) == grouping.k + 1
        assert grouping.table()["i"].iloc[-1] == pytest.approx(grouping.i)


def test_the_binning_table_of_values_has_a_row_for_each():
    pytest.importorskip("pandas")
    table = dibmap.info(
        {"x": ["a", "a", "b"], "y": ["no", "yes", "yes"], "n": [3, 1, 4]},
        x="x",
        y="y",
        count="n",
        table=True,
        event="no",
    ).table
    assert table["name"].tolist() == ["a", "b", "total"]
    assert table["rate"].tolist() == pytest.approx([0.75, 0, 0.375])


def test_drift_compares_values_and_tables(three):
    same = three.drift(LETTERS)
    assert (same.psi, same.then, same.now, same.new) == (0, 500, 500, {})
    drift = three.drift(["a"] * 60 + ["c"] * 20 + ["e"] * 18 + ["q"] * 2)
    shares = [(group.then, group.now) for group in drift.groups]
    assert shares == [(0.4, 0.6), (0.4, 0.2), (0.2, 0.18), (0, 0.02)]
    psi = sum((now - then) * np.log(now / then) for then, now in [*shares[:3], (0.5 / 500, 0.02)])
    assert drift.psi == pytest.approx(psi)
    assert drift.p <= 0.01
    assert drift.chance == pytest.approx(3 * (1 / 500 + 1 / 100))
    assert (drift.new, drift.new_values, drift.new_share) == ({"q": 2}, 1, 0.02)
    assert three.drift({"letter": ["a", None]}, x="letter").missing_now == 0.5
    with pytest.raises(dibmap.InputError, match="no records"):
        three.drift([])


def test_drift_reads_counts_of_the_table():
    counted = {"a": ["p", "q", "p", "q"], "b": ["x", "y", "y", "x"], "n": [80, 80, 10, 10]}
    two = dibmap.map(counted, x="a", y="b", count="n").select(clusters=2)
    assert two.drift({"a": ["p", "q"], "n": [9, 9]}).now == 18
    assert two.drift({"a": ["p", "q"], "m": [1, 3]}, count="m").now == 4
    assert two.drift({"a": ["p", "q"]}, count="").now == 2
    assert two.drift(["p", "q"]).now == 2
