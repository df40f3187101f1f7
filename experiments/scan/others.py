"""Recodes the columns of a table into groups with other programs, and says how well a logistic
regression on the recoded columns predicts the target.

Reads a job as JSON from standard input: the files of training and of held-out records, the
target, the columns with the number of groups of each, the methods, a folder for the files of
recoded columns, and the files that are recoded already. Writes JSON: the seconds of every method
and the log loss in nats of every regression."""

import json
import os
import sys
import time
import warnings

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

MISSING = "(missing)"  # the category of records without one, for all methods


class Part:
    """The records of a file: numbers with NaN, categories as text, and the target as numbers."""

    def __init__(self, path, job):
        kinds = {c["name"]: float if c["number"] else str for c in job["columns"]}
        names = list(kinds) + [job["target"]]
        kinds[job["target"]] = str
        self.table = pd.read_csv(path, usecols=names, dtype=kinds, na_values=[""], keep_default_na=False)[names]
        self.y = self.table.pop(job["target"]).to_numpy()
        for c in job["columns"]:
            if not c["number"]:
                self.table[c["name"]] = self.table[c["name"]].astype(object).fillna(MISSING)


def bins_left(column, values):
    """The bins of numbers, in addition to the group of missing values that all methods make."""
    return max(1, column["groups"] - int(np.isnan(values).any()))


def number_groups(column, train, y, test, fit):
    """Groups of numbers by a function that is fitted to the numbers; -1 for missing values."""
    known = ~np.isnan(train)
    k = bins_left(column, train)
    cut = fit(train[known], y[known], k) if k > 1 else lambda values: np.zeros(len(values))
    groups = []
    for values in (train, test):
        g = np.full(len(values), -1)
        there = ~np.isnan(values)
        if there.any():
            g[there] = cut(values[there])
        groups.append(g)
    return groups


def kbins(strategy):
    """scikit-learn's KBinsDiscretizer, with all records."""

    def fit(values, y, k):
        model = KBinsDiscretizer(k, encode="ordinal", strategy=strategy, subsample=None, random_state=0)
        if strategy == "quantile":
            model.set_params(quantile_method="averaged_inverted_cdf")
        model.fit(values[:, None])
        return lambda new: model.transform(new[:, None])[:, 0].astype(int)

    return fit


def tree_of_numbers(values, y, k):
    """A decision tree with k leaves."""
    model = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=k, random_state=0).fit(values[:, None], y)
    return lambda new: model.apply(new[:, None])


def most_frequent(column, train, y, test):
    """scikit-learn's groups of categories: the most frequent categories, and the rest."""
    k = column["groups"]
    model = OneHotEncoder(max_categories=k, handle_unknown="infrequent_if_exist", sparse_output=False)
    model.fit(train[:, None])
    return [model.transform(v[:, None]).argmax(axis=1) for v in (train, test)]


def target_encoded(column, train, y, test):
    """category_encoders' TargetEncoder, whose numbers k-means puts into groups: one number for
    two values of Y, otherwise one for each value of Y."""
    from category_encoders import TargetEncoder

    values = np.unique(y)
    encoded = [[], []]
    for value in values[1:] if len(values) == 2 else values:
        model = TargetEncoder(cols=["x"])
        model.fit(pd.DataFrame({"x": train}), (y == value).astype(int))
        for e, part in zip(encoded, (train, test)):
            e.append(model.transform(pd.DataFrame({"x": part}))["x"].to_numpy())
    train_rows, test_rows = (np.stack(e, axis=1) for e in encoded)
    different, weight = np.unique(train_rows, axis=0, return_counts=True)
    k = min(column["groups"], len(different))
    model = KMeans(n_clusters=k, n_init=10, random_state=0).fit(different, sample_weight=weight)
    return [model.predict(train_rows), model.predict(test_rows)]


def tree_of_categories(column, train, y, test):
    """A decision tree with k leaves, on a column of 0 and 1 for each category."""
    model = make_pipeline(
        OneHotEncoder(handle_unknown="ignore"),
        DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=max(2, column["groups"]), random_state=0),
    ).fit(train[:, None], y)
    return [model[-1].apply(model[0].transform(v[:, None])) for v in (train, test)]


def by_column(of_numbers, of_categories):
    """A method that recodes one column after the other."""

    def recode(job, train, test):
        parts = [{}, {}]
        for c in job["columns"]:
            a, b = train.table[c["name"]].to_numpy(), test.table[c["name"]].to_numpy()
            if c["number"]:
                groups = number_groups(c, a, train.y, b, of_numbers) if of_numbers else None
            else:
                groups = of_categories(c, a, train.y, b) if of_categories else None
            if groups:
                for part, g in zip(parts, groups):
                    part[c["name"]] = g
        return [pd.DataFrame(p) for p in parts]

    return recode


