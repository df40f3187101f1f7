"""Groups of categories as features of scikit-learn."""

import pickle
import warnings

import numpy as np
import pytest

pytest.importorskip("sklearn", minversion="1.6")

import sklearn
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import dibmap
from dibmap.sklearn import InformationGrouper

CITIES = ["Oslo", "Rome", "Bergen", "Milan", "Turin", "Moss"]
NORTH = {"Oslo", "Bergen", "Moss"}


def records(n=600, seed=0):
    """Return cities, ages and a constant, and heating, which depends on the first two."""
    random = np.random.default_rng(seed)
    city = random.choice(CITIES, n)
    age = random.integers(18, 90, n)
    north = np.isin(city, list(NORTH))
    noise = random.random(n) < 0.1
    heating = np.where(north ^ noise, np.where(age > 50, "electric", "wood"), "gas")
    return {"city": city.astype(object), "age": age, "same": np.full(n, "x", dtype=object)}, heating


def table():
    columns, y = records()
    return np.column_stack([columns["city"], columns["age"].astype(object)]), y


pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")


@parametrize_with_checks(
    [
        InformationGrouper(),
        InformationGrouper(max_groups=3, handle_unknown="other", output="ordinal", rule="explain"),
        InformationGrouper(keep=0.9, n_jobs=2, handle_missing="error", handle_unknown="error"),
    ]
)
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


def test_groups_are_those_of_the_recommendation():
    X, y = table()
    grouper = InformationGrouper(rule="explain", output="ordinal").fit(X, y)
    grouping = dibmap.map({"x0": X[:, 0], "y": y}, "x0", "y", validate=True).recommend()
    assert (grouper.groupings_["x0"].k, grouper.groupings_["x0"].i) == (grouping.k, grouping.i)
    np.testing.assert_array_equal(grouper.transform(X)[:, 0], grouping.transform(X[:, 0], names="numbers"))
    assert [set(c) for c in grouping.clusters if "Oslo" in c] == [NORTH]


def test_a_column_of_numbers_gets_ranges():
    X, y = table()
    grouper = InformationGrouper(output="ordinal").fit(X, y)
    ages = np.arange(18, 90)
    groups = grouper.transform([["Oslo", age] for age in ages])[:, 1]
    assert (np.diff(groups) != 0).sum() == grouper.groupings_["x1"].k - 1
    assert grouper.transform([["Oslo", -7], ["Oslo", 1000]])[:, 1].tolist() == [groups[0], groups[-1]]


def test_a_choice_is_kept():
    X, y = table()
    assert InformationGrouper(max_groups=2).fit(X, y).groupings_["x1"].k <= 2
    exact = InformationGrouper(n_groups=4).fit(X, y)
    assert [g.k for g in exact.groupings_.values()] == [4, 4]
    few = InformationGrouper(n_groups=9).fit(X, y)
    assert [g.k for g in few.groupings_.values()] == [len(CITIES), 9]
    assert InformationGrouper(budget=0.5).fit(X, y).groupings_["x0"].h <= 0.5
    kept = InformationGrouper(keep=0.99).fit(X, y).groupings_["x0"]
    assert kept.i >= 0.99 * kept.frontier.ixy


def test_validation_holds_rows_out():
    X, y = table()
    grouper = InformationGrouper(validate=3, seed=5).fit(X, y)
    assert grouper.groupings_["x0"].frontier.validation["folds"] == 3


def test_orders_and_bins_are_for_all_columns_or_for_some():
    X, y = table()
    X = np.column_stack([X, X[:, 0]])
    grouper = InformationGrouper(order={0: CITIES}, bins={"x1": 4}).fit(X, y)
    assert grouper.groupings_["x0"].frontier.labels == CITIES
    assert len(grouper.groupings_["x1"].frontier.labels) == 4
    assert sorted(grouper.groupings_["x2"].frontier.labels) == sorted(CITIES)
    assert grouper.groupings_["x2"].ranges is None


