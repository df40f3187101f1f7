"""The group of each row by the other rows: a model must not learn from groups that its own y chose."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._errors import InputError
from .._grouping import Grouping
from .._parts import random_parts
from .._table import column_of

if TYPE_CHECKING:
    from ._fitting import Floats, Target

Codes = npt.NDArray[np.int32]

_MANY = 40
"""A category has many values if they are more, and each has fewer rows on average.

The y of a row then has a part in the choice of its group, so that `fit_transform` asks other rows, and the
groups have a score by default: models learned less from a column for each. With more rows a value, the groups
that other rows suggest are the same except for noise, and boosting lost by a score.
"""


def is_category(grouping: Grouping | None) -> bool:
    """Report whether the values of a grouping are those of a category without an order."""
    if grouping is None or grouping._lookup is None:
        return False
    scales = grouping.frontier._meta["problem"].get("x_scales") or [{}]
    return len(scales) == 1 and scales[0].get("type") == "category" and "order" not in scales[0]


def many_values(grouping: Grouping | None, rows: float) -> bool:
    """Report whether a grouping is of a category of many values, whose rows are smoothed."""
    if grouping is None or not is_category(grouping):
        return False
    values, smoothed = len(grouping.assignment), grouping.frontier._meta["problem"].get("smooth")
    return bool(smoothed) and grouping.k > 1 and values > _MANY and rows < _MANY * values


def parts_of(target: Target, parts: int, seed: int) -> npt.NDArray[np.intp] | None:
    """Return the number of the part of every row; None if there are too few rows for two parts."""
    if not isinstance(parts, Integral) or parts < 1:
        raise InputError(f"cv is {parts!r}: want a whole number of parts from 1")
    classes = None if target.classes is None else target.values
    most = len(target.values) if classes is None else int(np.unique(classes, return_counts=True)[1].min())
    if most < 2 or parts < 2:
        return None
    return random_parts(len(target.values), min(parts, most), seed, classes)


class Values:
    """What y is in each value of a category.

    Parameters
    ----------
    grouping
        The groups of the values.
    column, target
        What was fitted.
    """

    def __init__(self, grouping: Grouping, column: Any, target: Target) -> None:
        problem = grouping.frontier._meta["problem"]
        self._strength = 0.0 if target.classes is None else max(1.0, problem.get("smooth", 0))
        self._groups = np.asarray(grouping.assignment)
        self._target, self._width = target, len(grouping.names)
        labels, places = grouping._lookup._labels([column_of("x", column)])  # type: ignore[union-attr]
        of = {label: place for place, label in enumerate(problem["x_labels"])}
        self.places = np.array([*(of.get(label, -1) for label in labels), -1])[places]
        """The place of the value of each row; -1 for rows whose group does not depend on y."""

    @staticmethod
    def known(grouping: Grouping | None) -> bool:
        """Report whether groups are of the values of a category without an order."""
        return grouping is not None and grouping.k > 1 and is_category(grouping)

    def groups(self, part: npt.NDArray[np.intp], *, alone: bool) -> Codes:
        """Return the group that the other parts suggest for the value of each row, -1 without any.

        A value alone in its group keeps it if asked. Rows of a value are smoothed as the fit did, and the
        most similar group takes them in: of the least Kullback-Leibler divergence, or squared distance of
        means (Banerjee and others 2005, "Clustering with Bregman divergences").
        """
        whole = self._sums(np.ones(len(part), bool))
        centres = np.zeros((self._width, whole.shape[1]))
        np.add.at(centres, self._groups, self._smoothed(whole) * whole[:, :1])
        empty = centres[:, 0] == 0  # groups of missing values
        kept = np.bincount(self._groups, minlength=self._width)[self._groups] == 1 if alone else []
        codes = np.full(len(part), -1, np.int32)
        for n in range(part.max() + 1):
            rest = self._sums(part != n)
            nearest = self._nearest(self._smoothed(rest), centres, empty)
            if alone:
                nearest[kept] = self._groups[kept]
            nearest[rest[:, 0] == 0] = -1
            here = (part == n) & (self.places >= 0)
            codes[here] = nearest[self.places[here]]
        return codes

    def _sums(self, rows: npt.NDArray[np.bool_]) -> Floats:
        """Return the mass of each value in some rows, and of its classes, or the sum of its y."""
        rows = rows & (self.places >= 0)
        weights = np.ones(rows.sum()) if self._target.weights is None else self._target.weights[rows]
        classes = self._target.classes
        sums = np.zeros((len(self._groups), 2 if classes is None else 1 + len(classes)))
        np.add.at(sums[:, 0], self.places[rows], weights)
        if classes is None:
            np.add.at(sums[:, 1], self.places[rows], weights * self._target.values[rows])
        else:
            np.add.at(sums, (self.places[rows], 1 + self._target.values[rows]), weights)
        return sums

    def _smoothed(self, sums: Floats) -> Floats:
        """Return 1, and the smoothed distribution of y or its mean, for each value."""
        whole = sums.sum(axis=0) / sums[:, 0].sum()
        mass = sums[:, :1] + (self._strength or 1e-300)
        return np.hstack([np.ones_like(mass), (sums + (mass - sums[:, :1]) * whole)[:, 1:] / mass])

    def _nearest(self, rows: Floats, centres: Floats, empty: npt.NDArray[np.bool_]) -> Codes:
        """Return for each row the group that is most similar."""
        of = centres[:, 1:] / np.maximum(centres[:, :1], 1e-300)
        if self._target.classes is None:
            loss = (rows[:, 1:] - of[:, 0]) ** 2
        else:
            loss = -rows[:, 1:] @ np.log(np.maximum(of, 1e-300)).T
        loss[:, empty] = np.inf
        return np.asarray(loss.argmin(axis=1), np.int32)
