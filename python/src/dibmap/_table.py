"""What a person passes as data, made into what the program reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any

import numpy as np

from . import _arrow, _joint, _polars, _pyarrow
from ._columns import Column
from ._errors import InputError
from ._labels import shown
from ._objects import of_array, of_list
from ._pandas import of_series
from ._program import Writer
from ._values import Values


@dataclass(frozen=True)
class Table:
    """A table that the program can read.

    Attributes
    ----------
    arguments
        The arguments that name it to the program: a path, or ``-`` for its standard input, and
        flags such as ``--format``.
    write
        Writes what goes to standard input, or None if the program reads a file. It can be called
        once.
    values
        For a column, how the labels of the program become values of the column again. Labels of a
        column that is not there are values themselves. The rows and columns of a joint table are
        ``"x"`` and ``"y"``. It is complete when all was written.
    """

    arguments: list[str]
    write: Writer | None = None
    values: Mapping[str, Values] = field(default_factory=dict)


def table_of(data: Any, columns: Sequence[str] | None = None, *, joint: bool = False) -> Table:
    """Return the table that data hold.

    Parameters
    ----------
    data
        A path; a data frame of pandas or polars, a table of pyarrow, a relation of DuckDB, or whatever
        else offers ``__arrow_c_stream__`` or ``__dataframe__``; a dict of columns, a list of dicts, a
        structured array; or a joint table: an array of numpy of 2 or 3 dimensions, a sparse matrix of
        scipy, a crosstab of pandas.
    columns
        The columns that are needed, or None for all. If one is not there, the program says so.
    joint
        Whether a data frame of pandas is a joint table, of counts or probabilities.

    Raises
    ------
    InputError
        The data are of no type that is read, or a column holds what cannot be labels.
    """
    if isinstance(data, (str, os.PathLike)):
        path = os.fsdecode(data)
        return Table([f".{os.sep}{path}" if path.startswith("-") else path])
    if (isinstance(data, np.ndarray) and data.dtype.names is None) or hasattr(data, "tocoo"):
        if columns:
            raise InputError(
                "an array is a joint table and has no columns: leave out x and y, or pass a data frame"
            )
        return _array(data) if isinstance(data, np.ndarray) else _sparse(data)
    if _is(data, "pandas", "DataFrame") and joint and columns is None:
        return _crosstab(data)
    return _records(data, columns)


def columns_in(data: Any, names: Sequence[str]) -> list[Column] | None:
    """Return columns of a table in memory, or None if the program has to find or read them."""
    frame = _is(data, "pandas", "DataFrame")
    if isinstance(data, np.ndarray):
        known = dict.fromkeys(data.dtype.names or ())
    elif frame or isinstance(data, Mapping) or _is(data, "polars", "DataFrame"):
        known = dict.fromkeys(data.columns if not isinstance(data, Mapping) else data)
    elif _is(data, "pyarrow", "Table"):
        known = dict.fromkeys(data.column_names)
    else:
        return None
    if any(name not in known for name in names) or (frame and not data.columns.is_unique):
        return None
    columns = [column_of(name, data[name]) for name in names]
    return columns if len({column.length for column in columns}) == 1 else None


def _is(data: Any, library: str, *names: str) -> bool:
    """Tell whether data are of a class of a library, without importing it."""
    module = sys.modules.get(library)
    return module is not None and any(isinstance(data, getattr(module, name)) for name in names)


def _array(array: np.ndarray[Any, Any]) -> Table:
    numbers = _joint.numbers_of(array)
    return Table(["-", "--format", "npy"], lambda stream: _joint.write_array(stream, numbers))


def _sparse(matrix: Any) -> Table:
    table = written([column_of(name, values) for name, values in _joint.cells_of(matrix).items()])
    flags = ["--x", "row", "--y", "column", "--count", "count"]
    types = ["--type", "row=category", "--type", "column=category"]
    return Table([*table.arguments, *flags, *types], table.write)


def _crosstab(frame: Any) -> Table:
    (x, x_values), (y, y_values) = _joint.labels_of(frame.index), _joint.labels_of(frame.columns)
    write = partial(_joint.write_matrix, frame=frame, x=x, y=y)
    return Table(["-", "--format", "csv"], write, {"x": x_values, "y": y_values})


def _records(data: Any, columns: Sequence[str] | None) -> Table:
    """Return the table of data with named columns."""
    if isinstance(data, Sequence) and data and all(isinstance(row, Mapping) for row in data):
        keys = {key: None for row in data for key in row}
        data = {key: [row.get(key) for row in data] for key in keys}
    if isinstance(data, np.ndarray):
        data = {name: data[name] for name in data.dtype.names or ()}
    if isinstance(data, Mapping) or _is(data, "pandas", "DataFrame"):
        names = list(data.columns if _is(data, "pandas", "DataFrame") else data)
        wanted = _wanted(names, columns)
        return (
            _without(names)
            if wanted is None
            else written([column_of(str(name), data[name]) for name in wanted])
        )
    if _is(data, "polars", "DataFrame", "LazyFrame"):
        names = data.collect_schema().names()
        wanted = _wanted(names, columns)
        return _without(names) if wanted is None else _polars_table(data, wanted)
    return _arrow_table(data, columns)


def _wanted(names: Sequence[Any], columns: Sequence[str] | None) -> list[Any] | None:
    """Return those of the names of columns that are needed, or None if one is not there.

    A name with dots may be that of a field of a structure, whose column is needed then.
    """
    known = {str(name): name for name in names}
    if columns is None:
        columns = list(known)
    found: dict[Any, None] = {}
    for column in columns:
        name = column
        while name not in known and "." in name:
            name = name.rpartition(".")[0]
        if name not in known:
            return None
        if sum(str(other) == name for other in names) > 1:
            raise InputError(f"the data have several columns named {name}: rename one of them")
        found[known[name]] = None
    return list(found)


def _without(names: Iterable[Any]) -> Table:
    """Return a table without records, of which the program says which column it lacks."""
    fields = [_arrow.Field(str(name), _arrow.NULL) for name in names]
    return Table([*_STREAM], lambda stream: _arrow.StreamWriter(stream, fields).close())


def column_of(name: str, values: Any) -> Column:
    """Return the column of whatever a person has as one."""
    if _is(values, "pandas", "Series"):
        return of_series(name, values)
    if _is(values, "pandas", "Index"):
        return of_series(name, values.to_series())
    if _is(values, "polars", "Series"):
        return _polars.of_polars(name, values)
    if _is(values, "pyarrow", "Array", "ChunkedArray"):
        return _pyarrow.of_arrow(name, values)
    if hasattr(values, "dtype") and not isinstance(values, np.ndarray) and "pandas" in sys.modules:
        return of_series(name, sys.modules["pandas"].Series(values))
    if isinstance(values, (str, bytes, Mapping)) or not (
        hasattr(values, "__array__") or hasattr(values, "__len__")
    ):
        raise InputError(
            f"the column {name} is a value of the type {type(values).__name__}, {shown(values)}: "
            "pass a list or an array"
        )
    if not hasattr(values, "__array__"):
        return of_list(name, values if isinstance(values, (list, tuple)) else list(values))
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(f"the column {name} is an array of {array.ndim} dimensions, and a column has one")
    return of_array(name, array)


def written(columns: Sequence[Column]) -> Table:
    """Return the table of columns, which are written in batches of rows."""
    lengths = {column.name: column.length for column in columns}
    if len(set(lengths.values())) > 1:
        (a, n), (b, m) = next(
            (one, other) for one in lengths.items() for other in lengths.items() if one[1] != other[1]
        )
        raise InputError(f"the columns have different lengths: {a} has {n} values, and {b} has {m}")
    values = {column.name: column.values for column in columns}

    def write(stream: IO[bytes]) -> None:
        writer = _arrow.StreamWriter(stream, [column.field for column in columns])
        rows = columns[0].length if columns else 0
        for start in range(0, rows, BATCH):
            stop, arrays = min(start + BATCH, rows), []
            for number, column in enumerate(columns):
                array, categories = column.batch(start, stop)
                arrays.append(array)
                if categories is not None:
                    writer.dictionary(number, categories, more=start > 0)
            writer.batch(stop - start, arrays)
        writer.close()
        values.update((column.name, column.values) for column in columns)

    return Table([*_STREAM], write, values)


def _polars_table(data: Any, columns: list[str]) -> Table:
    frame = _polars.frame_of(data, columns)
    values = {name: _polars.values_of(of) for name, of in frame.schema.items()}
    return Table([*_STREAM], partial(_polars.write_frame, frame=frame), values)


def _not_read(data: Any) -> InputError:
    """Return the error for data of a type that holds no table."""
    return InputError(
        f"data of the type {type(data).__name__} are not read: pass a data frame, a table of Arrow, "
        "a dict of columns, an array of counts, or a path"
    )


def _arrow_table(data: Any, columns: Sequence[str] | None) -> Table:
    """Return the table of data of Arrow, or of what turns into such."""
    try:
        source = _pyarrow.Source(data)
    except ImportError:
        if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__dataframe__"):
            raise InputError(
                f"data of the type {type(data).__name__} need pyarrow: install it, or pass a dict of columns"
            ) from None
        raise _not_read(data) from None
    except TypeError:
        raise _not_read(data) from None
    wanted = _wanted(source.names, columns)
    if wanted is None:
        return _without(source.names)
    schema, batches = source.select(wanted)
    values = {field.name: _pyarrow.values_of(field.type) for field in schema}
    return Table([*_STREAM], partial(_pyarrow.write_batches, schema=schema, batches=batches), values)


_STREAM = ("-", "--format", "arrow")
"""The arguments of a table that is a stream of Arrow."""

BATCH = 1 << 16
"""The number of rows that are written at once: beside the data of the caller, about so many are in memory.

Batches of one or two numbers fit into the pipe, so that one is written while the program counts another.
"""
