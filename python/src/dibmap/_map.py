"""Finding frontiers."""

from __future__ import annotations

from typing import Any

from ._frontier import Frontier
from ._program import folder, run
from ._table import table_of


def map(data: Any, x: str, y: str, count: str | None = None) -> Frontier:
    """Find every Pareto-optimal grouping of the values of X."""
    columns = [x, y] + ([count] if count else [])
    table = table_of(data, columns)
    flags = ["--x", x, "--y", y] + (["--count", count] if count else [])
    with folder() as place:
        output = place / "frontier.npz"
        run(["map", *table.arguments, *flags, "-o", output], write=table.write, keeps=True)
        return Frontier(output.read_bytes(), table.values)
