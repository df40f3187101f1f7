"""Frontier files, which the program reads, converts and unites."""

from __future__ import annotations

from collections.abc import Sequence

from ._program import folder, run


def read(paths: Sequence[str]) -> bytes:
    """Return the union of frontier files, or the only one, as npz."""
    with folder() as place:
        output = place / "frontier.npz"
        run(["merge", *paths, "-q", "-o", output])
        return output.read_bytes()
