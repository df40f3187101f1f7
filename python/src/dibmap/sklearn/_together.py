"""What columns tell of y together: which of them have groups, and which have more than alone."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.special import chdtrc
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge

from .._grouping import Grouping
from .._lookup import UncertainError
from ._apart import Values, is_category, many_values
from ._columns import rows_of

if TYPE_CHECKING:
    from ._fitting import Floats, Target

Cells = npt.NDArray[np.intp]

_RATE = 0.2
"""The rate of false discoveries: of columns that tell something alone, and of divisions of groups."""

_ROUNDS = 3
"""How often groups are divided, and the model of all columns is fitted again."""

_MOST = 20
"""The most groups into which a column is divided."""

_ROWS = 20_000
"""The number of rows that are drawn of more."""

_LEAST = 10
"""The least rows on each side of a cut. Their variance p(1-p) by the model adds up to 2 or more."""


@dataclass
class _Column:
    """A column: the cell of each row, which is a value or a bin, and the group of each cell."""

    cells: Cells  # of rows without a value, the number behind the last one
    groups: Cells
    cuts: list[float] | None  # between the cells of a column of numbers
    free: bool  # whether its groups may change
    apart: bool  # whether its values may stay apart

    @property
    def k(self) -> int:
        """The number of groups."""
        return int(self.groups.max()) + 1

    @property
    def codes(self) -> Cells:
        """The group of every row."""
        return np.append(self.groups, self.k)[self.cells]


class _Sums(NamedTuple):
    """Sums over the rows of each cell: of residuals, of their variances, and of weights."""

    left: Floats
    variance: Floats
    rows: Floats

    def part(self, of: Any) -> _Sums:
        """Return the sums of some cells."""
        return _Sums(self.left[of], self.variance[of], self.rows[of])


class Together:
    """Tests of what columns tell of y: each alone, and in the residuals of an additive model of all.

    A column whose cells do not differ in y has one group. Then a logistic or ridge regression on the groups
    of all columns is fitted, and groups are divided where its residuals differ: ranges of numbers at a cut,
    and categories into their values. These are score tests, with Bonferroni's correction for the cuts of a
    range, and the procedure of Benjamini and Hochberg 1995 (doi:10.1111/j.2517-6161.1995.tb02031.x) for all.

    Parameters
    ----------
    columns, target
        What was fitted.
    found
        The grouping of each column for itself.
    most
        The most groups of a column.
    seed
        Of the rows that are drawn.

    Attributes
    ----------
    nothing
        The columns that have one group, and had more.
    values
        The categories whose values stay apart.
    cuts
        The numbers between the ranges of columns of numbers that have more ranges.
    """

    def __init__(
        self, columns: Mapping[str, Any], found: Mapping[str, Grouping], target: Target, most: int, seed: int
    ) -> None:
        rows = np.arange(len(target.values))
        if len(rows) > _ROWS:
            rows = np.sort(np.random.default_rng(seed).choice(len(rows), _ROWS, replace=False))
        self._most, self._target = min(most, _MOST), target.rows(rows)
        given = self._target.weights
        self._weights: Floats = np.ones(len(rows)) if given is None else given
        self._columns = {
            name: column
            for name, grouping in found.items()
            if (column := _column(grouping, columns[name], target, rows, self._most)) is not None
        }
        had = {name: column.k for name, column in self._columns.items()}
        self._test_alone()
        self.nothing = [name for name, column in self._columns.items() if column.k == 1 < had[name]]
        alone = {name: column.k for name, column in self._columns.items()}
        rounds = _ROUNDS if any(k > 1 for k in alone.values()) else 0
        while rounds and self._divide():
            rounds -= 1
        more = {name: column for name, column in self._columns.items() if column.k > alone[name]}
        self.values = [name for name, column in more.items() if column.cuts is None]
        self.cuts = {
            name: [cut for cut, new in zip(column.cuts, np.diff(column.groups), strict=True) if new]
            for name, column in more.items()
            if column.cuts is not None
        }

    def _test_alone(self) -> None:
        """Give one group to columns that tell nothing alone, if there are enough rows for a test."""
        residuals = self._residuals([])
        tests = []
        for column in self._columns.values():
            sums = self._sums(column, residuals)
            p = [self._differ(sums)] + ([] if column.cuts is None else [self._best(sums)[0]])
            if column.free and not np.isnan(p).all():
                tests.append((column, min(1.0, len(p) * float(np.nanmin(p)))))
        limit = _limit([p for _, p in tests])
        for column, p_value in tests:
            if p_value > limit:
                column.groups = np.zeros_like(column.groups)

    def _divide(self) -> bool:
        """Divide groups of columns where residuals differ, and report whether any do."""
        residuals = self._residuals([column.codes for column in self._columns.values()])
        tests: list[tuple[_Column, list[_Sums], list[float]]] = []
        for column in self._columns.values():
            if not column.free or not (column.apart or column.cuts):
                continue
            sums = self._sums(column, residuals)
            if column.cuts is None:
                tests.append((column, [sums], [self._differ(sums, column.groups)]))
            else:
                parts = [sums.part(column.groups == g) for g in range(column.k)]
                tests.append((column, parts, [self._best(part)[0] for part in parts]))
        limit = _limit([p for *_, of in tests for p in of])
        divided = False
        for column, parts, p in tests:
            if not np.any(np.array(p) <= limit):
                continue
            if column.cuts is None:
                groups = np.arange(len(column.groups))
            else:
                new = [self._divided(part, limit) for part in parts]
                groups = np.cumsum(np.concatenate([np.append(1, np.diff(of) != 0) for of in new])) - 1
            if column.k < groups.max() + 1 <= self._most:
                column.groups, divided = groups, True
        return divided

    def _residuals(self, codes: Sequence[Cells]) -> tuple[Floats, Floats]:
        """Return y less what an additive model of groups says, and its variance, for each row.

        Two classes have a column, and more have one each, which are scaled so that the squares of sums over
        their variances add up to chi-squared.
        """
        y, weights, classes = self._target.values, self._weights, self._target.classes
        X = _indicators(codes) if codes else None
        if classes is None:
            said = np.average(y, weights=weights) if X is None else Ridge().fit(X, y, weights).predict(X)
            left = y - said
            return left[:, None], np.full((len(y), 1), np.average(left**2, weights=weights))
        of = np.eye(len(classes))[y]
        if X is None or len(np.unique(y)) < 2:
            p = np.broadcast_to(np.average(of, axis=0, weights=weights), of.shape)
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                model = LogisticRegression().fit(X, y, weights)
            p = np.zeros(of.shape)
            p[:, model.classes_] = model.predict_proba(X)
        left, variance = of - p, p * (1 - p)
        if len(classes) == 2:
            return left[:, 1:], variance[:, 1:]
        return left * np.sqrt(1 - 1 / len(classes)), variance

    def _sums(self, column: _Column, residuals: tuple[Floats, Floats]) -> _Sums:
        """Return the sums of residuals, of their variances, and of rows, in each cell."""
        n = len(column.groups)

        def summed(values: Floats) -> Floats:
            return np.bincount(column.cells, self._weights * values, n + 1)[:n].astype(float)

        left, variance = (np.column_stack([summed(of) for of in values.T]) for values in residuals)
        return _Sums(left, variance, summed(np.ones(len(column.cells))))

    @property
    def _freedom(self) -> int:
        """The degrees of freedom of a difference of two cells."""
        return 1 if self._target.classes is None else len(self._target.classes) - 1

    def _enough(self, variance: Floats, rows: Floats, least: float) -> npt.NDArray[np.bool_]:
        """Report what has enough variance for chi-squared to hold; numbers have it by their rows."""
        of = rows if self._target.classes is None else variance.sum(axis=1) / min(2, variance.shape[1])
        enough: npt.NDArray[np.bool_] = of >= least
        return enough

    def _differ(self, sums: _Sums, groups: Cells | None = None) -> float:
        """Return the p-value of a difference between cells, within groups; NaN with too few rows."""
        full = self._enough(sums.variance, sums.rows, 1)
        left, variance, _ = sums.part(full)
        of = (
            np.zeros(len(left), np.intp)
            if groups is None
            else np.unique(groups[full], return_inverse=True)[1]
        )
        k = int(of.max(initial=-1)) + 1
        if k == len(of):
            return np.nan
        member = np.eye(k)[:, of]
        gain = _squares(left, variance).sum() - _squares(member @ left, member @ variance).sum()
        return float(chdtrc(self._freedom * (len(of) - k), max(0.0, gain)))

    def _best(self, sums: _Sums) -> tuple[float, int]:
        """Return the p-value of the best cut of cells in an order, and the cell after it; NaN without one."""
        low = _Sums(*(np.cumsum(of, axis=0) for of in sums))
        whole, low = low.part(-1), low.part(slice(-1))
        high = _Sums(*(a - of for a, of in zip(whole, low, strict=True)))
        enough = (low.rows >= _LEAST) & (high.rows >= _LEAST)
        for side in (low, high):
            enough &= self._enough(side.variance, side.rows, 2)
        if not enough.any():
            return np.nan, 0
        gain = _squares(low.left, low.variance) + _squares(high.left, high.variance)
        gain = np.where(enough, gain - _squares(whole.left, whole.variance), -1.0)
        at = int(gain.argmax())
        return min(1.0, float(chdtrc(self._freedom, max(0.0, gain[at])) * enough.sum())), at + 1

    def _divided(self, sums: _Sums, limit: float) -> Cells:
        """Return the groups of cells in an order, cut as long as p-values are within a limit."""
        p, at = self._best(sums)
        if not p <= limit:
            return np.zeros(len(sums.rows), np.intp)
        low, high = (self._divided(sums.part(side), limit) for side in (slice(at), slice(at, None)))
        return np.append(low, high + low.max() + 1)


def _column(grouping: Grouping, values: Any, target: Target, rows: Cells, most: int) -> _Column | None:
    """Return the cells of a column, and their groups; None if they are not certain."""
    problem = grouping.frontier._meta["problem"]
    (scale, *others) = problem.get("x_scales") or [{}]
    try:
        places = Values(grouping, rows_of(values, rows), target).places
    except UncertainError:
        return None
    groups = np.asarray(grouping.assignment, np.intp)
    number = not others and scale.get("type") == "number" and scale.get("order") == "linear"
    cuts = scale.get("cuts") if number else None
    if cuts is not None:
        groups = np.append(0, np.cumsum(np.diff(groups) != 0))
    cells = np.where(places < 0, len(groups), places)
    apart = is_category(grouping) and len(groups) <= most
    return _Column(cells, groups, cuts, free=not many_values(grouping, target.total), apart=apart)


def _indicators(codes: Sequence[Cells]) -> csr_matrix:
    """Return a column of 0 and 1 for each group of each column."""
    starts = np.append(0, np.cumsum([int(of.max()) + 1 for of in codes]))
    at = np.column_stack(codes) + starts[:-1]
    pointers = np.arange(len(at) + 1) * len(codes)
    return csr_matrix((np.ones(at.size), at.ravel(), pointers), shape=(len(at), int(starts[-1])))


def _squares(left: Floats, variance: Floats) -> Floats:
    """Return the squares of sums over their variances, added up over classes."""
    squares: Floats = (left**2 / np.maximum(variance, 1e-12)).sum(axis=-1)
    return squares


def _limit(p: Sequence[float]) -> float:
    """Return the greatest p-value that is a discovery, -1 without any."""
    known = np.sort(np.array(p)[~np.isnan(p)])
    found = known[known <= _RATE * np.arange(1, len(known) + 1) / max(1, len(known))]
    return float(found[-1]) if len(found) else -1.0