def test_groups_explain_the_mean_of_numbers():
    X, y = table()
    number = np.where(y == "gas", 1.25, 7.5) + X[:, 1].astype(float) // 10 / 100
    grouping = InformationGrouper(rule="explain").fit(X, number).groupings_["x0"]
    best = dibmap.map({"x": X[:, 0], "y": number}, "x", "y", target="mean", validate=True).recommend()
    assert (grouping.k, grouping.i) == (best.k, pytest.approx(best.i)) == (2, grouping.i)
    assert InformationGrouper(target_type="classes").fit(X, number).groupings_["x0"].frontier.hy > np.log2(10)
    assert InformationGrouper().fit(X, X[:, 1].astype(float)).classes_ is None  # 72 whole numbers
    with pytest.raises(dibmap.InputError, match="handle_missing='nearest' is for classes"):
        InformationGrouper(handle_missing="nearest").fit(X, number)


def test_a_model_of_numbers_gets_as_many_groups_as_help_it():
    random = np.random.default_rng(4)
    X = random.integers(0, 8, 2000)
    y = X + random.normal(size=2000)
    few, many = (
        InformationGrouper(rule=rule).fit(X[:, None], y).groupings_["x0"] for rule in ("explain", "predict")
    )
    assert few.k < many.k == 8
    assert many.recommendation.reason.startswith("8 groups are the fewest that predict")


def test_weights_count_as_rows():
    X, y = table()
    weights = np.arange(len(y)) % 3
    weighted = InformationGrouper().fit(X, y, sample_weight=weights)
    repeated = InformationGrouper().fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    for name in ("x0", "x1"):
        np.testing.assert_array_equal(
            weighted.groupings_[name].frontier.h, repeated.groupings_[name].frontier.h
        )


def test_weights_reach_the_grouper_by_metadata_routing():
    X, y = table()
    weights = np.arange(len(y)) % 3
    with sklearn.config_context(enable_metadata_routing=True):
        grouper = InformationGrouper(output="onehot").set_fit_request(sample_weight=True)
        model = LogisticRegression().set_fit_request(sample_weight=False)
        pipeline = make_pipeline(grouper, model).fit(X, y, sample_weight=weights)
    expected = InformationGrouper(output="onehot").fit(X, y, sample_weight=weights)
    assert pipeline[0].groupings_["x0"].frontier == expected.groupings_["x0"].frontier


@pytest.mark.parametrize(("handle", "number", "label"), [("other", -1, "(unknown)"), ("nearest", 0, None)])
def test_values_that_were_not_seen(handle, number, label):
    X, y = [["a"], ["b"], ["c"]] * 40, [0, 1, 0] * 40
    grouper = InformationGrouper(handle_unknown=handle, output="ordinal").fit(X, y)
    # Two thirds of all rows have the y of a and c, so that their group is nearest.
    seen = int(grouper.transform([["a"]])[0, 0])
    assert grouper.transform([["new"], ["a"]]).tolist() == [[number if number < 0 else seen], [seen]]
    labels = clone(grouper).set_params(output="group").fit(X, y)
    assert labels.transform([["new"]])[0, 0] == (label or labels.transform([["a"]])[0, 0])
    hot = clone(grouper).set_params(output="onehot").fit(X, y).transform([["new"]])
    assert hot.sum() == (0 if handle == "other" else 1)


def test_a_value_that_was_not_seen_is_an_error_that_names_it():
    grouper = InformationGrouper(handle_unknown="error").fit([["a"], ["b"], ["c"]] * 40, [0, 1, 0] * 40)
    with pytest.raises(dibmap.InputError, match=r"Atlantis.*handle_unknown='nearest'") as error:
        grouper.transform([["a"], ["Atlantis"]])
    assert "unknown=" not in str(error.value).replace("handle_unknown=", "")


