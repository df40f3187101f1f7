"""Records without a value of X: a group of their own, left out, or with the nearest group."""

from __future__ import annotations

import numpy as np
import pytest

import dibmap

pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")  # they say what became of the records

NAN = float("nan")
X = [1.0] * 20 + [2.0] * 15 + [6.0] * 20 + [8.0] * 15 + [NAN] * 30
Y = ["no"] * 30 + ["yes"] * 5 + ["yes"] * 30 + ["no"] * 5 + ["yes"] * 30
NEW = [0.0, 2.0, 7.0, NAN, 100.0]
LOW, HIGH = "1 - 2", "6 - 8"


@pytest.fixture
def frontier():
    return lambda how: dibmap.map({"x": X, "y": Y}, "x", "y", missing=how)


@pytest.mark.parametrize(
    ("how", "of_missing", "number"),
    [("own", "(missing)", 2), ("drop", "(unknown)", None), ("nearest", HIGH, 1)],
)
def test_a_missing_value_goes_where_it_is_said(frontier, how, of_missing, number):
    grouping = frontier(how).select(clusters=2)
    assert (grouping.k, grouping.missing, len(grouping.assignment)) == (2, number, 4)
    assert grouping.i == pytest.approx(0.4083, abs=5e-5)  # 1 - h(1/7)
    assert grouping.transform(NEW, unknown="label") == [LOW, LOW, HIGH, of_missing, HIGH]
    numbers = grouping.transform(NEW, unknown="label", names="numbers")
    assert numbers == [0, 0, 1, -1 if number is None else number, 1]


def test_without_a_group_a_missing_value_is_unknown(frontier):
    with pytest.raises(dibmap.InputError, match="x is missing"):
        frontier("drop").select(clusters=2).transform(NEW)


def test_the_group_is_at_the_end(frontier):
    pandas = pytest.importorskip("pandas")
    grouping = frontier("own").select(clusters=2)
    assert grouping.names == [LOW, HIGH, "(missing)"]
    assert [len(values) for values in grouping.clusters] == [2, 2, 1]
    assert np.isnan(grouping.clusters[2][0])
    assert len(grouping.ranges) == 2
    assert "(missing)" in grouping.to_dict().values()
    told = grouping.describe()
    assert isinstance(told, pandas.DataFrame)
    assert list(told["mass"]) == pytest.approx([0.5, 0.5, 0.3])
    assert "nan" in grouping._repr_html_()
    nearest = frontier("nearest").select(clusters=2)
    assert [len(values) for values in nearest.clusters] == [2, 3]
    namespace = {}
    exec(grouping.to_python(), namespace)
    assert [namespace["cluster"](v) for v in (0.0, 7.0, NAN, None)] == [LOW, HIGH, "(missing)", "(missing)"]
    exec(nearest.to_python(), namespace)
    assert [namespace["cluster"](v) for v in (0.0, 7.0, NAN, None)] == [LOW, HIGH, HIGH, HIGH]


@pytest.mark.parametrize(("share", "set_aside"), [(0.005, True), (0.05, False)])
def test_categories_keep_what_is_not_rare(share, set_aside):
    n = 1000
    x = [None if i < share * n else "pqrs"[i % 4] for i in range(n)]
    y = ["a" if v in ("p", "q") else "b" for v in x]
    grouping = dibmap.map({"x": x, "y": y}, "x", "y").select(clusters=2)
    assert (grouping.missing is not None) == set_aside
    assert (grouping.transform([None, "p"])[0] == "(missing)") == set_aside
    assert len(grouping.assignment) == (4 if set_aside else 5)


def test_a_scan_does_the_same(tmp_path):
    for how, last in (("own", "(missing)"), ("nearest", HIGH)):
        found = dibmap.scan({"x": X, "y": Y}, "y", missing=how, effort=0.1)
        assert found["x"].select(clusters=2).transform(NEW)[3] == last


def test_a_wrong_treatment_is_told():
    with pytest.raises(dibmap.InputError, match='missing= is "away": want own'):
        dibmap.map({"x": X, "y": Y}, "x", "y", missing="away")


def test_groups_for_scikit_learn():
    sklearn = pytest.importorskip("dibmap.sklearn")
    column, target = np.array(X).reshape(-1, 1), np.array(Y)
    new = np.array(NEW).reshape(-1, 1)
    for how, number in (("group", 2), ("nearest", 1), ("unknown", -1)):
        grouper = sklearn.InformationGrouper(
            output="ordinal",
            rule="explain",
            max_groups=2,
            handle_missing=how,
            handle_unknown="other",
        )
        assert grouper.fit(column, target).transform(new).ravel().tolist() == [0, 0, 1, number, 1]
        wide = grouper.set_params(output="onehot").fit_transform(column, target)
        assert wide.shape == (100, 3 if how == "group" else 2)
        assert wide.shape[1] == len(grouper.get_feature_names_out())
    nearest = sklearn.InformationGrouper(
        output="ordinal",
        rule="explain",
        max_groups=2,
        handle_missing="unknown",
        handle_unknown="nearest",
    )
    assert nearest.fit(column, target).transform(new).ravel()[3] in (0, 1)


@pytest.mark.parametrize("missing", [None, NAN])
def test_records_without_y_are_left_out(missing):
    rows = {"x": [*X, None, None], "y": [*Y, missing, missing]}
    with pytest.warns(dibmap.DibmapWarning, match="2 of 102 records have no y: they are left out"):
        frontier = dibmap.map(rows, "x", "y")
    assert (
        frontier.meta["problem"]["cells"] == dibmap.map({"x": X, "y": Y}, "x", "y").meta["problem"]["cells"]
    )
    kept = dibmap.map(rows, "x", "y", missing="drop", missing_y="own")
    assert kept.meta["problem"]["missing"]["y"] == ["yes", "(missing)"]
    scan = dibmap.scan({**rows, "z": [*Y, None, None]}, "y", missing_y="own")
    assert scan["z"].meta["problem"]["y_labels"] == ["no", "yes", "(missing)"]
