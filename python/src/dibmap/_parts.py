"""Random parts of rows, each of which is scored by what the other parts tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def random_parts(
    rows: int, parts: int, seed: int, classes: npt.NDArray[Any] | None = None
) -> npt.NDArray[np.intp]:
    """Return the number of the part of every row, from 0; with classes, parts have equal shares of each."""
    from sklearn.model_selection import KFold, StratifiedKFold

    part = np.zeros(rows, np.intp)
    splitter = KFold if classes is None else StratifiedKFold
    split = splitter(parts, shuffle=True, random_state=seed).split(part, classes)
    for n, (_, apart) in enumerate(split):
        part[apart] = n
    return part