def test_rare_values_stand_for_those_that_were_not_seen():
    X = [["a"], ["b"], ["c"]] * 40 + [["rare"], ["seldom"]]
    for handle in ("nearest", "error"):
        grouper = InformationGrouper(min_count=5, output="ordinal", handle_unknown=handle)
        grouper.fit(X, [0, 1, 0] * 40 + [1, 1])
        assert grouper.transform([["new"]]) == grouper.transform([["rare"]]) == grouper.transform([["b"]])


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_missing_values_are_a_value_or_an_error(missing):
    X = np.array([["a"], ["b"], [missing]] * 40, dtype=object)
    y = [0, 1, 2] * 40
    assert len(np.unique(InformationGrouper(keep=0.99, output="ordinal").fit(X, y).transform(X))) == 3
    with pytest.raises(dibmap.InputError, match="values are missing or infinite in x0"):
        InformationGrouper(handle_missing="error").fit(X, y)
    strict = InformationGrouper(handle_missing="error").fit([["a"], ["b"]] * 40, [0, 1] * 40)
    with pytest.raises(dibmap.InputError, match="values are missing or infinite in x0"):
        strict.transform(X)


def test_numbers_of_numpy_among_objects_are_not_missing():
    X = np.array([[np.int64(1)], [np.float64(2.5)]] * 40, dtype=object)
    numbers = InformationGrouper(handle_missing="error").fit(X, [0, 1] * 40)
    assert len(np.unique(numbers.transform(X))) == 2


def test_missing_values_of_data_frames_are_found():
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    strict = InformationGrouper(handle_missing="error")
    for column in (pd.array([1, None, 2], dtype="Int64"), pd.Categorical(["a", None, "b"])):
        with pytest.raises(dibmap.InputError, match="missing or infinite in c"):
            strict.fit(pd.DataFrame({"c": column}), [0, 1, 0])
    for values in (["a", None, "b"], [1.0, float("nan"), 2.0]):
        with pytest.raises(dibmap.InputError, match="missing or infinite in c"):
            strict.fit(pl.DataFrame({"c": values}), [0, 1, 0])


def test_one_column_for_each_group():
    X, y = table()
    numbers = InformationGrouper(output="ordinal").fit(X, y)
    dense = clone(numbers).set_params(output="onehot").fit(X, y)
    hot = dense.transform(X)
    codes, sizes = numbers.transform(X), [g.k for g in numbers.groupings_.values()]
    np.testing.assert_array_equal(hot[:, : sizes[0]].argmax(axis=1), codes[:, 0])
    np.testing.assert_array_equal(hot[:, sizes[0] :].argmax(axis=1), codes[:, 1])
    sparse = clone(dense).set_params(sparse_output=True).fit(X, y).transform(X)
    assert issparse(sparse)
    np.testing.assert_array_equal(sparse.toarray(), hot)
    names = dense.get_feature_names_out(["city", "age"])
    assert len(names) == hot.shape[1]
    assert names[0] == "city: " + numbers.groupings_["x0"].names[0]


def test_labels_are_the_names_of_groups():
    X, y = table()
    grouper = InformationGrouper(output="group").fit(X, y)
    assert grouper.transform(X)[0, 0] in grouper.groupings_["x0"].names


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_give_names_and_get_frames(library):
    frames = pytest.importorskip(library)
    columns, y = records()
    columns["city"] = columns["city"].tolist()
    columns["same"] = columns["same"].tolist()
    X = frames.DataFrame(columns)
    grouper = InformationGrouper(output="ordinal").set_output(transform=library).fit(X, y)
    assert list(grouper.feature_names_in_) == ["city", "age", "same"]
    assert list(grouper.groupings_) == ["city", "age"]  # a constant is not grouped
    out = grouper.transform(X)
    assert type(out) is frames.DataFrame
    assert list(out.columns) == ["city", "age", "same"]
    with pytest.raises(ValueError, match="feature names"):
        grouper.transform(X[["age", "city", "same"]])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_that_are_not_named_are_passed_on(library):
    frames = pytest.importorskip(library)
    columns, y = records()
    columns["city"] = columns["city"].tolist()
    columns["same"] = columns["same"].tolist()
    X = frames.DataFrame(columns)
    grouper = InformationGrouper(columns=["city"], output="onehot").fit(X, y)
    out = grouper.transform(X)
    assert list(out.columns) == [
        *(f"city: {name}" for name in grouper.groupings_["city"].names),
        "age",
        "same",
    ]
    assert out["age"].to_list() == columns["age"].tolist()
    assert out["age"].dtype == X["age"].dtype
    if library == "pandas":
        assert grouper.transform(X[100:200]).index.equals(X.index[100:200])


