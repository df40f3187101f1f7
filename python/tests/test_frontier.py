"""Frontiers: what they hold, and that they survive copying."""

import copy
import pickle

import numpy as np
import pytest

import dibmap

LETTERS = {"a": list("aabbccddee") * 50, "b": list("xxxxyyyyzz") * 50}


@pytest.fixture(scope="module")
def frontier():
    return dibmap.map(LETTERS, x="a", y="b")


def test_what_a_frontier_holds(frontier):
    assert (frontier.x, frontier.y, frontier.labels) == ("a", "b", list("abcde"))
    assert frontier.complete
    assert frontier.status == "complete"
    assert frontier.hx == pytest.approx(np.log2(5))
    assert frontier.ixy == pytest.approx(frontier.hy) == frontier.i[-1]
    assert frontier.assignments.shape == (4, 5)
    assert frontier.evidence["permutations"] == 999
    assert frontier.validation is None
    assert repr(frontier) == "Frontier(4 points of 5 values of a, proved complete)"
    assert "Pareto-optimal groupings of X" in str(frontier)


def test_points_are_a_data_frame(frontier):
    pytest.importorskip("pandas")
    assert frontier.points["h"].tolist() == frontier.h.tolist()
    assert frontier.best["k"].tolist() == [1, 2, 3]
    assert frontier.best["exact"].all()


def test_arrays_cannot_be_changed(frontier):
    with pytest.raises(ValueError, match="read-only"):
        frontier.h[0] = 1


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))])
def test_copies_hold_the_same(frontier, again):
    other = again(frontier)
    assert other.meta == frontier.meta
    assert other.select(clusters=3).clusters == frontier.select(clusters=3).clusters
