"""Compare clusterings of documents by their words: dibmap's DIBClustering and sib-clustering's SIB.

    python python/benchmarks/clusterings.py [--documents N] [--words N] [--topics K]
    python python/benchmarks/clusterings.py --newsgroups [--seeds N]

A document is drawn from the words of one of K planted topics and of a base that all share. The table that
is printed goes into README.md in this folder. With --newsgroups, the documents are the 20 newsgroups, which
scikit-learn downloads once, as in the README of sib: the counts of the 10,000 most frequent words, documents
of equal weight, and 20 clusters. That table goes into docs/compare.md.
"""

from __future__ import annotations

import argparse
import os
import warnings
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn import metrics
from sklearn.preprocessing import normalize

SHARES = (0.6, 0.3, 0.2, 0.15)
"""The shares of words that are from the topic: from easy to nearly impossible."""

SCORES = (
    metrics.normalized_mutual_info_score,
    metrics.adjusted_mutual_info_score,
    metrics.adjusted_rand_score,
)


def documents(rows: int, words: int, topics: int, share: float) -> tuple[Any, Any]:
    """Return the counts of words, and the planted topics."""
    random = np.random.default_rng(0)
    of_topic, base = random.dirichlet(np.full(words, 0.05), topics), random.dirichlet(np.full(words, 0.3))
    planted = random.integers(0, topics, rows)
    counts = [random.multinomial(100, share * of_topic[t] + (1 - share) * base) for t in planted]
    return csr_matrix(np.stack(counts)), planted


def newsgroups() -> tuple[Any, Any]:
    """Return the counts of words of the 20 newsgroups, and the number of each document's group."""
    from sklearn.datasets import fetch_20newsgroups
    from sklearn.feature_extraction.text import CountVectorizer

    read = fetch_20newsgroups(subset="all", shuffle=True, random_state=256)
    return csr_matrix(CountVectorizer(max_features=10000).fit_transform(read.data), dtype=float), read.target


def information(counts: Any, labels: Any) -> float:
    """Return I(Z;Y) in bits."""
    member = csr_matrix((np.ones(len(labels)), (labels, np.arange(len(labels)))))
    joint = (member @ counts).tocoo()
    product = joint.sum(axis=1).A1[joint.row] * joint.sum(axis=0).A1[joint.col]
    return float((joint.data * np.log2(joint.data * joint.sum() / product)).sum() / joint.sum())


def tools(topics: int, seed: int = 0, starts: int = 10, *, uniform: bool = False) -> dict[str, Any]:
    """Return the clusterings, each in one thread."""
    from sib import SIB

    from dibmap.sklearn import DIBClustering

    return {
        "dibmap": DIBClustering(topics, uniform_prior=uniform, options={"workers": 1, "seed": seed}),
        "sib": SIB(topics, random_state=seed, n_init=starts, n_jobs=1, uniform_prior=uniform),
    }


def seeded(counts: Any, classes: Any, seeds: int) -> None:
    """Print the mean, the least and the best of what each tool finds from some seeds."""
    weighted, runs = normalize(counts, norm="l1"), dict[str, list[list[float]]](dibmap=[], sib=[])
    print(f"{counts.shape}, I(X;Y) = {information(weighted, np.arange(len(classes))):.4f}\n")
    print("| tool | | I(Z;Y), bits | NMI | AMI | ARI | processor time, s |\n" + "|---" * 7 + "|")
    for seed in range(seeds):
        for tool, made in tools(20, seed, 1, uniform=True).items():
            begin = seconds()
            labels = np.asarray(made.fit_predict(counts))
            used = seconds() - begin
            agree = [score(classes, labels) for score in SCORES]
            runs[tool].append([information(weighted, labels), *agree, used])
    for tool, found in runs.items():
        mean, best = np.mean(found, axis=0), [*max(found)[:-1], sum(run[-1] for run in found)]
        for name, (told, *agree, used) in zip(
            ("mean", "least", "best"), (mean, min(found), best), strict=True
        ):
            scores = " | ".join(f"{score:.3f}" for score in agree)
            print(f"| {tool} | {name} | {told:.4f} | {scores} | {used:.1f} |")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--words", type=int, default=3000)
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--newsgroups", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.newsgroups:
        seeded(*newsgroups(), options.seeds)
        return
    print("| words of the topic | tool | NMI | I(Z;Y), bits | processor time, s |\n" + "|---" * 5 + "|")
    for share in SHARES:
        counts, planted = documents(options.documents, options.words, options.topics, share)
        for tool, made in tools(options.topics).items():
            begin = seconds()
            labels = np.asarray(made.fit_predict(counts))
            used = seconds() - begin
            agree = metrics.normalized_mutual_info_score(planted, labels)
            told = information(counts, labels)
            print(f"| {share:.0%} | {tool} | {agree:.3f} | {told:.4f} | {used:.1f} |", flush=True)


def seconds() -> float:
    """Return the processor time of this process and of the programs that it ran."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main()
