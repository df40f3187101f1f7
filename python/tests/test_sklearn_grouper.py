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
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import dibmap
from dibmap import _program
from dibmap.sklearn import InformationGrouper
from dibmap.sklearn._runs import each

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
        InformationGrouper(max_groups=3, handle_unknown="nearest", output="onehot"),
        InformationGrouper(keep=0.9, n_jobs=2, handle_missing="error", handle_unknown="other"),
    ]
)
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


def test_groups_are_those_of_the_recommendation():
    X, y = table()
    grouper = InformationGrouper().fit(X, y)
    grouping = dibmap.map({"x0": X[:, 0], "y": y}, "x0", "y").recommend()
    assert (grouper.groupings_["x0"].k, grouper.groupings_["x0"].i) == (grouping.k, grouping.i)
    np.testing.assert_array_equal(grouper.transform(X)[:, 0], grouping.transform(X[:, 0], names="numbers"))
    assert [set(c) for c in grouping.clusters if "Oslo" in c] == [NORTH]


def test_a_column_of_numbers_gets_ranges():
    X, y = table()
    grouper = InformationGrouper().fit(X, y)
    ages = np.arange(18, 90)
    groups = grouper.transform([["Oslo", age] for age in ages])[:, 1]
    assert (np.diff(groups) != 0).sum() == grouper.groupings_["x1"].k - 1
    assert grouper.transform([["Oslo", -7], ["Oslo", 1000]])[:, 1].tolist() == [groups[0], groups[-1]]


def test_a_choice_is_kept():
    X, y = table()
    assert InformationGrouper(max_groups=2).fit(X, y).groupings_["x1"].k <= 2
    assert InformationGrouper(budget=0.5).fit(X, y).groupings_["x0"].h <= 0.5
    kept = InformationGrouper(keep=0.99).fit(X, y).groupings_["x0"]
    assert kept.i >= 0.99 * kept.frontier.ixy


def test_validation_holds_rows_out():
    X, y = table()
    grouper = InformationGrouper(validate=3, options={"seed": 5}).fit(X, y)
    assert grouper.groupings_["x0"].frontier.validation["folds"] == 3


def test_orders_and_bins_are_for_all_columns_or_for_some():
    X, y = table()
    X = np.column_stack([X, X[:, 0]])
    grouper = InformationGrouper(order={0: CITIES}, bins_x={"x1": 4}).fit(X, y)
    assert grouper.groupings_["x0"].frontier.labels == CITIES
    assert len(grouper.groupings_["x1"].frontier.labels) == 4
    assert sorted(grouper.groupings_["x2"].frontier.labels) == sorted(CITIES)
    assert grouper.groupings_["x2"].ranges is None


def test_numbers_in_y_are_cut_into_bins():
    X, y = table()
    number = np.where(y == "gas", 1.25, 7.5) + X[:, 1].astype(float) // 10 / 100
    by_number = InformationGrouper().fit(X, number)
    assert by_number.groupings_["x0"].k == 2
    assert InformationGrouper(target_type="classes").fit(X, number).groupings_["x0"].frontier.hy > np.log2(10)
    whole = InformationGrouper(target_type="numbers").fit(X, np.round(number * 100).astype(int))
    assert whole.groupings_["x0"].frontier.hy <= np.log2(10)


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
    grouper = InformationGrouper(handle_unknown=handle).fit(X, y)
    # Two thirds of all rows have the y of a and c, so that their group is nearest.
    seen = int(grouper.transform([["a"]])[0, 0])
    assert grouper.transform([["new"], ["a"]]).tolist() == [[number if number < 0 else seen], [seen]]
    labels = clone(grouper).set_params(output="labels").fit(X, y)
    assert labels.transform([["new"]])[0, 0] == (label or labels.transform([["a"]])[0, 0])
    hot = clone(grouper).set_params(output="onehot").fit(X, y).transform([["new"]])
    assert hot.sum() == (0 if handle == "other" else 1)


def test_a_value_that_was_not_seen_is_an_error_that_names_it():
    grouper = InformationGrouper().fit([["a"], ["b"], ["c"]] * 40, [0, 1, 0] * 40)
    with pytest.raises(dibmap.InputError, match="Atlantis"):
        grouper.transform([["a"], ["Atlantis"]])


def test_rare_values_stand_for_those_that_were_not_seen():
    X = [["a"], ["b"], ["c"]] * 40 + [["rare"], ["seldom"]]
    grouper = InformationGrouper(options={"min_count": 5}).fit(X, [0, 1, 0] * 40 + [1, 1])
    assert grouper.transform([["new"]]) == grouper.transform([["rare"]])


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_missing_values_are_a_value_or_an_error(missing):
    X = np.array([["a"], ["b"], [missing]] * 40, dtype=object)
    y = [0, 1, 2] * 40
    assert len(np.unique(InformationGrouper(keep=0.99).fit(X, y).transform(X))) == 3
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
    numbers = InformationGrouper().fit(X, y)
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
    assert names[0] == "city_" + numbers.groupings_["x0"].names[0]


