"""Groupings that a file holds as changes to each other (docs/formats.md, version 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

# The arrays and keys of files that hold groupings.
CLUSTERINGS = ("assignment", "from", "change_count", "changes")


def unpacked(arrays: Mapping[str, npt.NDArray[Any]], rows: int) -> npt.NDArray[np.int32]:
    """Return the cluster of every row in every point; shape (points, rows)."""
    origin = arrays["from"]
    ends = np.cumsum(arrays["change_count"])
    matrix = np.full((len(origin), rows), -1, dtype=np.int32)
    for number in range(len(origin)):
        way, above = [], number
        while above >= 0 and (rows == 0 or matrix[above, 0] < 0):
            way.append(above)
            above = int(origin[above])
        for at in reversed(way):
            before = matrix[origin[at]] if origin[at] >= 0 else np.zeros(rows, dtype=np.int32)
            own = arrays["changes"][ends[at] - arrays["change_count"][at] : ends[at]]
            matrix[at] = _changed(before, own.tolist())
    return matrix


def _changed(before: npt.NDArray[np.int32], changes: list[list[int]]) -> npt.NDArray[np.int32]:
    """Return a grouping after changes, with clusters in order of first appearance."""
    label = before.copy()
    fresh = int(label.max(initial=-1)) + 1
    for x, t in changes:
        if t < 0:
            label[label == label[x]] = label[-1 - t]
        elif t == x:
            label[x] = fresh
            fresh += 1
        else:
            label[x] = label[t]
    _, first, place = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return rank[place.reshape(-1)]
