"""Groups by the mean of numbers."""

import numpy as np
import pytest

import dibmap

RNG = np.random.default_rng(3)
CITY = np.array(list("abcdef"))[RNG.integers(0, 6, 600)]
PRICE = np.round(np.isin(CITY, ["a", "c", "e"]) * 20 + RNG.normal(100, 5, 600), 2)


def test_groups_explain_the_mean():
    data = {"city": CITY, "price": PRICE}
    frontier = dibmap.map(data, x="city", y="price", target="mean")
    grouping = frontier.select(clusters=2)
    assert sorted(map(sorted, grouping.clusters)) == [["a", "c", "e"], ["b", "d", "f"]]
    high = np.isin(CITY, ["a", "c", "e"])
    within = sum(((PRICE[group] - PRICE[group].mean()) ** 2).sum() for group in (high, ~high))
    assert grouping.i == pytest.approx(1 - within / ((PRICE - PRICE.mean()) ** 2).sum())
    assert len(set(grouping.transform(["a", "c", "b"]))) == 2
    assert frontier.verify(data)
    assert dibmap.map(data, x="city", y="price", problem="mean").i == pytest.approx(frontier.i)


def test_a_scan_ranks_columns_by_the_variance_that_groups_explain():
    data = {"city": CITY, "noise": RNG.permutation(CITY), "price": PRICE}
    scan = dibmap.scan(data, "price", target="mean")
    entry = scan._catalogue["columns"][0]
    low, high = sorted(group["mean"] for group in entry["groups"])
    assert high - low == pytest.approx(20, abs=2)
    assert entry["held_out"] == pytest.approx(0.8, abs=0.1)
    assert len(scan["noise"]) > 0


def test_missing_numbers_are_left_out():
    price = PRICE.copy()
    price[:7] = np.nan
    with pytest.warns(dibmap.DibmapWarning, match="7 of 600 records have no price: they are left out"):
        frontier = dibmap.map({"city": CITY, "price": price}, x="city", y="price", target="mean")
    assert frontier.select(clusters=2).k == 2


def test_what_has_no_mean_is_refused():
    with pytest.raises(dibmap.InputError, match="not a number"):
        dibmap.map({"a": list("xxyy"), "b": list("pqpq")}, x="a", y="b", target="mean")
    with pytest.raises(dibmap.InputError, match="want mean"):
        dibmap.map({"a": list("xxyy"), "b": [1, 2, 3, 4]}, x="a", y="b", target="median")