def binning_process(**tuning):
    """optbinning's BinningProcess. It does not take categories if Y has more than two values."""

    def recode(job, train, test):
        from optbinning import BinningProcess

        classes = {v: n for n, v in enumerate(np.unique(train.y))}
        y = np.array([classes[v] for v in train.y])
        columns = [c for c in job["columns"] if c["number"] or len(classes) == 2]
        names = [c["name"] for c in columns]
        options = dict(tuning)
        each = {}
        for c in columns:
            values = train.table[c["name"]].to_numpy()
            each[c["name"]] = {"max_n_bins": max(2, bins_left(c, values) if c["number"] else c["groups"])}
            if "monotonic_trend" in options and c["number"]:
                each[c["name"]]["monotonic_trend"] = options["monotonic_trend"]
            if "divergence" in options and len(classes) == 2:
                each[c["name"]]["divergence"] = options["divergence"]
        options = {k: v for k, v in options.items() if k not in ("monotonic_trend", "divergence")}
        model = BinningProcess(
            names, categorical_variables=[c["name"] for c in columns if not c["number"]], binning_fit_params=each, **options
        )
        model.fit(train.table[names], y)
        parts = []
        for part in (train, test):
            groups = model.transform(part.table[names], metric="indices").astype(int)
            for c in columns:
                if c["number"]:
                    groups.loc[part.table[c["name"]].isna().to_numpy(), c["name"]] = -1
            parts.append(groups)
        if job["evidence"] and len(classes) == 2:
            job["weights"] = [model.transform(p.table[names], metric="woe", metric_missing="empirical") for p in (train, test)]
        return parts

    return recode


METHODS = {
    "optbinning": binning_process(),
    "optbinning-tuned": binning_process(monotonic_trend=None, divergence="js", max_n_prebins=30, min_prebin_size=0.02),
    "quantile": by_column(kbins("quantile"), most_frequent),
    "uniform": by_column(kbins("uniform"), most_frequent),
    "kmeans": by_column(kbins("kmeans"), most_frequent),
    "encoders": by_column(None, target_encoded),
    "tree": by_column(tree_of_numbers, tree_of_categories),
}


REST = "quantile"  # recodes the columns that a method cannot, for the regression


def regression(features, train, test):
    """The log loss of a logistic regression for each held-out record, in nats."""
    model = make_pipeline(features, LogisticRegression(C=1.0, max_iter=2000))
    model.fit(train[0], train[1])
    of_class = {y: n for n, y in enumerate(model.classes_)}
    probabilities = model.predict_proba(test[0])
    # A class that the training records lack has the least probability that is not 0, as in scikit-learn's log_loss.
    least = np.finfo(float).eps
    return [-np.log(max(p[of_class[y]], least) if y in of_class else least) for p, y in zip(probabilities, test[1])]


def of_groups(train, test):
    """The regression on groups, with a column of 0 and 1 for each."""
    return regression(OneHotEncoder(handle_unknown="ignore"), train, test)


def ungrouped(job, train, test):
    """The regression on numbers, with means for missing values, and on all categories."""
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer

    numbers = [c["name"] for c in job["columns"] if c["number"]]
    categories = [c["name"] for c in job["columns"] if not c["number"]]
    features = make_column_transformer(
        (make_pipeline(SimpleImputer(add_indicator=True), StandardScaler()), numbers),
        (OneHotEncoder(handle_unknown="ignore"), categories),
    )
    return regression(features, (train.table, train.y), (test.table, test.y))


def main():
    warnings.simplefilter("ignore")  # of bins that are as narrow as nothing, and of k-means with few rows
    job = json.load(sys.stdin)
    train, test = Part(job["train"], job), Part(job["test"], job)
    answer = {"seconds": {}, "loss": {}}
    for name, (a, b) in job["recoded"].items():
        done = [pd.read_csv(path, dtype=str, keep_default_na=False) for path in (a, b)]
        answer["loss"][name] = of_groups((done[0], train.y), (done[1], test.y))
    recoded = {}
    for name in job["methods"]:
        job["evidence"] = name == "optbinning"
        began = time.perf_counter()
        recoded[name] = METHODS[name](job, train, test)
        answer["seconds"][name] = time.perf_counter() - began
        for part, groups in zip(("train", "test"), recoded[name]):
            groups.to_csv(os.path.join(job["folder"], f"{name}-{part}.csv"), index=False)
    for name, parts in recoded.items():
        a, b = (p.join(rest[rest.columns.difference(p.columns)]) for p, rest in zip(parts, recoded.get(REST, parts)))
        answer["loss"][name] = of_groups((a, train.y), (b, test.y))
    if "weights" in job:
        a, b = job["weights"]
        answer["loss"]["weights"] = regression(StandardScaler(), (a, train.y), (b, test.y))
    answer["loss"]["none"] = ungrouped(job, train, test)
    json.dump(answer, sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # some libraries abort the interpreter while it shuts down


main()
