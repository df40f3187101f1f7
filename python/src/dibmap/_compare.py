"""Comparing dibmap with other clustering methods."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import Any

from ._arguments import Columns, duration, flags_of, yes_or_no
from ._frames import frame
from ._program import run
from ._progress import OnProgress
from ._reading import reading


class Comparison:
    """The result of `compare`.

    Attributes
    ----------
    truth : dict
        The frontier to which methods are compared: its number of `points`, whether it is `proved`, and
        its `clusterings`.
    not_run : list of str
        The methods that were left out, and why.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found
        self.truth: dict[str, Any] = found["truth"]
        self.not_run: list[str] = found["not_run"]

    @property
    def methods(self) -> Any:
        """How every method did, as a data frame with one row for each.

        `points` counts its different points, `tp` and `fp` the points on the true frontier and off it, and
        `fn` the missing points. `precision`, `recall` and `area` are shares; `mean_deficit` and
        `largest_deficit` are the bits of I(Z;Y) below the truth, and `largest_deficit_h` is where.
        """
        rows = self._found["methods"]
        names = dict.fromkeys(name for row in rows for name in row if name not in ("clusterings", "soft"))
        return frame({name: [row.get(name) for row in rows] for name in names}, "to_dict()")

    @property
    def points(self) -> Any:
        """The points of all methods, as a data frame with one row for each.

        `h` and `i` are in bits, `k` is the number of clusters, `parameter` the parameter of the method,
        and `tp` whether the point is on the true frontier.
        """
        rows = [
            (method["method"], point) for method in self._found["methods"] for point in method["clusterings"]
        ]
        columns = {"method": [name for name, _ in rows]}
        columns |= {key: [point[key] for _, point in rows] for key in ("h", "i", "k", "parameter", "tp")}
        return frame(columns, "to_dict()")

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the command prints it as JSON."""
        return json.loads(json.dumps(self._found))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        judged = "proved" if self.truth["proved"] else "best found"
        return f"Comparison({len(self._found['methods'])} methods, {self.truth['points']} points {judged})"


def compare(
    data: Any,
    x: Columns | None = None,
    y: Columns | None = None,
    count: str | None = None,
    *,
    methods: str | Sequence[str] | None = None,
    clusters: str | Sequence[int] | None = None,
    restarts: int | None = None,
    prove: bool | None = None,
    seed: int | None = None,
    time_limit: float | str | datetime.timedelta | None = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    **how: Any,
) -> Comparison:
    """Compare dibmap with other clustering methods on one table.

    Parameters
    ----------
    data, x, y, count
        The table and its columns, as of `map`.
    methods : str or sequence of str, optional
        Methods that ``dibmap compare --help`` lists, such as ``["ward", "kmeans", "ib"]``; all by default.
    clusters : str or sequence of int, optional
        The numbers of clusters of methods that take one, such as ``"2-10"``.
    restarts : int, optional
        The number of random starts of methods that have some.
    prove : bool, optional
        Whether to prove that the truth is complete. By default only if it takes seconds.
    seed : int, optional
        The seed of random starts.
    time_limit : float, str or timedelta, optional
        The time after which the call ends, in seconds, shared by the methods; five minutes by default.
    workers : int, optional
        The number of threads; the result does not depend on it.
    on_progress : callable, optional
        Is called with the progress.
    **how
        How the table is read, as of `info`.

    Raises
    ------
    InputError
        The data or an argument are wrong.
    """
    table, flags = reading(data, x=x, y=y, count=count, **how)
    flags += flags_of({
        "methods": methods, "clusters": clusters, "restarts": restarts, "prove": yes_or_no(prove),
        "seed": seed, "time_limit": duration(time_limit), "workers": workers,
    })  # fmt: skip
    arguments = ["compare", *table.arguments, *flags, "--json"]
    found = run(arguments, write=table.write, on_progress=on_progress).output
    return Comparison(json.loads(found))
