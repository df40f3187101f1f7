"""The second variable of a call: columns of the records, or another joint table with the same rows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ._arguments import columns_of, flags_of, joined, named
from ._errors import InputError
from ._reading import in_file
from ._table import table_of


def second_of(place: Path, data: Any, records: bool, **given: Any) -> tuple[list[str], list[str]]:
    """Return the columns that hold the second variable, and the flags that name it.

    Parameters
    ----------
    place
        A folder for a file with a joint table.
    data, records
        The table, and whether columns of records are named in it.
    **given
        The arguments by their names; None is none.
    """
    columns: list[str] = []
    flags: list[str] = []
    for name, value in given.items():
        if value is None:
            continue
        if not records:
            flags += flags_of({name: _file(name, value, place)})
            continue
        named_as = named(value, data)
        if not isinstance(named_as, (str, list, tuple)):
            raise InputError(f"{name} is of the type {type(value).__name__}: name a column of the data")
        own = columns_of(named_as)
        columns += own
        flags += flags_of({name: joined(own)})
    return columns, flags


def _file(name: str, value: Any, place: Path) -> str:
    """Return the path of a joint table."""
    table = table_of(value, joint=True)
    if any(argument in ("--x", "arrow") for argument in table.arguments):
        raise InputError(f"{name} is no joint table: pass an array of two dimensions or a crosstab")
    return os.fspath(in_file(table, place / "S").arguments[0])
