"""Joint tables: counts or probabilities of X by Y, as an array, a crosstab or a sparse matrix."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from ._errors import InputError
from ._labels import label
from ._values import Values


def write_array(stream: IO[bytes], array: npt.NDArray[Any]) -> None:
    """Write an array in the format of numpy; its own writer asks for the position, which a pipe has not."""
    contiguous = np.ascontiguousarray(array)
    np.lib.format.write_array_header_1_0(stream, np.lib.format.header_data_from_array_1_0(contiguous))
    stream.write(contiguous.reshape(-1).view(np.uint8).data)


def numbers_of(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array whose dtype the program reads."""
    if array.dtype.kind not in "Of":
        return array
    try:
        return array.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the array holds Python objects that are no numbers ({error}): convert it first"
        ) from None


def labels_of(axis: Any) -> tuple[list[str], Values]:
    """Return the labels of an Index of pandas, and how they become its values again.

    Labels of several levels are joined, and their values are tuples.
    """
    values = list(axis)
    labels = [_label(value) for value in values]
    if all(isinstance(value, str) for value in values):
        return labels, Values()
    return labels, Values(known=dict(zip(labels, values, strict=True)))


def _label(value: Any) -> str:
    if isinstance(value, tuple):
        return " / ".join(map(_label, value))
    return label(value)


def write_matrix(stream: IO[bytes], frame: Any, x: Sequence[str], y: Sequence[str]) -> None:
    """Write a crosstab of pandas as a matrix in CSV, with its labels."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(["", *y])
    for name, row in zip(x, frame.to_numpy(), strict=True):
        writer.writerow([name, *row.tolist()])
    text.detach()


def cells_of(matrix: Any) -> dict[str, npt.NDArray[Any]]:
    """Return the cells of a sparse matrix of scipy as columns of records.

    Rows and columns without any cell have one of count 0, so that the program knows of them.
    """
    cells = matrix.tocoo()
    counts = cells.data.astype(np.uint8) if cells.data.dtype.kind == "b" else cells.data
    rows, columns = cells.shape
    no_row = np.setdiff1d(np.arange(rows), cells.row)
    no_column = np.setdiff1d(np.arange(columns), cells.col)
    zeros = np.zeros(len(no_row) + len(no_column), counts.dtype)
    return {
        "row": np.concatenate([cells.row, no_row, np.zeros_like(no_column)]),
        "column": np.concatenate([cells.col, np.zeros_like(no_row), no_column]),
        "count": np.concatenate([counts, zeros]),
    }
