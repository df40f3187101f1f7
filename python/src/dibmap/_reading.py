"""A table of data and the flags that say how it is read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._arguments import Columns, bins, columns_of, flags_of, joined, named
from ._table import Table, table_of


def reading(
    data: Any, *, also: Sequence[str] = (), every: bool = False, **given: Any
) -> tuple[Table, list[str]]:
    """Return the table that a call names, and the flags that say how it is read.

    Parameters
    ----------
    data
        Whatever :func:`map` takes.
    also
        Columns that are needed besides those of the flags.
    every
        Whether all columns are needed, whatever is named.
    **given
        The arguments of `table_flags`.
    """
    given |= {role: named(given.get(role), data) for role in ("x", "y", "count") if role in given}
    wanted = [
        column
        for role in ("x", "y", "count", "x1", "x2", "columns")
        for column in columns_of(given.get(role))
    ]
    needed = [*wanted, *also]
    table = table_of(data, None if every or not needed else needed, joint=not every and not needed)
    return table, table_flags(**given)


def table_flags(
    *,
    x: Columns | None = None,
    y: Columns | None = None,
    count: str | None = None,
    x1: str | None = None,
    x2: str | None = None,
    columns: Columns | None = None,
    bins_x: int | str | Sequence[float] | None = None,
    bins_y: int | str | Sequence[float] | None = None,
    type: Mapping[str, str] | None = None,
    part: Mapping[str, str] | None = None,
    zone: str | None = None,
    date_format: str | None = None,
    missing: str | None = None,
    missing_y: str | None = None,
    min_count: int | None = None,
    top_x: int | None = None,
    top_y: int | None = None,
    na: Sequence[str] | None = None,
    decimal: str | None = None,
    trim: bool = False,
    fold_case: bool = False,
    text: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    comment: str | None = None,
    skip_ragged: bool = False,
) -> list[str]:
    """Return the flags that say how a table is read, which `map` documents."""
    given = locals()
    for name in ("x", "y", "columns"):
        given[name] = joined(columns_of(given[name])) or None
    return flags_of({**given, "bins_x": bins(bins_x), "bins_y": bins(bins_y)})


def in_file(table: Table, path: Path) -> Table:
    """Return a table as one that the program reads from a file, as often as it needs."""
    if table.write is None:
        return table
    with path.open("wb") as stream:
        table.write(stream)
    arguments = [os.fspath(path) if argument == "-" else argument for argument in table.arguments]
    return Table(arguments, None, table.values)
