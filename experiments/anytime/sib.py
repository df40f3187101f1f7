"""Groups the rows of a table by sib-clustering (IBM). Reads a job as JSON from standard input: the
row, column and count of every cell, the numbers of clusters and the seed. Writes a line of JSON for
each number of clusters, as soon as it is done: the seconds that the call took, and the cluster of
every row."""

import json
import sys
import time

import numpy as np
import scipy.sparse
from sib import SIB


def fit(counts, k, seed):
    """Rows are weighted by their counts, as in I(Z;Y). Of four starts, the best one is kept."""
    model = SIB(n_clusters=k, n_init=4, random_state=seed, uniform_prior=False)
    return model.fit(counts).labels_


def main():
    job = json.load(sys.stdin)
    counts = scipy.sparse.csr_matrix((np.array(job["counts"], dtype=float), (job["rows"], job["columns"])))
    fit(scipy.sparse.csr_matrix(np.eye(4)), 2, 0)  # starts the processes that later calls use
    for k in job["clusters"]:
        start = time.perf_counter()
        labels = fit(counts, k, job["seed"])
        line = {"k": k, "seconds": time.perf_counter() - start, "labels": [int(c) for c in labels]}
        print(json.dumps(line), flush=True)


main()
