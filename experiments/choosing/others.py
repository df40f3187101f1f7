"""Groups values of X with other programs. Reads jobs as JSON from standard input, and writes the
groups as JSON: for every job, method and number of groups the group of every value, and then of
every value that is not in the job's records (for methods that cut the line of numbers)."""

import json
import os
import sys
import warnings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # the tables are small

import numpy as np
from sklearn.cluster import KMeans
from sklearn.tree import DecisionTreeClassifier


def cells(counts):
    """The place of the value, the place of Y and the count of every cell that is not 0."""
    x, y = np.nonzero(counts)
    return x, y, counts[x, y]


def tree(job, k):
    """A decision tree with k leaves; values without order get a column each."""
    x, y, n = cells(job["counts"])
    places = job["line"][:, None] if job["ordered"] else np.eye(len(job["counts"]))
    model = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=k, random_state=0)
    model.fit(places[x], y, sample_weight=n)
    new = job["new"][:, None] if job["ordered"] else np.empty((0, places.shape[1]))
    return np.concatenate([model.apply(places), model.apply(new) if len(new) else []])


def kmeans_y(job, k):
    """k-means on the distributions of Y, each with the weight of its value."""
    weight = job["counts"].sum(axis=1)
    rows = job["counts"] / weight[:, None]
    return kmeans(k).fit(rows, sample_weight=weight).labels_


def kmeans_x(job, k):
    """k-means on the numbers."""
    model = kmeans(k).fit(job["line"][:, None], sample_weight=job["counts"].sum(axis=1))
    return model.predict(np.concatenate([job["line"], job["new"]])[:, None])


def kmeans(k):
    return KMeans(n_clusters=k, n_init=10, random_state=0)


def quantile(job, k):
    """Bins of about equal numbers of records."""
    records = np.repeat(job["line"], job["counts"].sum(axis=1).astype(int))
    edges = np.unique(np.quantile(records, np.arange(1, k) / k))
    return np.searchsorted(edges, np.concatenate([job["line"], job["new"]]), side="left")


def optbinning(job, k):
    """optbinning with at most k bins, without a monotonic trend; otherwise its defaults."""
    from optbinning import MulticlassOptimalBinning, OptimalBinning

    x, y, n = cells(job["counts"])
    n = n.astype(int)
    if job["counts"].shape[1] > 2:
        model = MulticlassOptimalBinning(max_n_bins=k, monotonic_trend=None)
    elif job["ordered"]:
        model = OptimalBinning(max_n_bins=k, monotonic_trend=None)
    else:
        model = OptimalBinning(max_n_bins=k, dtype="categorical")
    values, new = (job["line"], job["new"]) if job["ordered"] else (np.array(job["labels"], dtype=object), [])
    model.fit(np.repeat(values[x], n), np.repeat(y, n))
    return model.transform(np.concatenate([values, new]), metric="indices")


METHODS = {"tree": tree, "kmeans-y": kmeans_y, "kmeans-x": kmeans_x, "quantile": quantile, "optbinning": optbinning}


def main():
    warnings.simplefilter("ignore")  # k-means warns of fewer distinct rows than groups
    answers = []
    for job in json.load(sys.stdin):
        job["counts"] = np.array(job["counts"], dtype=float)
        job["line"] = np.array(job["line"] or [], dtype=float)
        job["new"] = np.array(job["new"] or [], dtype=float)
        answer = {}
        for name in job["methods"]:
            answer[name] = [[int(g) for g in METHODS[name](job, k)] for k in job["clusters"]]
        answers.append(answer)
    json.dump(answers, sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # some libraries abort the interpreter while it shuts down


main()
