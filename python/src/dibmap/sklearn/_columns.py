"""The columns of what is passed as X."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_array, validate_data

from .._errors import InputError
from .._labels import is_missing


def columns_of(estimator: Any, X: Any, *, reset: bool, y: Any = "no_validation") -> list[Any]:
    """Return the columns of X, and check or learn their number and names.

    A column of a frame keeps its type; those of anything else are numpy arrays.
    """
    if not _is_frame(X):
        X = _array_of(estimator, X)
    validate_data(estimator, X, y, reset=reset, skip_check_array=True)
    if not _is_frame(X):
        return list(X.T)
    rows, width = X.shape
    if not rows or not width:
        what = f"0 sample(s) (shape={X.shape})" if width else f"0 feature(s) (shape={X.shape})"
        raise ValueError(f"Found array with {what} while a minimum of 1 is required.")
    return [X.iloc[:, j] for j in range(width)] if hasattr(X, "iloc") else list(X.iter_columns())


def _is_frame(X: Any) -> bool:
    """Tell whether X is a frame of pandas or polars, or a table of Arrow with its columns."""
    return len(getattr(X, "shape", ())) == 2 and (hasattr(X, "iloc") or hasattr(X, "iter_columns"))


def _array_of(estimator: Any, X: Any) -> npt.NDArray[Any]:
    """Return X as an array that keeps values as they are: lists of text and numbers are objects."""
    checked = check_array(X, dtype=None, ensure_all_finite=False, estimator=estimator)
    if not hasattr(X, "dtype") and checked.dtype.kind in "US":
        checked = check_array(X, dtype=object, ensure_all_finite=False, estimator=estimator)
    array: npt.NDArray[Any] = checked
    return array


def positions(
    columns: Sequence[Any] | None,
    names: Sequence[str],
    width: int,
    argument: str = "columns",
    *,
    named: bool = True,
) -> list[int]:
    """Return the positions of the columns that are named, in the order of X; all for None.

    Raises
    ------
    InputError
        A column is not there.
    """
    if columns is None:
        return list(range(width))
    if isinstance(columns, (str, bytes)):
        raise InputError(f"columns is {columns!r}: want a list of columns, such as [{columns!r}]")
    if not len(columns):
        raise InputError(f"{argument} is empty: name a column, or leave it out for all")
    found = set()
    for column in (str(column) if isinstance(column, tuple) else column for column in columns):
        if isinstance(column, str):
            if not named:
                raise InputError(f"{argument} has {column!r}, but X has no names of columns: give positions")
            if column not in names:
                close = difflib.get_close_matches(column, names, 1)
                hint = f"did you mean {close[0]!r}?" if close else f"X has {', '.join(map(str, names))}"
                raise InputError(f"{argument} has {column!r}, which is no column of X: {hint}")
            found.add(list(names).index(column))
        elif isinstance(column, (bool, np.bool_)) or not isinstance(column, (int, np.integer)):
            raise InputError(f"{argument} has {column!r}: want names or positions of columns")
        elif -width <= column < width:
            found.add(int(column) % width)
        else:
            raise InputError(f"{argument} has {column}, but X has {width} columns")
    return sorted(found)


def has_gaps(column: Any) -> bool:
    """Tell whether a column has missing values, as its library has them, or infinite numbers."""
    if hasattr(column, "isna") and column.isna().any():  # pandas
        return True
    if hasattr(column, "null_count") and column.null_count():  # polars
        return True
    array = np.asarray(column)
    if array.dtype.kind in "fmM":
        return not bool(np.isfinite(array).all())
    return array.dtype == object and any(map(is_missing, array))


def of_column(given: Any, name: str) -> Any:
    """Return what an argument says of a column: it is for all, or a dict for some."""
    return given.get(name) if isinstance(given, Mapping) else given


def by_name(argument: str, given: Any, names: Sequence[str]) -> Any:
    """Return an argument whose dict, if it is one, has the names of columns for their positions.

    Raises
    ------
    InputError
        A column is not there.
    """
    if not isinstance(given, Mapping):
        return given
    return {names[positions([column], names, len(names), argument)[0]]: of for column, of in given.items()}


def names_of(estimator: Any, X: Any = None) -> list[str]:
    """Return the names of the columns that an estimator saw, as texts: x0, x1 and so on if they have none."""
    if (known := getattr(estimator, "feature_names_in_", None)) is not None:
        return list(known)
    columns = getattr(X, "columns", None)
    if columns is not None and len({*map(str, columns)}) == estimator.n_features_in_:
        return [*map(str, columns)]
    return [f"x{j}" for j in range(estimator.n_features_in_)]


def checked_names(estimator: Any, given: Any, own: list[str]) -> list[str]:
    """Return the names of columns that a person gives, which must be those that the estimator saw."""
    if given is None:
        return own
    names = list(np.asarray(given, dtype=object))
    known = getattr(estimator, "feature_names_in_", None)
    if known is not None and names != list(known):
        raise ValueError("input_features is not equal to feature_names_in_")
    if len(names) != estimator.n_features_in_:
        raise ValueError(
            "input_features should have length equal to number of features "
            f"({estimator.n_features_in_}), got {len(names)}"
        )
    return names


def weights_of(given: Any, rows: int) -> npt.NDArray[np.float64]:
    """Return weights of rows, which are not negative."""
    weights: npt.NDArray[np.float64] = check_array(
        given, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if len(weights) != rows:
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(rows,)}!")
    if (weights < 0).any():
        raise ValueError("Negative values in data passed to `sample_weight`")
    if not weights.any():
        raise ValueError("all weights in sample_weight are zero: give some rows a weight")
    return weights


def rows_of(column: Any, rows: Any) -> Any:
    """Return some rows of a column."""
    return column.iloc[rows] if hasattr(column, "iloc") else column[rows]
