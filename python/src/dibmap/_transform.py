"""Applying a grouping to columns of any library: what comes is what goes back."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._arguments import columns_of, joined
from ._errors import InputError
from ._program import folder, run
from ._reading import in_file
from ._table import Table, column_of, columns_in, table_of

if TYPE_CHECKING:
    from ._grouping import Grouping

UNKNOWN = "(unknown)"
"""What a value is called that belongs to no cluster, as by the command."""


def transform(
    grouping: Grouping,
    data: Any,
    *,
    unknown: str | None,
    names: str,
    x: str | Sequence[str] | None,
    y: str | Sequence[str] | None,
) -> Any:
    """Return the cluster of every value or record of data, in a container like that of data."""
    if names not in ("labels", "numbers"):
        raise InputError(f'names is {names!r}: want "labels" or "numbers"')
    columns = columns_of(x) or grouping.frontier._columns("x")
    codes = None
    if unknown in (None, "error", "label", "rare", "other"):
        codes = _looked_up(grouping, data, columns, unknown)
    if codes is None:
        codes = _by_program(grouping, data, columns, columns_of(y), unknown)
    return _like(data, codes, grouping.names if names == "labels" else None)


def _looked_up(
    grouping: Grouping, data: Any, columns: list[str], unknown: str | None
) -> npt.NDArray[np.int32] | None:
    """Return the clusters of data that are in memory; None if the program has to say them."""
    lookup = grouping._lookup
    if lookup is None or (unknown == "label" and UNKNOWN in grouping.names):
        return None
    if is_table(data):
        found = columns_in(data, columns) if len(columns) == lookup.width else None
    elif len(columns) <= 1 and lookup.width == 1 and _is_column(data):
        found = [column_of(columns[0] if columns else "x", data)]
    else:
        found = None
    return None if found is None else lookup.codes(found, unknown)


def _is_column(data: Any) -> bool:
    """Report whether data are a column in memory."""
    return (
        isinstance(data, (list, tuple))
        or (hasattr(data, "dtype") and len(getattr(data, "shape", ())) == 1)
        or (
            (pyarrow := sys.modules.get("pyarrow")) is not None
            and isinstance(data, (pyarrow.Array, pyarrow.ChunkedArray))
        )
    )


def _by_program(
    grouping: Grouping, data: Any, columns: list[str], ys: list[str], unknown: str | None
) -> npt.NDArray[np.int32]:
    """Return the clusters that the command ``encode`` finds."""
    table, flags = _records(
        data, columns, ys or grouping.frontier._columns("y"), nearest=unknown == "nearest"
    )
    if unknown is not None:
        flags += ["--unknown", unknown]
    with folder() as place, grouping.frontier._file() as file:
        output = place / "codes.npy"
        if unknown == "nearest":
            table = in_file(table, place / "data")
        choice = [*grouping._choice, *flags, "-q"]
        run(["encode", str(file), *table.arguments, *choice, "-o", output], write=table.write)
        codes: npt.NDArray[np.int32] = np.load(output)
    return codes


def _records(data: Any, columns: list[str], ys: list[str], *, nearest: bool) -> tuple[Table, list[str]]:
    """Return what the program reads of data, and the flags that name its columns."""
    if is_table(data):
        if not columns:
            raise InputError("the frontier does not name the column of X: name that of data by x=")
        if nearest and not ys:
            raise InputError("the frontier does not name the column of Y: name that of data by y=")
        flags = ["--x", joined(columns)] + (["--y", joined(ys)] if nearest else [])
        return table_of(data, columns + (ys if nearest else [])), flags
    if nearest:
        raise InputError('unknown="nearest" needs a table with the columns of X and Y, not values of X only')
    if len(columns) > 1:
        raise InputError(f"X is the columns {', '.join(columns)}: pass a table that has them")
    name = columns[0] if columns else "x"
    return table_of({name: data}, [name]), ["--x", joined([name])]


def is_table(data: Any) -> bool:
    """Tell whether data have columns with names."""
    if isinstance(data, np.ndarray):
        return data.dtype.names is not None
    return isinstance(data, Mapping) or hasattr(data, "columns") or hasattr(data, "column_names")


def _like(data: Any, codes: npt.NDArray[np.int32], names: list[str] | None) -> Any:
    """Return clusters in a container like that of data, by their names if these are given."""
    if names is not None and len(codes) and codes.min() < 0:
        codes, names = np.where(codes < 0, len(names), codes), [*names, UNKNOWN]
    pandas, polars, pyarrow = (sys.modules.get(name) for name in ("pandas", "polars", "pyarrow"))
    if pandas is not None and isinstance(data, (pandas.Series, pandas.DataFrame, pandas.Index)):
        values = codes
        if names is not None:
            values = pandas.Categorical.from_codes(codes, dtype=_categories(tuple(names)))
        if isinstance(data, pandas.Index):
            return pandas.Index(values, name=data.name)
        return pandas.Series(values, index=data.index, name=getattr(data, "name", "cluster"))
    if polars is not None and isinstance(data, (polars.Series, polars.DataFrame, polars.LazyFrame)):
        name = getattr(data, "name", "cluster")
        if names is None:
            return polars.Series(name, codes)
        return polars.Series(name, names, dtype=polars.Enum(names)).gather(codes)
    if pyarrow is not None and isinstance(data, (pyarrow.Array, pyarrow.ChunkedArray, pyarrow.Table)):
        array = pyarrow.array(codes)
        if names is not None:
            array = pyarrow.DictionaryArray.from_arrays(array, pyarrow.array(names))
        return array if isinstance(data, pyarrow.Array) else pyarrow.chunked_array([array])
    array = codes if names is None else np.array(names, dtype=object)[codes]
    return array.tolist() if isinstance(data, (list, tuple)) else array


@lru_cache(maxsize=64)
def _categories(names: tuple[str, ...]) -> Any:
    """Return the dtype of names in pandas, which takes longer to make than a few rows to look up."""
    return sys.modules["pandas"].CategoricalDtype(names)
