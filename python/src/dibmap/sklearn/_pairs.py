"""Columns of two values that tell y together with another column only."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._grouping import Grouping

if TYPE_CHECKING:
    from ._fitting import Floats, Target

_CERTAIN = 0.05
"""The p-value of all tests together up to which the values of a column stay apart."""


def pairs(columns: Mapping[str, Any], found: Mapping[str, Grouping], target: Target) -> dict[str, Grouping]:
    """Return the two groups of columns that have two values in one group, which tell y within other groups.

    The groups of each other column are strata of a Mantel test, with Bonferroni's correction for all tests.
    """
    alone = [
        name for name, g in found.items() if g.k == 1 and len(g.assignment) == 2 and 2 in g.frontier._sizes
    ]
    others = [name for name, g in found.items() if g.k > 1]
    if not alone or not others:
        return {}
    ys = [target.values.astype(float)]
    if target.classes is not None:
        ys = [(target.values == c).astype(float) for c in range(len(target.classes))]
        ys = ys[len(ys) == 2 :]
    weights = np.ones(len(target.values)) if target.weights is None else target.weights
    strata = [
        1 + np.asarray(found[name].transform(columns[name], unknown="label", names="numbers"), np.intp)
        for name in others
    ]
    kept = {}
    for name in alone:
        apart = found[name].frontier.select(clusters=2)
        codes = apart.transform(columns[name], unknown="label", names="numbers")
        x = np.asarray(codes, float)
        p = min(_mantel(x, z, y, np.where((x == 0) | (x == 1), weights, 0)) for z in strata for y in ys)
        if p * len(alone) * len(strata) * len(ys) <= _CERTAIN:
            kept[name] = apart
    return kept


def _mantel(x: Floats, strata: npt.NDArray[np.intp], y: Floats, weights: Floats) -> float:
    """Return the p-value of a linear dependence of y on x within strata.

    Mantel 1963, "Chi-square tests with one degree of freedom", doi:10.1080/01621459.1963.10500879.
    """
    n = np.bincount(strata, weights)
    dx, dy = (v - (np.bincount(strata, weights * v) / np.maximum(n, 1))[strata] for v in (x, y))
    xx, yy = (np.bincount(strata, weights * d * d) for d in (dx, dy))
    variance = float((xx * yy / np.maximum(n - 1, 1)).sum())
    return math.erfc(abs(float((weights * dx * dy).sum())) / math.sqrt(2 * variance)) if variance > 0 else 1.0
