"""What transform returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InputError


def one_hot(numbers: npt.NDArray[np.int32], k: int) -> Any:
    """Return a sparse matrix with a 1 in the column of each group; rows of -1 have none."""
    from scipy.sparse import csr_matrix

    rows = np.flatnonzero(numbers >= 0)
    return csr_matrix((np.ones(len(rows)), (rows, numbers[rows])), shape=(len(numbers), k))


def joined(X: Any, blocks: Sequence[Any], names: Sequence[str], *, sparse: bool, passed: bool) -> Any:
    """Put the columns of the result side by side.

    Parameters
    ----------
    X
        What was transformed. Where columns are passed on and it is a frame, so is the result.
    blocks
        For each column of X, a column or a sparse matrix.
    names
        The names of the columns of the result.
    sparse
        Whether to make a sparse matrix.
    passed
        Whether some columns of X are passed on.
    """
    if sparse:
        from scipy.sparse import csr_matrix, hstack

        try:
            parts = [b if hasattr(b, "tocsr") else csr_matrix(np.asarray(b, float)[:, None]) for b in blocks]
        except ValueError:
            raise InputError(
                "a sparse matrix holds numbers only: choose sparse_output=False, or group all columns"
            ) from None
        return hstack(parts, format="csr")
    blocks = [block.toarray() if hasattr(block, "tocsr") else block for block in blocks]
    if passed and hasattr(X, "columns"):
        flat = [c for b in blocks for c in (b.T if isinstance(b, np.ndarray) and b.ndim == 2 else [b])]
        columns = dict(zip(names, flat, strict=True))
        return type(X)(columns, index=X.index) if hasattr(X, "iloc") else type(X)(columns)
    arrays = [np.asarray(block) for block in blocks]
    if any(array.dtype.kind not in "biuf" for array in arrays):
        arrays = [array.astype(object) for array in arrays]
    return np.column_stack(arrays)