def test_columns_of_arrays_are_passed_on():
    X, y = table()
    out = InformationGrouper(columns=[-1], output="ordinal").fit(X, y).transform(X)
    assert out[:, 0].tolist() == X[:, 0].tolist()
    hot = InformationGrouper(columns=[0], output="onehot", sparse_output=True).fit(X, y).transform(X)
    np.testing.assert_array_equal(hot[:, -1].toarray().ravel(), X[:, 1].astype(float))
    with pytest.raises(dibmap.InputError, match="numbers only"):
        InformationGrouper(columns=[1], output="onehot", sparse_output=True).fit(X, y).transform(X)


def test_threads_change_nothing():
    X, y = table()
    one, two = (InformationGrouper(n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    assert [g.frontier for g in one.groupings_.values()] == [g.frontier for g in two.groupings_.values()]
    np.testing.assert_array_equal(one.transform(X), two.transform(X))


def test_what_was_learned_is_pickled():
    X, y = table()
    grouper = InformationGrouper(handle_unknown="nearest").fit(X, y)
    again = pickle.loads(pickle.dumps(grouper))
    np.testing.assert_array_equal(again.transform(X), grouper.transform(X))


def test_a_grid_search_finds_the_number_of_groups():
    X, y = table()
    pipeline = make_pipeline(
        InformationGrouper(output="onehot", handle_unknown="nearest"), LogisticRegression()
    )
    search = GridSearchCV(pipeline, {"informationgrouper__max_groups": [1, 3]}, cv=2).fit(X, y)
    assert search.best_params_ == {"informationgrouper__max_groups": 3}
    assert search.best_score_ > 0.8


def test_a_column_transformer_names_what_comes_out():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    X = pd.DataFrame(columns)
    transformer = ColumnTransformer(
        [("groups", InformationGrouper(output="ordinal"), ["city"])],
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).set_output(transform="pandas")
    out = transformer.fit_transform(X, y)
    assert list(out.columns) == ["city", "age", "same"]
    model = make_pipeline(
        ColumnTransformer([("g", InformationGrouper(), ["city", "age"])]), LogisticRegression()
    )
    assert cross_val_score(model, X, y, cv=2).mean() > 0.5


def test_one_warning_sums_up():
    columns, y = records()
    noise = np.random.default_rng(3).choice(list("abcd"), len(y))
    X = np.column_stack([columns["city"], columns["same"], noise]).astype(object)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        grouper = InformationGrouper(output="ordinal").fit(X, y)
    assert [str(w.message) for w in caught] == ["1 of 3 columns are not grouped: x1 (it has one value only)"]
    assert caught[0].filename == __file__
    assert grouper.groupings_["x2"].k == 1
    assert not grouper.transform(X)[:, 1:].any()
    assert grouper.get_feature_names_out().tolist() == ["x0", "x1", "x2"]


def test_verbose_prints_all(capsys):
    X = [["1.1"], ["1.10"], ["2"]] * 40
    InformationGrouper(verbose=True).fit(X, [0, 1, 0] * 40)
    assert "x0 is text" in capsys.readouterr().out


def test_the_summary_lists_columns():
    pytest.importorskip("pandas")
    X, y = table()
    X = np.column_stack([X, np.full(len(y), "x", dtype=object)])
    grouper = InformationGrouper().fit(X, y)
    summary = grouper.summary_
    assert summary["column"].tolist() == ["x0", "x1", "x2"]
    assert summary["groups"].tolist() == [*(g.k for g in grouper.groupings_.values()), 1]
    assert summary["values"][0] == len(CITIES)
    assert "predicts held-out records best" in summary["reason"][0]
    assert summary["reason"][1].startswith(
        "3 groups tell more of y together with the groups of other columns"
    )
    groups = InformationGrouper(output="group").fit(X, y).transform(X)
    shares = np.unique(groups[:, 0].astype(str), return_counts=True)[1] / len(y)
    assert summary["h"][0] == pytest.approx(-(shares * np.log2(shares)).sum())
    assert summary["h"][0] != pytest.approx(np.log2(summary["groups"][0]))


def confounded(n=3000, seed=0):
    """Return a column that tells y, one that does within the values of the first only, noise, and y."""
    random = np.random.default_rng(seed)
    first = random.integers(0, 2, n)
    within = (random.random(n) < 0.7 - 0.4 * first).astype(int)
    y = (random.random(n) < 0.2 + 0.4 * first + 0.16 * within).astype(int)
    return np.column_stack([first, within, random.integers(0, 2, (n, 5))]), y


@pytest.mark.parametrize("numbers", [False, True])
def test_two_values_stay_apart_that_tell_something_within_another_column(numbers):
    X, y = confounded()
    grouper = InformationGrouper(target_type="continuous" if numbers else "classes").fit(X, y)
    assert [g.k for g in grouper.groupings_.values()] == [2, 2, 1, 1, 1, 1, 1]
    assert grouper.groupings_["x1"].recommendation.rule == "together"
    assert grouper.fit(X[:, 1:], y).groupings_["x0"].k == 1  # no other column
    for changed in ({"rule": "explain"}, {"max_groups": 1}, {"n_groups": 1}, {"validate": False}):
        grouper.set_params(
            **{"rule": "predict", "max_groups": None, "n_groups": None, "validate": True} | changed
        )
        assert grouper.fit(X, y).groupings_["x1"].k == 1, changed


@pytest.mark.parametrize("numbers", [False, True])
def test_ranges_are_divided_that_tell_more_together_with_another_column(numbers):
    random = np.random.default_rng(3)
    n = 3000
    price, other = random.normal(size=(2, n)) + random.normal(size=n) * 3
    y = price - other + random.logistic(size=n) / 2
    X = np.column_stack([price, other])
    y = y if numbers else (y > 0).astype(int)
    grouper = InformationGrouper(output="ordinal").fit(X, y)
    groupings = list(grouper.groupings_.values())
    assert [g.recommendation.rule for g in groupings] == ["together"] * 2
    assert min(g.k for g in groupings) > max(
        g.k for g in InformationGrouper().fit(X[:, :1], y).groupings_.values()
    )
    codes = grouper.transform(X)
    for grouping, column, x in zip(groupings, codes.T, X.T, strict=True):
        assert sorted(set(column)) == list(range(grouping.k))
        assert (np.diff(column[np.argsort(x)]) != 0).sum() == grouping.k - 1
    few = InformationGrouper(max_groups=3).fit(X, y)
    assert max(g.k for g in few.groupings_.values()) <= 3


def test_columns_of_chance_have_one_group():
    more = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        X = np.column_stack([random.normal(size=(300, 4)), random.integers(0, 9, (300, 4))])
        groupings = InformationGrouper().fit(X, random.integers(0, 2, 300)).groupings_
        more += sum(g.k > 1 for g in groupings.values())
    assert more <= 2  # of 160, of which 10 have more groups without a test


def test_target_is_the_log_odds_of_groups():
    X, y = [["a"], ["b"], ["c"], ["d"]] * 100, np.array([1, 1, 0, 0] * 100)
    y[:40] = 1 - y[:40]  # of which 10 in each
    grouper = InformationGrouper(output="target").fit(X, y)
    codes = [{"a": 1, "b": 1, "c": 0, "d": 0}[row[0]] for row in X]
    p = {g: (180 if g else 20) / 200 for g in (0, 1)}
    found = grouper.transform([["a"], ["d"], ["new"]]).ravel()
    np.testing.assert_allclose(found[:2], [np.log(p[1] / (1 - p[1])), np.log(p[0] / (1 - p[0]))], rtol=0.05)
    assert found[2] == pytest.approx(0)  # like all rows
    assert grouper.get_feature_names_out(["city"]).tolist() == ["city"]
    assert len(set(codes)) == 2


def test_each_of_three_classes_has_its_log_odds():
    X, y = [["a"], ["b"], ["c"]] * 100, list("uvw") * 100
    grouper = InformationGrouper(output="target").fit(X, y)
    assert grouper.get_feature_names_out().tolist() == ["x0: u", "x0: v", "x0: w"]
    odds = grouper.transform([["a"], ["b"], ["c"]])
    assert (odds.argmax(axis=1) == [0, 1, 2]).all()


def test_weight_of_evidence_is_the_log_odds_beyond_those_of_all():
    X, y = [["a"], ["b"], ["c"], ["d"]] * 100, [1, 1, 0, 0, 1, 0, 0, 0] * 50
    target, woe = (InformationGrouper(output=out).fit(X, y).transform(X) for out in ("target", "woe"))
    overall = np.log((150.5) / (250.5))
    np.testing.assert_allclose(woe, target - overall)
    for wrong in (list("uvwu") * 100, np.linspace(0, 1.5, 400)):
        with pytest.raises(dibmap.InputError, match="woe is for y of two classes"):
            InformationGrouper(output="woe").fit(X, wrong)


def test_numbers_have_their_mean():
    X, y = [["a"], ["b"]] * 100, [1.5, 3.25] * 100
    found = InformationGrouper(output="target").fit(X, y).transform([["a"], ["b"], ["new"]]).ravel()
    np.testing.assert_allclose(found, [1.5, 3.25, 2.375], atol=0.01)
    codes = InformationGrouper(output="target").fit([[n % 5] for n in range(500)], np.arange(500) // 5)
    assert codes.classes_ is None  # integers of many values are numbers


def test_fit_transform_does_not_show_a_model_its_own_y():
    random = np.random.default_rng(0)
    X, y = random.integers(0, 150, 600).astype(str).astype(object)[:, None], random.integers(0, 2, 600)
    grouper = InformationGrouper(output="target", n_groups=5)
    apart = np.corrcoef(grouper.fit_transform(X, y).ravel(), y)[0, 1]
    same = np.corrcoef(grouper.fit(X, y).transform(X).ravel(), y)[0, 1]
    assert same > 0.3
    assert abs(apart) < 0.12


def test_groups_of_fit_transform_do_not_show_a_model_its_own_y():
    random = np.random.default_rng(3)
    values = random.integers(0, 150, 900)
    y = (random.random(900) < np.where(values % 2, 0.3, 0.7)).astype(int)
    X = values.astype(str).astype(object)[:, None]
    told = {}
    for parts in (5, 1):
        grouper = InformationGrouper(output="onehot", n_groups=5, cv=parts)
        apart, same = grouper.fit_transform(X, y), grouper.transform(X)
        shares = y @ apart / np.maximum(apart.sum(axis=0), 1)
        told[parts] = ((apart @ shares - y.mean()) ** 2).mean() / y.var()
        assert (apart.sum(axis=1) == 1).all()
    assert (apart == same).all()  # of one part
    assert told[5] < 0.16  # what values tell
    assert told[1] > 0.2


def test_a_category_of_many_values_has_a_score():
    random = np.random.default_rng(4)
    values = random.integers(0, 60, 1200)
    y = (random.random(1200) < np.where(values % 2, 0.2, 0.8)).astype(int)
    X = np.column_stack([values.astype(str), np.where(values % 2, "odd", "even")]).astype(object)
    grouper = InformationGrouper(n_groups=2)
    apart = grouper.fit_transform(X, y)
    assert list(grouper.get_feature_names_out()) == ["x0", "x1: even", "x1: odd"]
    assert np.corrcoef(apart[:, 0], apart[:, 1])[0, 1] > 0.95
    assert grouper.set_params(sparse_output=True).fit_transform(X, y).shape == (1200, 3)
    assert InformationGrouper(n_groups=2, rule="explain").fit_transform(X, y).shape == (1200, 4)
    assert InformationGrouper(n_groups=2).fit(X, y, sample_weight=np.full(1200, 2)).transform(X).shape[1] == 4


def test_a_category_of_few_values_has_the_groups_of_transform():
    random = np.random.default_rng(5)
    X = random.integers(0, 60, (2400, 1)).astype(str).astype(object)
    y = random.integers(0, 2, 2400)
    for n in (2400, 200):  # 40 rows a value, or few values
        some = X[:n] if n == 2400 else np.char.add("v", X[:n].astype(str).astype("<U1")).astype(object)
        grouper = InformationGrouper(n_groups=4)
        np.testing.assert_array_equal(grouper.fit_transform(some, y[:n]), grouper.transform(some))
        assert len(grouper.get_feature_names_out()) == 4


@pytest.mark.parametrize("kind", ["binary", "three", "numbers"])
def test_a_column_of_one_group_is_the_same_constant_for_all_rows(kind):
    random = np.random.default_rng(1)
    X = np.column_stack([random.choice(list("abcd"), 900), random.choice(list("efgh"), 900)]).astype(object)
    told = np.isin(X[:, 0], ["a", "b"]) ^ (random.random(900) < 0.2)
    y = {
        "binary": told.astype(int),
        "three": np.where(random.random(900) < 0.3, 2, told),
        "numbers": told + random.normal(size=900),
    }[kind]
    for output in ("target", "woe") if kind == "binary" else ("target",):
        grouper = InformationGrouper(output=output)
        apart, width = grouper.fit_transform(X, y), 3 if kind == "three" else 1
        assert [g.k > 1 for g in grouper.groupings_.values()] == [True, False]
        same = grouper.transform(np.vstack([X, [["a", "new"]]]))
        assert len(np.unique(np.vstack([apart, same])[:, width:], axis=0)) == 1
        assert (np.std(apart[:, :width], axis=0)[:2] > 0.1).all()  # the third class is random
        if output == "woe":
            assert not same[:, 1].any()
            fitted = make_pipeline(grouper, StandardScaler(), LogisticRegression()).fit(X, y)
            assert log_loss(y, fitted.predict_proba(X)) < 0.55


@pytest.mark.parametrize("numbers", [False, True])
def test_values_that_a_part_did_not_see_have_the_value_of_all_rows(numbers):
    X, y = [["a"], ["b"]] * 100 + [["rare"]], np.array([0, 1] * 100 + [1])
    y = y + np.arange(201) / 300 if numbers else y
    grouper = InformationGrouper(output="target", handle_unknown="error")
    rare = grouper.fit_transform(X, y)[-1]
    assert rare == grouper.set_params(handle_unknown="nearest").fit(X, y).transform([["new"]])


def test_columns_may_be_called_by_numbers_and_tuples():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    for names in ([0, 1], [("a", 1), ("a", 2)]):
        X = pd.DataFrame({names[0]: columns["city"], names[1]: columns["age"]})
        grouper = InformationGrouper(bins={names[1]: 4}, output="ordinal").fit(X, y)
        assert list(grouper.groupings_) == [str(name) for name in names]
        assert len(grouper.groupings_[str(names[1])].frontier.labels) == 4
        target = 7 if names[0] == 0 else ("b", 1)
        X = pd.concat([X, pd.DataFrame({target: y})], axis=1)
        grouping = dibmap.map(X, names[0], target, prove=False).recommend()
        assert set(grouping.transform(X)) == set(grouping.names)


def test_y_that_is_missing_is_an_error_that_says_so():
    with pytest.raises(ValueError, match=r"y contains NaN"):
        InformationGrouper().fit([["a"], ["b"]] * 40, [0, np.nan] * 40)
    for missing in (None, float("nan")):
        with pytest.raises(dibmap.InputError, match="y has no value in row 2"):
            InformationGrouper().fit([["a"], ["b"]] * 40, np.array(["yes", missing] * 40, dtype=object))


def test_several_targets_have_a_scan_each():
    columns, y = records()
    data = {**columns, "heating": y, "north": np.isin(columns["city"], list(NORTH))}
    both = dibmap.scan(data, y=["heating", "north"], purpose="prediction")
    assert list(both) == ["heating", "north"]
    for wrong in ([], ["heating", "heating"]):
        with pytest.raises(dibmap.InputError, match="several different ones"):
            dibmap.scan(data, y=wrong)
    with pytest.raises(dibmap.InputError, match=r"^purpose is 'model'"):
        dibmap.scan(data, y="heating", purpose="model")
    assert all("city" in scan and "north" not in scan and "heating" not in scan for scan in both.values())
    assert both["heating"].groupings["age"].k > 1
    assert both["north"].groupings["age"].k == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"output": "one-hot"}, "output is 'one-hot': want one of auto, onehot, ordinal, group, target, woe"),
        ({"handle_unknown": "ignore"}, "handle_unknown is 'ignore': want one of"),
        ({"budget": 1, "keep": 0.9}, "budget and keep each choose"),
        ({"handle_missing": {"x0": "drop"}}, "handle_missing is 'drop': want one of"),
        ({"min_count": {"x7": 3}}, "min_count has 'x7', which is no column of X: X has x0, x1"),
        ({"order": {0: ["Oslo"]}}, "order of x0 does not list the value"),
        ({"columns": "city"}, r"want a list of columns, such as \['city'\]"),
        ({"columns": []}, "columns is empty"),
        ({"columns": [1.5]}, "columns has 1.5"),
        ({"n_groups": 2.5}, "n_groups is 2.5: want a whole number"),
        ({"max_groups": True}, "max_groups is True: want a whole number"),
        ({"cv": 2.5}, "cv is 2.5: want a whole number"),
        ({"keep": "all"}, "keep is 'all': want a share"),
        ({"validate": "month"}, "validate is 'month': want True"),
        ({"bins": 0}, "^bins of x0 is .* want a number of bins"),
        ({"bins": ["a"]}, "bins have the edge 'a'"),
        ({"columns": ["city"]}, "X has no names of columns: give positions"),
        ({"columns": [5]}, "X has 2 columns"),
    ],
)
def test_arguments_that_are_wrong(arguments, message):
    X, y = table()
    with pytest.raises(dibmap.InputError, match=message):
        InformationGrouper(**arguments).fit_transform(X, y)


def test_a_column_that_is_not_there_gets_a_suggestion():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    with pytest.raises(dibmap.InputError, match="which is no column of X: did you mean 'city'"):
        InformationGrouper(columns=["citty"]).fit(pd.DataFrame(columns), y)


def test_names_of_columns_may_be_anything():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    X = pd.DataFrame({"a,b": columns["city"], "y": columns["city"], 'weight "1"': columns["city"]})
    grouper = InformationGrouper(output="ordinal").fit(X, y, sample_weight=np.ones(len(y)))
    codes = grouper.transform(X)
    assert (codes == codes[:, :1]).all()


def test_what_was_not_fitted_says_so():
    with pytest.raises(NotFittedError):
        InformationGrouper().transform([["a"]])
    with pytest.raises(NotFittedError):
        _ = InformationGrouper().summary_
