"""What it costs to put more into a cluster."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def nearest(rows: Any, clusters: Floats) -> npt.NDArray[np.int64]:
    """Return for each row the cluster that takes it in at the least loss of I(Z;Y).

    The loss is (w + p) times the Jensen-Shannon divergence of the row, of mass w, and the cluster, of
    mass p: the cost of a merge in the agglomerative information bottleneck (Slonim and Tishby, 1999).
    ``dibmap encode --unknown nearest`` has the same rule for records.

    Parameters
    ----------
    rows : scipy.sparse matrix in CSR format, shape (n, m)
        Masses of the values of Y in each row, relative to those of `clusters`.
    clusters : ndarray of shape (k, m)
        Masses of the values of Y in each cluster.

    Returns
    -------
    ndarray of shape (n,)
        Numbers of clusters; -1 for a row that has no mass, or none in values of Y that clusters have.
    """
    rows = rows.copy()
    rows.sum_duplicates()
    mass = np.asarray(rows.sum(axis=1), dtype=np.float64).ravel()
    row_of = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))

    def summed(terms: Floats) -> Floats:
        """Add up over the values of Y of each row."""
        sums: Floats = np.bincount(row_of, weights=terms, minlength=rows.shape[0]).astype(np.float64)
        return sums

    losses = np.empty((rows.shape[0], len(clusters)))
    for number, cluster in enumerate(clusters):
        # A value of Y that the row does not have changes nothing.
        of_values = summed(_merged(rows.data, cluster[rows.indices]))
        losses[:, number] = _merged(mass, np.full_like(mass, cluster.sum())) - of_values
    known = summed(rows.data * (clusters.sum(axis=0)[rows.indices] > 0)) > 0
    best: npt.NDArray[np.int64] = losses.argmin(axis=1)
    best[~known] = -1
    return best


def _merged(a: Floats, b: Floats) -> Floats:
    """Return phi(a + b) - phi(a) - phi(b), where phi(t) is t log2 t."""
    difference: Floats = _phi(a + b) - _phi(a) - _phi(b)
    return difference


def _phi(t: Floats) -> Floats:
    return t * np.log2(t, where=t > 0, out=np.zeros_like(t, dtype=np.float64))
