"""A transformer that replaces columns by groups of their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_is_fitted

from .._errors import InputError, warn
from .._frames import frame
from ._apart import parts_of
from ._checking import check_arguments, target_of
from ._columns import by_name, checked_names, columns_of, has_gaps, names_of, positions, rows_of, weights_of
from ._encoding import Encoding, Hot, joined
from ._fitting import Fitting, Target
from ._leak import check as check_leak
from ._leak import checked as checked_leak
from ._leak import place_of, within

Output = Literal["auto", "onehot", "ordinal", "group", "target", "woe"]


class InformationGrouper(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Replace the values of columns by groups that tell a model much about y.

    One run of the program groups all columns: categories in any way; numbers, and categories that have an
    order, into ranges. Applying the groups is a look-up. The arguments `order`, `bins`, `type`, `min_count`,
    `smooth` and `handle_missing` take a value for all columns, or a dict with values for some columns by name
    or position. They skip columns to which they do not apply.

    Parameters
    ----------
    columns : list of str or of int, optional
        The names or positions of the columns to group, by default all. Other columns are passed on.
    rule : {"predict", "explain"}
        How the number of groups is chosen: "predict" takes the number that predicts held-out rows best or, of
        a column with an order, the smallest within one standard error of that. A column has one group unless
        a test shows that it tells something. Ranges of numbers are divided further, and up to 20 values of
        a category stay apart, if that tells more of y than the groups of all columns in an additive model
        do. These tests have a rate of false discoveries of 20 %, and look at 20,000 rows at most.
        "explain" recommends as :meth:`dibmap.Frontier.recommend` does for a reader, with fewer groups.
    n_groups : int, optional
        Exactly this number of groups; a column of fewer values keeps its values.
    max_groups : int, optional
        The largest number of groups of a column.
    budget : float, optional
        Take the most informative grouping with an H(Z) of at most this number of bits.
    keep : float, optional
        Take the grouping of fewest bits that keeps this share of I(X;y), such as 0.95.
    validate : bool or int, default True
        The number of random parts of the rows that are held out in turn to choose the number of groups: True
        for 5. With fewer than 5 rows, or weights that are not whole, none are, and the rule is "explain".
    order : str, sequence or dict, optional
        "linear", "circular" or "none": whether only neighbours are grouped. Or a list of the values in their
        order.
    bins : int, str, sequence or dict, optional
        How columns of numbers are cut before they are grouped, as `bins_x` of :func:`dibmap.map`.
    type : str or dict, optional
        How columns are read: "category", "number", "time" or "duration". By default text is a category, and
        numbers are cut into bins.
    min_count : int or dict, optional
        Put values of categories that are in fewer rows together, with those that `fit` did not see.
    smooth : float, "auto", "none" or dict, optional
        Shrink the distribution of y for each value towards the overall distribution, as if this number of
        rows like all had the value in addition. The rule "predict" estimates the number by default.
    target_type : {"auto", "classes", "continuous"}
        The type of y. "auto" takes numbers that are not all whole, and more than 50 different whole numbers,
        for continuous: groups explain their mean, and I(Z;y) is the share of their variance.
    leak : str, int or array-like of shape (n_samples,), optional
        A variable about which groups are to tell little, such as a protected attribute: the name or position
        of a column of X, which is neither grouped nor a part of the result, or a value for each row. Only
        `fit` needs it. y is then of classes, and rows are not smoothed. Another run of the program for each
        column takes longer than all columns without it.
    max_leak : float, optional
        With `leak`: the most that the groups of a column tell about it in the rows of `fit`, in bits. Of the
        groupings into at most as many groups as without a limit, it is the most informative one. Groups of
        several columns together may tell more.
    handle_unknown : {"nearest", "other", "error"}
        The treatment of values that `fit` did not see: the group whose y is most similar to all rows, since
        nothing else is known; no group, which is 0 in all columns of "onehot", -1 as a number and "(unknown)"
        as a label; or an error. "target" and "woe" have the value of all rows for the first two. Numbers
        between and beyond those seen are known.
    handle_missing : {"group", "nearest", "unknown", "error"} or dict
        The treatment of missing values: a group of their own, which `max_groups` does not count, or a
        value like others for categories that lack at least 1 % of the values; the most similar group, for
        classes; a value that `fit` did not see; or an error, for infinite numbers, too.
    output : {"auto", "onehot", "ordinal", "group", "target", "woe"}
        The form of groups. "auto" is "onehot", and "target" for categories of many values: more than 40 with
        fewer than 40 rows each on average, whose rows are smoothed, as `rule` "predict" does. The others are:
        a column of 0 and 1 for each; their numbers from 0; the labels that list their most frequent values;
        smoothed log odds (in nats) of the last class, or of each of more than two, and means of numbers; or
        the weight of evidence ln P(group|last) / P(group|first) for two classes. One group is a constant.
        For "target" and "woe", and for the other numbers of a category of many values, `fit_transform` says
        of each row what the rows of other parts suggest, as :class:`sklearn.preprocessing.TargetEncoder`
        does: a rare value may have another group than in `transform`.
    sparse_output : bool
        Whether "auto" and "onehot" make a sparse matrix.
    cv : int
        The number of parts into which `fit_transform` divides the rows; with 1 it is the same as `transform`.
    seed : int
        The seed of parts of the rows.
    effort : float, optional
        A factor on the steps of the search, as of :func:`dibmap.scan`.
    n_jobs : int, optional
        The number of threads; by default, and for -1, one a processor. The result does not depend on it.
    verbose : bool
        Whether to print all that the program says of the columns. Otherwise one warning sums it up.

    Attributes
    ----------
    groupings_ : dict of str to Grouping
        The grouping of each column that is grouped, by its name, or "x0", "x1" and so on. The attribute
        ``frontier`` of a grouping has all others.
    classes_ : ndarray
        The classes of y; None for numbers.
    n_features_in_ : int
        The number of columns that `fit` saw.
    feature_names_in_ : ndarray of str
        Their names, if they have names.

    See Also
    --------
    dibmap.scan : The same for people.
    DIBClustering : Group rows of counts.

    Examples
    --------
    >>> from dibmap.sklearn import InformationGrouper
    >>> cities = [["Oslo"], ["Rome"], ["Bergen"], ["Milan"]] * 50
    >>> heating = ["electric", "gas", "electric", "gas"] * 50
    >>> grouper = InformationGrouper().fit(cities, heating)
    >>> grouper.transform([["Bergen"], ["Oslo"], ["Rome"]])
    array([[1., 0.],
           [1., 0.],
           [0., 1.]])
    """

    def __init__(
        self,
        columns: Sequence[str | int] | None = None,
        *,
        rule: Literal["predict", "explain"] = "predict",
        n_groups: int | None = None,
        max_groups: int | None = None,
        budget: float | None = None,
        keep: float | None = None,
        validate: bool | int | None = True,
        order: Any = None,
        bins: Any = None,
        type: str | Mapping[str | int, str] | None = None,
        min_count: int | Mapping[str | int, int] | None = None,
        smooth: float | str | Mapping[str | int, float | str] | None = None,
        leak: Any = None,
        max_leak: float | None = None,
        target_type: Literal["auto", "classes", "continuous"] = "auto",
        handle_unknown: Literal["nearest", "other", "error"] = "nearest",
        handle_missing: str | Mapping[str | int, str] = "group",
        output: Output = "auto",
        sparse_output: bool = False,
        cv: int = 5,
        seed: int = 0,
        effort: float | None = None,
        n_jobs: int | None = None,
        verbose: bool = False,
    ) -> None:
        self.columns = columns
        self.rule = rule
        self.n_groups = n_groups
        self.max_groups = max_groups
        self.budget = budget
        self.keep = keep
        self.validate = validate
        self.order = order
        self.bins = bins
        self.type = type
        self.min_count = min_count
        self.smooth = smooth
        self.leak = leak
        self.max_leak = max_leak
        self.target_type = target_type
        self.handle_unknown = handle_unknown
        self.handle_missing = handle_missing
        self.output = output
        self.sparse_output = sparse_output
        self.cv = cv
        self.seed = seed
        self.effort = effort
        self.n_jobs = n_jobs
        self.verbose = verbose

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
        self._fit(X, y, sample_weight)
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Find the groups of every column, and replace values by them.

        Parameters
        ----------
        X, y, sample_weight
            As of `fit`.

        Returns
        -------
        ndarray, sparse matrix or frame, of shape (n_samples, n_features_out)
            As of `transform`, except where a model would learn from a row what its own y had told: "target"
            and "woe" have what the rows of other parts tell, and a category of many values (see `output`) has
            the group that they suggest. "group" is the same as of `transform`.
        """
        columns, target, rows = self._fit(X, y, sample_weight)
        blocks = self._blocks(columns)
        part = None if self.output == "group" else parts_of(target, self.cv, self.seed)
        for n, (j, encoding) in enumerate(zip(self._positions, self._fitted, strict=True)):
            if part is not None and len(encoding.names) > 1:  # one group is a constant
                block = blocks[n].codes if isinstance(blocks[n], Hot) else blocks[n]
                column = rows_of(columns[j], rows)
                block[rows] = encoding.apart(column, target, part, self.output, self.classes_)
        return self._joined(X, columns, blocks)

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
        self._refuse_missing(columns)
        return self._joined(X, columns, self._blocks(columns))

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """Return the names of the columns that `transform` makes.

        Parameters
        ----------
        input_features : array-like of str, optional
            The names of the columns of X, if `fit` saw none; otherwise they must be the same.

        Returns
        -------
        ndarray of str
            Names of columns, with the label of the group behind them if they are 0 and 1, such as ``age: 31 -
            45``.
        """
        check_is_fitted(self)
        titles = [[name] for name in checked_names(self, input_features, self._names)]
        for j, encoding in zip(self._positions, self._fitted, strict=True):
            titles[j] = encoding.titles(titles[j][0], self.output, self.classes_)
        return np.array([title for of in self._without_leak(titles) for title in of], dtype=object)

    @property
    def summary_(self) -> Any:
        """The chosen groupings, as a data frame of pandas or polars with a row for each column.

        The columns are `column`, `groups`, `values` (how many there were, or bins of numbers), `h` and `i`
        (H(Z) and I(Z;y) in bits), `share` (of I(X;y)), with `leak` what groups tell about it in bits, and
        `reason`.
        """
        check_is_fitted(self)
        found = self.groupings_.values()
        left, limited = len(self._left), self.leak is not None
        columns = {
            "column": [*self.groupings_, *self._left],
            "groups": [g.k for g in found] + [1] * left,
            "values": [len(g.assignment) for g in found] + [None] * left,
            "h": [g._entropy for g in found] + [0.0] * left,
            "i": [g.i for g in found] + [0.0] * left,
            "share": [g.i / g.frontier.ixy if g.frontier.ixy > 0 else 0.0 for g in found] + [0.0] * left,
            **(
                {"leak": [g.second.bits if g.second else 0.0 for g in found] + [0.0] * left}
                if limited
                else {}
            ),
            "reason": [g.recommendation.reason if g.recommendation else "" for g in found]
            + list(self._left.values()),
        }
        return frame(columns, "the attribute groupings_")

    # The parts of fit and transform.

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> tuple[list[Any], Target, npt.NDArray[np.intp]]:
        """Fit, and return all columns, and the target of the rows that count, whose numbers come last."""
        check_arguments(self)
        columns = columns_of(self, X, reset=True, y=y)
        target = target_of(y, self.target_type, self.output, self.handle_missing)
        check_consistent_length(columns[0], target.values)
        self._names = names_of(self, X)
        self._positions = positions(self.columns, self._names, len(columns), named=hasattr(X, "columns"))
        self._leak_at = place_of(self.leak, self._names, named=hasattr(X, "columns"))
        if self._leak_at in self._positions:
            if self.columns is not None:
                raise InputError(
                    f"leak is {self.leak!r}, one of the columns to group: leave it out of columns"
                )
            self._positions.remove(self._leak_at)
        self._refuse_missing(columns)
        kept, rows = columns, np.arange(len(target.values))
        if sample_weight is not None:
            weights = weights_of(sample_weight, len(rows))
            rows = np.flatnonzero(weights)  # a row that does not count is as if it were not there
            kept = [rows_of(column, rows) for column in columns]
            target = Target(target.values[rows], target.classes, weights[rows])
        check_leak(self.get_params(), target)
        self.classes_ = target.classes
        leak = None
        if self._leak_at is not None:
            leak = kept[self._leak_at]
        elif self.leak is not None:
            leak = rows_of(checked_leak(self.leak, len(columns[0])), rows)
        self._fitted, fitting, self._left = self._encodings(kept, target, self._positions, leak)
        self.groupings_ = {e.name: e.grouping for e in self._fitted if e.grouping is not None}
        if self.verbose:
            print(*fitting.messages, sep="\n", flush=True)
        if summary := fitting.summary(self.groupings_, self._left):
            warn(summary)
        return columns, target, rows

    def _encodings(
        self, columns: Sequence[Any], target: Target, of: Sequence[int], leak: Any
    ) -> tuple[list[Encoding], Fitting, dict[str, str]]:
        """Return what is learned of the columns at some positions."""
        given = {name: by_name(name, value, self._names) for name, value in self.get_params().items()}
        given["workers"] = None if self.n_jobs in (None, -1) else effective_n_jobs(self.n_jobs)
        fitting = Fitting(given)
        named = {self._names[j]: columns[j] for j in of}
        found, left = fitting.groupings(named, target)
        if leak is not None:
            for name, grouping in found.items():
                found[name] = within(fitting, name, named[name], target=target, leak=leak, chosen=grouping)
        encodings = [
            Encoding(name, found.get(name), column, target, self.handle_unknown)
            for name, column in named.items()
        ]
        return encodings, fitting, left

    def _blocks(self, columns: Sequence[Any]) -> list[Any]:
        """Return what takes the place of each column that is grouped."""
        return [
            encoding.block(columns[j], self.output, self.classes_)
            for j, encoding in zip(self._positions, self._fitted, strict=True)
        ]

    def _joined(self, X: Any, columns: Sequence[Any], blocks: Sequence[Any]) -> Any:
        """Return the result, with the columns that are passed on."""
        every = list(columns)
        for j, block in zip(self._positions, blocks, strict=True):
            every[j] = block
        every = self._without_leak(every)
        sparse = bool(self.sparse_output and self.output in ("auto", "onehot"))
        passed = len(self._positions) < len(every)
        return joined(X, every, list(self.get_feature_names_out()), sparse=sparse, passed=passed)

    def _without_leak(self, columns: list[Any]) -> list[Any]:
        """Return what is there for each column of X but the one that groups are to tell little about."""
        return [column for j, column in enumerate(columns) if j != self._leak_at]

    def _refuse_missing(self, columns: Sequence[Any]) -> None:
        strict = by_name("handle_missing", self.handle_missing, self._names)
        missing = [
            self._names[j]
            for j in self._positions
            if (strict.get(self._names[j]) if isinstance(strict, Mapping) else strict) == "error"
            and has_gaps(columns[j])
        ]
        if missing:
            raise InputError(
                f"values are missing or infinite in {', '.join(missing)}:"
                " fill them, or choose handle_missing='group'"
            )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = self.handle_missing != "error"
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []
        return tags
