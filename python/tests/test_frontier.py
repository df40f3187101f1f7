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


def test_groupings_of_every_number_of_clusters(tmp_path):
    pytest.importorskip("pandas")
    frontier = dibmap.map("@occupation", per_k=True)
    all_of = frontier.per_k
    assert frontier.meta["per_k"]["exact"]
    assert all_of["on_frontier"].sum() == len(frontier)
    assert len(all_of) == len(frontier) + 14
    assert all_of["k"].is_monotonic_increasing
    for k, layer in all_of.groupby("k"):
        assert layer["h"].is_monotonic_increasing
        assert layer["i"].is_monotonic_increasing
        for budget in (1.0, 1.5):
            within = layer[layer["h"] <= budget]
            if len(within):
                chosen = frontier.select(clusters=int(k), budget=budget)
                assert (chosen.k, chosen.i) == (k, within["i"].max())
        share = 0.5 * layer["i"].max() / frontier.ixy
        chosen = frontier.select(clusters=int(k), keep=share) if k > 1 else None
        assert chosen is None or chosen.h == layer["h"][layer["i"] >= share * frontier.ixy].min()
    frontier.save(tmp_path / "f.json")
    again = dibmap.load(tmp_path / "f.json")
    assert again.per_k.equals(all_of)
    plain = dibmap.map("@occupation")
    assert len(plain.per_k) == len(plain)


def test_arrays_cannot_be_changed(frontier):
    with pytest.raises(ValueError, match="read-only"):
        frontier.h[0] = 1


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))])
def test_copies_hold_the_same(frontier, again):
    other = again(frontier)
    assert other.meta == frontier.meta
    assert other.select(clusters=3).clusters == frontier.select(clusters=3).clusters