def test_labels_are_the_names_of_groups():
    X, y = table()
    grouper = InformationGrouper(output="labels").fit(X, y)
    assert grouper.transform(X)[0, 0] in grouper.groupings_["x0"].names


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_give_names_and_get_frames(library):
    frames = pytest.importorskip(library)
    columns, y = records()
    columns["city"] = columns["city"].tolist()
    columns["same"] = columns["same"].tolist()
    X = frames.DataFrame(columns)
    grouper = InformationGrouper().set_output(transform=library).fit(X, y)
    assert list(grouper.feature_names_in_) == ["city", "age", "same"]
    assert list(grouper.groupings_) == ["city", "age", "same"]
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
        *(f"city_{name}" for name in grouper.groupings_["city"].names),
        "age",
        "same",
    ]
    assert out["age"].to_list() == columns["age"].tolist()
    assert out["age"].dtype == X["age"].dtype
    if library == "pandas":
        assert grouper.transform(X[100:200]).index.equals(X.index[100:200])


def test_columns_of_arrays_are_passed_on():
    X, y = table()
    out = InformationGrouper(columns=[-1]).fit(X, y).transform(X)
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


def test_an_error_in_one_column_ends_the_programs_of_the_others():
    random = np.random.default_rng(0)
    many = {"x": random.integers(0, 3000, 20_000).astype(str), "y": random.integers(0, 9, 20_000)}
    many["x"] = np.char.add("v", many["x"]).astype(object)

    def task(item):
        if item == "long":
            dibmap.map(many, "x", "y", prove=False)  # takes many minutes
        while not _program._live:
            pass
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        each(task, ["long", "wrong"], 2)
    assert not _program._live


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
        [("groups", InformationGrouper(), ["city"])], remainder="passthrough", verbose_feature_names_out=False
    ).set_output(transform="pandas")
    out = transformer.fit_transform(X, y)
    assert list(out.columns) == ["city", "age", "same"]
    model = make_pipeline(
        ColumnTransformer([("g", InformationGrouper(), ["city", "age"])]), LogisticRegression()
    )
    assert cross_val_score(model, X, y, cv=2).mean() > 0.5


def test_a_column_that_tells_nothing_has_one_group_and_is_named():
    columns, y = records()
    X = np.column_stack([columns["city"], columns["same"]])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        grouper = InformationGrouper().fit(X, y)
    own = [w for w in caught if "tell nothing of y" in str(w.message)]
    assert [str(w.message) for w in own] == [
        "1 of 2 columns have one group, as they tell nothing of y that counts: x1"
    ]
    assert own[0].filename == __file__
    assert grouper.groupings_["x1"].k == 1
    assert not grouper.transform(X)[:, 1].any()


def test_the_summary_lists_columns():
    pytest.importorskip("pandas")
    X, y = table()
    grouper = InformationGrouper().fit(X, y)
    summary = grouper.summary_
    assert summary["column"].tolist() == ["x0", "x1"]
    assert summary["groups"].tolist() == [g.k for g in grouper.groupings_.values()]
    assert summary["values"][0] == len(CITIES)
    assert summary["reason"][0].startswith("The step")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"output": "one-hot"}, "output is 'one-hot': want one of numbers, labels, onehot"),
        ({"handle_unknown": "ignore"}, "handle_unknown is 'ignore': want one of"),
        ({"budget": 1, "keep": 0.9}, "budget and keep each choose"),
        ({"columns": "city"}, r"want a list of columns, such as \['city'\]"),
        ({"columns": ["city"]}, "X has no names of columns: give positions"),
        ({"columns": [5]}, "X has 2 columns"),
    ],
)
def test_arguments_that_are_wrong(arguments, message):
    X, y = table()
    with pytest.raises(dibmap.InputError, match=message):
        InformationGrouper(**arguments).fit(X, y)


def test_a_column_that_is_not_there_gets_a_suggestion():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    with pytest.raises(dibmap.InputError, match="which is no column of X: did you mean 'city'"):
        InformationGrouper(columns=["citty"]).fit(pd.DataFrame(columns), y)


def test_names_of_columns_may_be_anything():
    pd = pytest.importorskip("pandas")
    columns, y = records()
    X = pd.DataFrame({"a,b": columns["city"], "y": columns["city"], 'weight "1"': columns["city"]})
    grouper = InformationGrouper().fit(X, y, sample_weight=np.ones(len(y)))
    codes = grouper.transform(X)
    assert (codes == codes[:, :1]).all()


def test_what_was_not_fitted_says_so():
    with pytest.raises(NotFittedError):
        InformationGrouper().transform([["a"]])
    with pytest.raises(NotFittedError):
        _ = InformationGrouper().summary_
