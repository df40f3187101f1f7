"""What a person passes as data, made into what the program reads."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from ._errors import InputError
from ._program import Writer
from ._values import Values


@dataclass(frozen=True)
class Table:
    """A table that the program can read.

    Attributes
    ----------
    arguments
        The arguments that name it to the program: a path, or ``-`` for its standard input, and
        flags such as ``--x``.
    write
        Writes what goes to standard input, or None if the program reads a file.
    values
        For a column, how the labels of the program become values of the column again. Labels of a
        column that is not there are values themselves.
    """

    arguments: list[str]
    write: Writer | None = None
    values: Mapping[str, Values] = field(default_factory=dict)


def table_of(data: Any, columns: list[str] | None = None) -> Table:
    """Return the table that data hold, of the columns named, or of all."""
    if isinstance(data, (str, os.PathLike)):
        return Table([os.fspath(data)])
    import pyarrow as pa
    import pyarrow.parquet as pq

    if isinstance(data, Mapping):
        table = pa.table(dict(data))
    elif hasattr(data, "__arrow_c_stream__"):
        table = pa.table(data)
    else:
        raise InputError(f"data of the type {type(data).__name__} are not read")
    if columns is not None:
        table = table.select(columns)

    def write(stream: IO[bytes]) -> None:
        pq.write_table(table, stream)

    return Table(["-", "--format", "parquet"], write)
