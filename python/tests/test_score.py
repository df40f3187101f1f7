"""Scores of a classifier as X."""

import pickle

import numpy as np
import pytest

import dibmap

pytest.importorskip("sklearn")
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.tree import DecisionTreeClassifier


def blobs(n, classes, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(classes, size=n)
    centres = np.array([[0, 0], [2, 0], [0, 2]])[:classes]
    return centres[y] + rng.normal(size=(n, 2)), np.array(["no", "yes", "maybe"])[y]


def bits(table):
    """Return I in bits of a table of counts."""
    p = table / table.sum()
    independent = np.outer(p.sum(1), p.sum(0))
    return (p[p > 0] * np.log2(p[p > 0] / independent[p > 0])).sum()


@pytest.fixture(scope="module")
def two():
    return dibmap.score(*blobs(400, 2, 1), folds=4)


def test_no_record_is_scored_by_a_model_that_saw_it():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(300, 3)), rng.integers(2, size=300)
    scores = dibmap.score(X, y, DecisionTreeClassifier(random_state=0))
    right = scores.probabilities.argmax(1) == y
    assert scores.estimator.score(X, y) == 1
    assert 0.4 < right.mean() < 0.6  # nothing is to be learnt
    assert sorted(np.unique(scores.folds, return_counts=True)[1]) == [60] * 5


def test_ranges_of_the_score_are_proved_and_held_out(two):
    frontier = two.map()
    assert frontier.complete
    assert frontier.validation["method"] == "column"
    assert frontier.validation["folds"] == 4
    assert frontier.validation["new_x"] == 0
    three = frontier.select(clusters=3)
    assert 0 < three.held_out < 1
    groups = three.transform(two.table["score"], names="numbers")
    assert np.all(np.diff(np.asarray(groups)[np.argsort(two.table["score"])]) >= 0)
    counts = np.array([[np.sum((groups == k) & (two.y == c)) for c in two.classes] for k in range(3)])
    assert three.i == pytest.approx(bits(counts))
    assert two.map(max_clusters=2).k.max() == 2
    assert len(two.map(per_k=True).per_k) > len(frontier)


def test_new_records_get_groups_in_one_call(two):
    two = pickle.loads(pickle.dumps(two))
    grouping = two.map().select(clusters=3)
    new, truth = blobs(1000, 2, 9)
    groups = two.transform(new, grouping, names="numbers")
    assert set(groups) == {0, 1, 2}
    by_hand = grouping.transform(two.estimator.predict_proba(new)[:, 1].round(6), names="numbers")
    assert np.array_equal(groups, by_hand)
    counts = np.array([[np.sum((groups == k) & (truth == c)) for c in two.classes] for k in range(3)])
    assert bits(counts) == pytest.approx(grouping.held_out, abs=0.15)
    assert set(two.transform(new, grouping)) == set(grouping.names)


def test_more_classes_are_cells_of_their_probabilities():
    X, y = blobs(600, 3, 2)
    scores = dibmap.score(X, y, LogisticRegression(), folds=3)
    cells = scores.table["score"]
    assert 3 <= len(set(cells)) <= scores.cells == 10
    frontier = scores.map()
    three = frontier.select(clusters=3)
    assert three.held_out < three.i < frontier.ixy
    groups = scores.transform(X, three)
    assert len(groups) == 600
    assert set(groups) <= set(three.names)
    assert repr(scores) == "Scores(600 records of 3 classes, 3 folds)"
    few = dibmap.score(X, y, folds=3, cells=5)
    assert len(set(few.table["score"])) <= 5


def test_the_parts_may_be_given_and_results_are_the_same_again():
    X, y = blobs(200, 2, 3)
    months = np.arange(200) % 3
    scores = dibmap.score(X, y, folds=months)
    assert np.array_equal(scores.folds, months)
    assert scores.map().validation["folds"] == 3
    assert np.array_equal(dibmap.score(X, y, seed=4).probabilities, dibmap.score(X, y, seed=4).probabilities)
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(X, columns=["a", "b"])
    named = dibmap.score(table, pandas.Series(y, name="answer"), folds=months)
    assert np.allclose(named.probabilities, scores.probabilities)
    assert named.map().y == "answer"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"estimator": RidgeClassifier()}, "has no predict_proba"),
        ({"folds": 1}, "folds is 1: want 2 to"),
        ({"folds": 1000}, "folds is 1000: want 2 to"),
        ({"folds": [1, 2]}, "want one for each record"),
        ({"cells": 201}, "cells is 201: want 2 to 200"),
        ({"y": ["no"] * 100}, "y has one class only"),
        ({"y": ["no", "yes"]}, "X has 100 records, and y has the shape"),
    ],
)
def test_what_is_wrong_is_said(arguments, message):
    X, y = blobs(100, 2, 4)
    with pytest.raises(dibmap.InputError, match=message):
        dibmap.score(**{"X": X, "y": y, **arguments})
