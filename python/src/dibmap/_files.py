"""Files that the program reads: frontiers, which it converts and unites, and tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ._program import folder, run
from ._table import Table


def read(paths: Sequence[str | os.PathLike[str]]) -> bytes:
    """Return the union of frontier files, or the only one, as npz."""
    with folder() as place:
        output = place / "frontier.npz"
        run(["merge", *paths, "-q", "-o", output])
        return output.read_bytes()


def in_file(table: Table, path: Path) -> Table:
    """Return a table as one that the program reads from a file, as often as it needs."""
    if table.write is None:
        return table
    with path.open("wb") as stream:
        table.write(stream)
    arguments = [os.fspath(path) if argument == "-" else argument for argument in table.arguments]
    return Table(arguments, None, table.values)
