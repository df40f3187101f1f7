"""Leaving out points that nobody would see."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def thinned(*arrays: npt.NDArray[Any], parts: int = 1500) -> npt.NDArray[np.intp]:
    """Return the indices of many points without those that look like the one before.

    Both ends are kept.

    Parameters
    ----------
    arrays
        The coordinates of the points, in order.
    parts
        Of more points than these, those in the same of so many equal parts of every axis look alike.
    """
    if len(arrays[0]) <= parts:
        return np.arange(len(arrays[0]))
    keep = np.zeros(len(arrays[0]), dtype=bool)
    keep[[0, -1]] = True
    for values in arrays:
        step = np.ptp(values) / parts or 1.0
        cell = np.floor((values - values.min()) / step)
        keep[1:] |= cell[1:] != cell[:-1]
    return np.flatnonzero(keep)
