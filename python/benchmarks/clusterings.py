"""Compare clusterings of documents by their words: dibmap's DIBClustering and sib-clustering's SIB.

    python python/benchmarks/clusterings.py [--documents N] [--words N] [--topics K]

A document is drawn from the words of one of K planted topics and of a base that all share. The table that
is printed goes into README.md in this folder.
"""

from __future__ import annotations

import argparse
import os
import warnings
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.metrics import normalized_mutual_info_score

SHARES = (0.6, 0.3, 0.2, 0.15)
"""The shares of words that are from the topic: from easy to nearly impossible."""


def documents(rows: int, words: int, topics: int, share: float) -> tuple[Any, Any]:
    """Return the counts of words, and the planted topics."""
    random = np.random.default_rng(0)
    of_topic, base = random.dirichlet(np.full(words, 0.05), topics), random.dirichlet(np.full(words, 0.3))
    planted = random.integers(0, topics, rows)
    counts = [random.multinomial(100, share * of_topic[t] + (1 - share) * base) for t in planted]
    return csr_matrix(np.stack(counts)), planted


def information(counts: Any, labels: Any) -> float:
    """Return I(Z;Y) in bits."""
    member = csr_matrix((np.ones(len(labels)), (labels, np.arange(len(labels)))))
    joint = (member @ counts).toarray() / counts.sum()
    product = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    some = joint > 0
    return float((joint[some] * np.log2(joint[some] / product[some])).sum())


def tools(topics: int, *, uniform: bool) -> dict[str, Any]:
    """Return the clusterings, each in one thread."""
    from sib import SIB

    from dibmap.sklearn import DIBClustering

    return {
        "dibmap": DIBClustering(topics, uniform_prior=uniform, options={"workers": 1}),
        "sib": SIB(topics, random_state=0, n_jobs=1, uniform_prior=uniform),
    }


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--words", type=int, default=3000)
    parser.add_argument("--topics", type=int, default=20)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| words of the topic | tool | NMI | I(Z;Y), bits | processor time, s |\n" + "|---" * 5 + "|")
    for share in SHARES:
        counts, planted = documents(options.documents, options.words, options.topics, share)
        for tool, made in tools(options.topics, uniform=False).items():
            begin = seconds()
            labels = np.asarray(made.fit_predict(counts))
            used = seconds() - begin
            agree = normalized_mutual_info_score(planted, labels)
            told = information(counts, labels)
            print(f"| {share:.0%} | {tool} | {agree:.3f} | {told:.4f} | {used:.1f} |", flush=True)


def seconds() -> float:
    """Return the processor time of this process and of the programs that it ran."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main()
