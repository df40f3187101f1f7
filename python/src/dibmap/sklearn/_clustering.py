"""Clusters of rows of counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from .._errors import InputError
from .._map import map
from ._loss import nearest
from ._search import search_for


class DIBClustering(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Cluster the rows of a matrix of counts by what their columns tell: words of documents, for example.

    A row is a value of X, a column is a value of Y, and an entry counts how often they occur together. The
    clusters Z of rows keep much of the information I(X;Y). With `n_clusters`, a search finds the most
    informative clusters of that number, of any size; without it, the number is recommended.

    Parameters
    ----------
    n_clusters : int, optional
        The number of clusters; None for the recommended one.
    budget : float, optional
        Instead, the most informative clusters with an entropy H(Z) of at most this number of bits.
    keep : float, optional
        Instead, the clusters of fewest bits that keep this share of I(X;Y), such as 0.95.
    uniform_prior : bool
        Whether all rows weigh the same, instead of the sum of their counts.
    effort : float
        A factor on the steps of the search by :func:`dibmap.map`. More steps seldom find better clusters
        of documents.
    options : dict, optional
        More arguments of :func:`dibmap.map`, such as ``{"time_limit": 60}``, which outdo those that this
        class passes: ``prove=False``, and without `budget` and `keep` also ``problem="dmc"``. With
        ``{"problem": "dib"}``, `frontier_` has all trade-offs of H(Z) and I(Z;Y).

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each row; -1 for a row without counts.
    n_clusters_ : int
        The number of clusters.
    grouping_ : Grouping
        The clusters, with their H(Z) and I(Z;Y) in bits; rows are called by their positions.
    frontier_ : Frontier
        All Pareto-optimal clusterings that were found, among which `grouping_` was chosen: without `budget`
        and `keep`, the most informative clustering for each number of clusters.
    n_features_in_ : int
        The number of columns that `fit` saw.
    feature_names_in_ : ndarray of str
        Their names, if they have names.

    See Also
    --------
    dibmap.map : The same for tables of any kind.

    Examples
    --------
    >>> from dibmap.sklearn import DIBClustering
    >>> DIBClustering(n_clusters=2).fit_predict([[9, 1, 0], [0, 2, 8], [8, 0, 1], [1, 1, 9]])
    array([0, 1, 0, 1])
    """

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        budget: float | None = None,
        keep: float | None = None,
        uniform_prior: bool = False,
        effort: float = 0.03,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.budget = budget
        self.keep = keep
        self.uniform_prior = uniform_prior
        self.effort = effort
        self.options = options

    def fit(self, X: Any, y: Any = None) -> DIBClustering:
        """Find clusters of the rows of X.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Counts, or other numbers that are not negative.
        y : None
            Is not used.

        Returns
        -------
        DIBClustering
            This object.

        Raises
        ------
        ValueError
            X has a negative number, or only zeros, or an argument is wrong.
        """
        if sum(choice is not None for choice in (self.n_clusters, self.budget, self.keep)) > 1:
            raise InputError("n_clusters, budget and keep each choose clusters: give one of them")
        table = self._counts(X, reset=True)
        full = np.flatnonzero(table.sum(axis=1))
        if self.n_clusters is not None and not 1 <= self.n_clusters <= len(full):
            raise InputError(
                f"n_clusters is {self.n_clusters}, but n_samples={len(full)} rows have counts:"
                f" want 1 to {len(full)}"
            )
        arguments = search_for(self.n_clusters, self.budget, self.keep) | {"effort": self.effort}
        arguments |= self.options or {}
        cells = table.tocoo()  # rows without counts are not among them
        records = {"row": cells.row, "column": cells.col, "count": cells.data}
        types = {"row": "category", "column": "category"}
        self.frontier_ = map(records, "row", "column", "count", **{"type": types, **arguments})
        self.grouping_ = self.frontier_.select(clusters=self.n_clusters, budget=self.budget, keep=self.keep)
        self.n_clusters_ = self.grouping_.k
        self.labels_ = np.full(table.shape[0], -1)
        self.labels_[np.array(self.frontier_.labels, dtype=np.int64)] = self.grouping_.assignment
        member = (np.ones(len(full)), (self.labels_[full], full))
        sums = csr_matrix(member, shape=(self.n_clusters_, table.shape[0])) @ table
        self._joint = sums.toarray()
        return self

    def predict(self, X: Any) -> npt.NDArray[np.int64]:
        """Return the cluster that loses the least information I(Z;Y) by taking in each row.

        A row of `fit` mostly gets the cluster that it has in `labels_`. It may get another one, since the
        clusters of `fit` are chosen together, and each new row for itself.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Counts, or other numbers that are not negative.

        Returns
        -------
        ndarray of shape (n_samples,)
            The cluster of each row; -1 for a row without counts, or without counts in columns that have
            counts in clusters.

        Raises
        ------
        ValueError
            X has a negative number, or its columns differ from those of `fit`.
        """
        check_is_fitted(self)
        return nearest(self._counts(X, reset=False), self._joint)

    def _counts(self, X: Any, *, reset: bool) -> Any:
        """Return X as a sparse matrix in CSR format, with weights of rows as they are asked for."""
        X = validate_data(self, X, reset=reset, accept_sparse="csr", dtype=np.float64)
        check_non_negative(X, type(self).__name__)
        table = csr_matrix(X)
        if self.uniform_prior:
            mass = np.asarray(table.sum(axis=1)).ravel()
            scale = np.divide(1.0, mass, out=np.zeros_like(mass), where=mass > 0)
            table = table.multiply(scale[:, None]).tocsr()
        return table

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags
