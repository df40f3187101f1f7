"""The frontiers that map returns."""

import numpy as np
import pytest

import dibmap

LETTERS = {"a": list("aabbccddee") * 50, "b": list("xxxxyyyyzz") * 50}


def test_a_small_table_has_the_frontier_of_its_three_groups():
    frontier = dibmap.map(LETTERS, x="a", y="b")
    # a and b tell the same of Y, and so do c and d: entropies of 0.8 + 0.2, 0.4 + 0.6, 0.4 + 0.4 + 0.2.
    expected = [0.0, 0.721928094887362, 0.970950594454669, 1.521928094887362]
    np.testing.assert_allclose(frontier.h, expected, atol=1e-12)
    assert frontier.k.tolist() == [1, 2, 2, 3]


def test_a_file_that_is_not_there_is_the_fault_of_the_call():
    with pytest.raises(dibmap.InputError, match="no such file"):
        dibmap.map("nowhere.csv", x="a", y="b")


@pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")
def test_the_most_frequent_values_are_kept():
    table = {"city": ["a"] * 4 + ["b"] * 3 + ["c", "d"], "product": list("uvuvuuwwx")}
    frontier = dibmap.map(table, x="city", y="product", top_x=2, top_y=1)
    assert dibmap.info(table, x="city", y="product", top_x=2, top_y=1).m == 2
    known, unseen, others = frontier.at(len(frontier.h) - 1).transform(["c", "unseen", "(other)"])
    assert known == unseen == others


def test_a_search_from_an_earlier_result_loses_none_of_its_points():
    rng = np.random.default_rng(1)
    table = rng.random((12, 4))
    whole = dibmap.map(table)
    short = dibmap.map(table, search="local", effort=1e-9, best_up_to=0)
    again = dibmap.map(table, search="local", effort=1e-9, best_up_to=0, start=whole)
    assert len(short) < len(whole) == len(again)
    with pytest.raises(dibmap.InputError, match="another table"):
        dibmap.map(table[:11], start=whole)
