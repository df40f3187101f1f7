"""Tables of few records, numbers and rare values, whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

import dibmap

pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")  # they say what is small


def test_a_threshold_among_different_numbers_is_found():
    x = np.random.default_rng(1).uniform(0, 20, 150)
    frontier = dibmap.map({"x": x, "y": np.where(x > 10.1, "high", "low")}, "x", "y", validate=True)
    grouping = frontier.recommend()
    assert grouping.k == 2
    assert grouping.i == pytest.approx(frontier.ixy)
    assert grouping.held_out > 0.9
    low, high = (set(grouping.transform(part)) for part in (x[x <= 10.1].tolist(), x[x > 10.1].tolist()))
    assert len(low) == len(high) == 1
    assert low != high


def test_wine_gets_few_ranges():
    wine = pytest.importorskip("sklearn.datasets").load_wine()
    x = wine.data[:, wine.feature_names.index("flavanoids")]
    grouping = dibmap.map(
        {"x": x, "y": wine.target}, "x", "y", validate=True, type={"y": "category"}
    ).recommend()
    assert 3 <= grouping.k <= 5
    assert grouping.held_out > 0.75


def test_diabetes_is_no_noise():
    data = pytest.importorskip("sklearn.datasets").load_diabetes()
    frontier = dibmap.map({"bp": data.data[:, 3], "y": data.target}, "bp", "y", validate=True)
    assert frontier.evidence["at_least"] == 0
    assert frontier.recommend().k >= 2


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_digits_of_a_frame_are_text(library):
    frames = pytest.importorskip(library)
    digits = np.random.default_rng(2).integers(10_000, 10_012, 2000)
    columns = {"zip": digits.astype(str), "y": np.where(digits % 2 == 0, "even", "odd")}
    frontier = dibmap.map(frames.DataFrame(columns), "zip", "y")
    assert frontier.select(clusters=2).i == pytest.approx(frontier.ixy)


@pytest.mark.parametrize(
    ("texts", "type_"),
    [
        (["13/04/2012", "14/05/2012"], "time"),
        (["03/04/2012", "05/06/2012"], "time"),
        (["$1,000", "$20"], "number"),
    ],
)
def test_what_texts_of_a_frame_could_be_is_said(texts, type_):
    with pytest.warns(
        dibmap.DibmapWarning, match=f'all its values are {type_}s: add type={{"x": "{type_}"}}'
    ):
        frontier = dibmap.map({"x": texts * 50, "y": ["a", "b"] * 50}, "x", "y")
    assert frontier.select(clusters=2).i == pytest.approx(1)


@pytest.mark.parametrize(
    ("values", "a", "gain", "boosting"),
    [(200, 1.0, -0.001, False), (100, 0.3, 0.03, False), (200, 0.3, 0.05, True)],
)
def test_rare_values_do_not_spoil_a_model(values, a, gain, boosting):
    pytest.importorskip("sklearn")
    from sklearn.ensemble import GradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss
    from sklearn.model_selection import cross_val_predict
    from sklearn.pipeline import make_pipeline

    from dibmap.sklearn import InformationGrouper

    rng = np.random.default_rng(3)
    rate = rng.beta(a, 4 * a, values)
    country = rng.integers(0, values, 1808)
    y = (rng.random(1808) < rate[country]).astype(int)
    x = np.array([f"c{n}" for n in country], dtype=object)[:, None]
    last = GradientBoostingClassifier(random_state=0) if boosting else LogisticRegression()
    model = make_pipeline(InformationGrouper(output="onehot", handle_unknown="nearest"), last)
    predicted = cross_val_predict(model, x, y, cv=3, method="predict_proba")
    assert log_loss(y, predicted) < log_loss(y, np.full(len(y), y.mean())) - gain


def test_dates_of_texts_are_written_as_the_caller_says():
    days, months = np.random.default_rng(4).integers(1, 13, (2, 300))
    texts = [f"{day:02}/{month:02}/2020" for day, month in zip(days, months, strict=True)]
    scan = dibmap.scan({"day": texts, "y": np.where(months > 6, "late", "early")}, "y", date_format="d/m/y")
    assert scan["day (month)"].recommend().k == 2
