"""Frontier files, which the program reads, converts and unites."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from ._frontier import Frontier
from ._program import folder, run
from ._values import Values


def read(paths: Sequence[str | os.PathLike[str]]) -> bytes:
    """Return the union of frontier files, or the only one, as npz."""
    with folder() as place:
        output = place / "frontier.npz"
        run(["merge", *paths, "-q", "-o", output])
        return output.read_bytes()


def load(path: str | os.PathLike[str]) -> Frontier:
    """Read a frontier file of any format; ``"last"`` is the last result of the command.

    Raises
    ------
    InputError
        The file does not exist, or is not a frontier file.
    """
    return Frontier(read([os.fspath(path)]))


def merge(frontiers: Iterable[Frontier | str | os.PathLike[str]]) -> Frontier:
    """Unite frontiers of one table, such as from searches with several seeds.

    Parameters
    ----------
    frontiers
        Frontiers and paths of frontier files.

    Returns
    -------
    Frontier
        The points that are not dominated in the union.

    Raises
    ------
    InputError
        They are of different tables, or a file is not a frontier file.
    """
    values: dict[str, Values] = {}
    paths: list[str] = []
    with folder() as place:
        for number, item in enumerate(frontiers):
            if isinstance(item, Frontier):
                file = place / f"{number}"
                file.write_bytes(item._content)
                values = {**item._values, **values}
                paths.append(os.fspath(file))
            else:
                paths.append(os.fspath(item))
        return Frontier(read(paths), values)
