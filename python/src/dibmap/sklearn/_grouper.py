"""A transformer that replaces categories by their groups."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import (
    _check_feature_names_in,
    _check_sample_weight,
    assert_all_finite,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
)

from .._errors import DibmapWarning, InputError
from .._frames import frame
from .._grouping import Grouping
from .._map import map
from .._transform import UNKNOWN
from ._columns import columns_of, has_gaps, positions
from ._loss import nearest
from ._output import joined, one_hot
from ._runs import each
from ._search import search_for

CHOICES = {
    "output": ("numbers", "labels", "onehot"),
    "handle_unknown": ("error", "nearest", "other"),
    "handle_missing": ("group", "nearest", "unknown", "error"),
    "target_type": ("auto", "classes", "numbers"),
}
"""What the arguments that are words can be."""


class InformationGrouper(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Replace the values of columns by groups that are small and still tell much about y.

    For each column and number of groups, :func:`dibmap.map` finds the grouping Z = f(X) that tells most
    about y, and the number is recommended. With `budget` or `keep`, it chooses among the Pareto-optimal
    groupings by entropy H(Z) and information I(Z;y), which takes longer. Categories are grouped in any way;
    numbers, and categories that have an order, into ranges.

    Parameters
    ----------
    columns : list of str or of int, optional
        The names or positions of the columns to group, by default all. Other columns are passed on.
    max_groups : int, optional
        The largest number of groups of a column.
    budget : float, optional
        Take the most informative grouping with an H(Z) of at most this number of bits.
    keep : float, optional
        Take the grouping of fewest bits that keeps this share of I(X;y), such as 0.95.
    validate : bool or int, default True
        Hold out each of 5 random parts of the rows in turn, or of this number of parts, and recommend a
        grouping that these support. With True, nothing is held out if that is impossible: with fewer than
        5 rows, with weights that are not whole, or with `options` for another problem, an estimator or
        other held-out rows.
    order : str, sequence or dict, optional
        The order of the values of columns; only neighbours are then grouped: "linear",
        "circular" or "none", as of :func:`dibmap.map`, or a list of the values. A dict has the order of
        some columns, by name or position.
    bins_x : int, str, sequence or dict, optional
        How columns of numbers are cut before they are grouped, as of :func:`dibmap.map`. A dict has the
        bins of some columns.
    type : str or dict, optional
        How columns are read: "category", "number", "time" or "duration". A dict has the types of some
        columns, by name or position. By default a column of text or categories is a category, and a
        column of numbers is cut into bins.
    target_type : {"auto", "classes", "numbers"}
        The type of y. "auto" asks :func:`sklearn.utils.multiclass.type_of_target`: y is numbers if one of
        them is not whole. Numbers are cut into 10 bins with equally many rows, unless `options` has
        ``bins_y``.
    handle_unknown : {"error", "nearest", "other"}
        The treatment of values that `fit` did not see: an error; the group whose y is most similar to
        all rows, since nothing else is known; or no group, which is -1 as a number, "(unknown)" as a
        label, and 0 in all columns of "onehot". Numbers between and beyond those seen are known.
        With ``options={"min_count": 20}``, values that are rarer are put together in `fit`, and values
        that it did not see belong there instead of being an error.
    handle_missing : {"group", "nearest", "unknown", "error"}
        The treatment of missing values: a group of their own, which `max_groups` does not count, or a
        value like others for categories that lack at least 1 % of the values; the most similar group; a
        value that `fit` did not see; or an error, for infinite numbers, too.
        The first three are ``missing="own"``, ``"nearest"`` and ``"drop"`` of :func:`dibmap.map`.
    output : {"numbers", "labels", "onehot"}
        The form of groups: their numbers from 0, the labels that list their most frequent values, or a
        column of 0 and 1 for each.
    sparse_output : bool
        Whether "onehot" makes a sparse matrix.
    options : dict, optional
        More arguments of :func:`dibmap.map`, such as ``{"min_count": 20}``, which outdo those that this
        class passes: ``prove=False``, and without `budget` and `keep` also ``problem="dmc"``. With
        ``{"problem": "dib"}``, the frontier of each grouping has all trade-offs of H(Z) and I(Z;y).
    n_jobs : int, optional
        How many columns are grouped at once; -1 for one a processor.

    Attributes
    ----------
    groupings_ : dict of str to Grouping
        The grouping of each column that is grouped, by its name, or "x0", "x1" and so on. The attribute
        ``frontier`` of a grouping has all others.
    n_features_in_ : int
        The number of columns that `fit` saw.
    feature_names_in_ : ndarray of str
        Their names, if they have names.

    See Also
    --------
    dibmap.map : Find all groupings of one column.
    DIBClustering : Group rows of counts.

    Notes
    -----
    A group is chosen by how its values go with y. Where categories are rare, part of that is chance, and
    a model that is trained on the same rows sees it: choose with `validate`, or ``min_count`` in
    `options`, and judge the whole pipeline by cross-validation.

    Examples
    --------
    >>> from dibmap.sklearn import InformationGrouper
    >>> cities = [["Oslo"], ["Rome"], ["Bergen"], ["Milan"]] * 50
    >>> heating = ["electric", "gas", "electric", "gas"] * 50
    >>> grouper = InformationGrouper().fit(cities, heating)
    >>> grouper.transform([["Bergen"], ["Oslo"], ["Rome"]])
    array([[0],
           [0],
           [1]], dtype=int32)
    """

    def __init__(
        self,
        columns: Sequence[str | int] | None = None,
        *,
        max_groups: int | None = None,
        budget: float | None = None,
        keep: float | None = None,
        validate: bool | int | None = True,
        order: Any = None,
        bins_x: Any = None,
        type: str | Mapping[str | int, str] | None = None,
        target_type: str = "auto",
        handle_unknown: str = "error",
        handle_missing: str = "group",
        output: str = "numbers",
        sparse_output: bool = False,
        options: Mapping[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.columns = columns
        self.max_groups = max_groups
        self.budget = budget
        self.keep = keep
        self.validate = validate
        self.order = order
        self.bins_x = bins_x
        self.type = type
        self.target_type = target_type
        self.handle_unknown = handle_unknown
        self.handle_missing = handle_missing
        self.output = output
        self.sparse_output = sparse_output
        self.options = options
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> InformationGrouper:
        """Find the groups of every column.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Columns of categories or numbers; a frame of pandas or polars keeps the types of its columns.
        y : array-like of shape (n_samples,)
            The target: classes or numbers.
        sample_weight : array-like of shape (n_samples,), optional
            How often each row counts.

        Returns
        -------
        InformationGrouper
            This object.

        Raises
        ------
        ValueError
            X, y or an argument are wrong.
        """
        self._check_words()
        columns = columns_of(self, X, reset=True, y=y)
        target = self._target(y)
        check_consistent_length(columns[0], target)
        names = list(_check_feature_names_in(self))
        self._positions = positions(self.columns, getattr(self, "feature_names_in_", None), len(columns))
        self._refuse_missing(columns, names)
        keep: Any = slice(None)
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, columns[0], ensure_non_negative=True)
            keep = np.flatnonzero(weights)  # a row that does not count is as if it were not there
            target, weights = target[keep], _whole(weights[keep])
        jobs = effective_n_jobs(self.n_jobs)

        def grouped(j: int) -> tuple[Grouping, int]:
            return self._group(names[j], j, _rows(columns[j], keep), target, weights)

        found = each(grouped, self._positions, jobs)
        self.groupings_ = {names[j]: g for j, (g, _) in zip(self._positions, found, strict=True)}
        self._unknown = [group for _, group in found]
        self._say_what_tells_nothing()
        return self

    def transform(self, X: Any) -> Any:
        """Replace values by their groups.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The columns that `fit` saw.

        Returns
        -------
        ndarray, sparse matrix or frame, of shape (n_samples, n_features_out)
            The columns that `get_feature_names_out` lists. Where columns of a frame are passed on, it is
            a frame like X.

        Raises
        ------
        ValueError
            A value was not seen by `fit`, or is missing, and that is an error.
        """
        check_is_fitted(self)
        columns = columns_of(self, X, reset=False)
        names = list(_check_feature_names_in(self))
        self._refuse_missing(columns, names)
        places = list(enumerate(self._positions))
        codes = each(lambda p: self._codes(p[0], columns[p[1]]), places, effective_n_jobs(self.n_jobs))
        blocks: list[Any] = list(columns)
        for j, numbers in zip(self._positions, codes, strict=True):
            grouping = self.groupings_[names[j]]
            if self.output == "onehot":
                blocks[j] = one_hot(numbers, len(grouping.names))
            elif self.output == "labels":
                blocks[j] = np.array([*grouping.names, UNKNOWN], dtype=object)[numbers]
            else:
                blocks[j] = numbers
        passed = len(self._positions) < len(columns)
        return joined(X, blocks, list(self.get_feature_names_out()), sparse=self._sparse, passed=passed)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """Return the names of the columns that `transform` makes.

        Parameters
        ----------
        input_features : array-like of str, optional
            The names of the columns of X, if `fit` saw none; otherwise they must be the same.

        Returns
        -------
        ndarray of str
            Names of columns; with "onehot" they have the label of the group behind them.
        """
        check_is_fitted(self)
        learned = _check_feature_names_in(self)
        names = _check_feature_names_in(self, input_features)
        if self.output != "onehot":
            return np.asarray(names, dtype=object)
        out: list[str] = []
        for j, name in enumerate(names):
            labels = self.groupings_[learned[j]].names if j in self._positions else None
            out += [name] if labels is None else [f"{name}_{label}" for label in labels]
        return np.array(out, dtype=object)

    @property
    def summary_(self) -> Any:
        """The chosen groupings, as a data frame of pandas or polars with a row for each grouped column.

        The columns are `column`, `groups`, `values` (how many there were, or bins of numbers), `h` and `i`
        (H(Z) and I(Z;y) in bits), `share` (of I(X;y)), and `reason`.
        """
        check_is_fitted(self)
        found = self.groupings_.values()
        columns = {
            "column": list(self.groupings_),
            "groups": [g.k for g in found],
            "values": [len(g.assignment) for g in found],
            "h": [g.h for g in found],
            "i": [g.i for g in found],
            "share": [g.i / g.frontier.ixy if g.frontier.ixy > 0 else 0.0 for g in found],
            "reason": [g.recommendation.reason if g.recommendation else "" for g in found],
        }
        return frame(columns, "the attribute groupings_")

    # The parts of fit and transform.

    def _check_words(self) -> None:
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise InputError(f"{name} is {getattr(self, name)!r}: want one of {', '.join(words)}")
        if self.budget is not None and self.keep is not None:
            raise InputError("budget and keep each choose a grouping: give one of them")

    @property
    def _sparse(self) -> bool:
        return bool(self.sparse_output and self.output == "onehot")

    def _target(self, y: Any) -> npt.NDArray[Any]:
        """Return y as an array, and learn whether it is numbers."""
        kind = type_of_target(y, input_name="y", raise_unknown=True)
        target = column_or_1d(y, warn=True)
        assert_all_finite(target, input_name="y")
        if self.target_type == "auto" and kind not in ("binary", "multiclass", "continuous"):
            raise InputError(f"y is {kind}: want classes or numbers, one a row")
        self._numbers = self.target_type == "numbers" or (self.target_type == "auto" and kind == "continuous")
        array: npt.NDArray[Any] = target
        return array

    def _refuse_missing(self, columns: Sequence[Any], names: Sequence[str]) -> None:
        if self.handle_missing == "error":
            missing = [names[j] for j in self._positions if has_gaps(columns[j])]
            if missing:
                raise InputError(
                    f"values are missing or infinite in {', '.join(missing)}:"
                    " fill them, or choose handle_missing='group'"
                )

    def _group(
        self, name: str, j: int, column: Any, target: npt.NDArray[Any], weights: Any
    ) -> tuple[Grouping, int]:
        """Return the grouping of a column, and the number of the group that unknown values get."""
        y, count = _other_name("y", {name}), _other_name("weight", {name, "y"})
        data = {name: column, y: target} | ({count: weights} if weights is not None else {})
        arguments: dict[str, Any] = {
            "workers": 1 if effective_n_jobs(self.n_jobs) > 1 else None,
            "max_clusters": self.max_groups,
            "missing": {"nearest": "nearest", "unknown": "drop"}.get(self.handle_missing),
            "validate": self._held_out(np.ones(len(target)) if weights is None else weights),
            "order": _of_column(self.order, name, j),
            "bins_x": _of_column(self.bins_x, name, j),
        }
        arguments |= search_for(self.max_groups, self.budget, self.keep)
        arguments |= self.options or {}
        types = {y: "number" if self._numbers else "category", name: _of_column(self.type, name, j)}
        given = {key: of for key, of in types.items() if of is not None}
        arguments["type"] = given | dict(arguments.get("type") or {})
        frontier = map(data, [name], [y], count if weights is not None else None, **arguments)
        if frontier.status == "interrupted":
            raise KeyboardInterrupt  # groups of a search that was cut short are not what was asked for
        grouping = frontier.select(budget=self.budget, keep=self.keep)
        if self.handle_unknown != "nearest":
            return grouping, -1
        return grouping, self._average_group(grouping, column, target, weights)

    def _held_out(self, weights: npt.NDArray[Any]) -> bool | int | None:
        """Return how rows are held out, where that is possible."""
        others = {"problem", "estimator", "fold", "test"} & set(self.options or {})
        counts = bool(np.all(weights == np.floor(weights))) and weights.sum() >= 5
        return None if self.validate is True and (others or not counts) else self.validate

    def _average_group(self, grouping: Grouping, column: Any, target: Any, weights: Any) -> int:
        """Return the group that takes in one more row at the least loss, if its y is that of all rows."""
        from scipy.sparse import csr_matrix

        groups = np.asarray(grouping.transform(column, unknown="label", names="numbers"))
        classes = (
            np.searchsorted(np.quantile(target, np.arange(0.1, 1, 0.1)), target)
            if self._numbers
            else (np.unique(target, return_inverse=True)[1])
        )
        joint = np.zeros((len(grouping.names), int(classes.max()) + 1))
        seen = groups >= 0
        np.add.at(joint, (groups[seen], classes[seen]), 1.0 if weights is None else weights[seen])
        return int(nearest(csr_matrix(joint.sum(axis=0, keepdims=True) / joint.sum()), joint)[0])

    def _codes(self, place: int, column: Any) -> npt.NDArray[np.int32]:
        """Return the groups of a column of X; -1 for no group."""
        grouping = list(self.groupings_.values())[place]
        unknown = None if self.handle_unknown == "error" else "label"
        numbers = np.asarray(grouping.transform(column, unknown=unknown, names="numbers"), dtype=np.int32)
        return np.where(numbers < 0, np.int32(self._unknown[place]), numbers)

    def _say_what_tells_nothing(self) -> None:
        nothing = [name for name, grouping in self.groupings_.items() if grouping.k == 1]
        if nothing:
            text = (
                f"{len(nothing)} of {len(self.groupings_)} columns have one group, as they tell nothing of y"
            )
            listed = ", ".join(nothing[:10]) + (" and more" if len(nothing) > 10 else "")
            warnings.warn(f"{text} that counts: {listed}", DibmapWarning, stacklevel=3)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = self.handle_missing != "error"
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []
        return tags


def _other_name(name: str, taken: set[str]) -> str:
    """Return a name like this one that is not taken."""
    while name in taken:
        name += "_"
    return name


def _of_column(given: Any, name: str, j: int) -> Any:
    """Return what an argument says of a column: it is for all, or a dict for some."""
    return given.get(name, given.get(j)) if isinstance(given, Mapping) else given


def _whole(weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return weights as integers if they are whole: then they are counts."""
    return weights.astype(np.int64) if np.all(weights == np.floor(weights)) else weights


def _rows(column: Any, keep: Any) -> Any:
    """Return some rows of a column."""
    return column.iloc[keep] if hasattr(column, "iloc") else column[keep]
