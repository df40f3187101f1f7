"""Mapping every column of a table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._arguments import Columns, bins, columns_of, flags_of, joined
from ._files import read
from ._frames import frame
from ._frontier import Frontier
from ._program import folder, run
from ._progress import OnProgress
from ._table import table_of

CATALOGUE = "mapping.json"


class Scan(Mapping[str, Frontier]):
    """The frontiers of the columns of a table, by the name of the column.

    A part of the times of a column is called after both, such as ``"departure (hour)"``.

    Attributes
    ----------
    y : str
        The column that the others tell about.
    hy : float
        H(Y), in bits.
    records : int
        The number of records.
    """

    def __init__(self, catalogue: dict[str, Any], frontiers: Mapping[str, Frontier]) -> None:
        self._catalogue = catalogue
        self._frontiers = dict(frontiers)
        self.y: str = catalogue["y"]
        self.hy: float = catalogue["hy"]
        self.records: int = catalogue["records"]
        self._chosen = {
            title: frontiers[title].recommend()
            for title in (_title(entry) for entry in catalogue["columns"] if entry.get("k", 0) > 1)
        }

    @property
    def columns(self) -> Any:
        """The results for every column, as a data frame in the order of the table.

        `column` and `part`; `type`, `distinct` and `missing`; `hx` and `ixy` in bits, `corrected` for the
        size of the sample, and the permutation p-value `p`; the number of clusters `k` that is
        recommended, `h` and `i` in bits, `held_out` by records that were held out, and the `reason`;
        `unusable` says why a column was not mapped.
        """
        rows = self._catalogue["columns"]
        names = dict.fromkeys(
            name for row in rows for name in row if name not in ("file", "key", "rows", "groups")
        )
        return frame({name: [row.get(name) for row in rows] for name in names}, "to_dict()")

    def transform(self, data: Any, *, unknown: str | None = None, names: str = "labels") -> Any:
        """Return the recommended cluster of every record, of each column that has more than one.

        Parameters
        ----------
        data
            A table with the columns that were mapped.
        unknown, names
            As of :meth:`Grouping.transform`.

        Returns
        -------
        A data frame like `data`, or a dict of arrays, with columns such as ``city_cluster``.
        """
        columns = {}
        for entry in self._catalogue["columns"]:
            if entry.get("k", 0) > 1:
                best = self._chosen[_title(entry)]
                new = "_".join(name for name in (entry["column"], entry.get("part"), "cluster") if name)
                columns[new] = best.transform(data, unknown=unknown, names=names)  # type: ignore[arg-type]
        return _together(columns, data)

    def to_dict(self) -> dict[str, Any]:
        """Return the results for every column, with its clusters, as in ``mapping.json``."""
        return json.loads(json.dumps(self._catalogue))  # type: ignore[no-any-return]

    def __getitem__(self, column: str) -> Frontier:
        return self._frontiers[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._frontiers)

    def __len__(self) -> int:
        return len(self._frontiers)

    def __repr__(self) -> str:
        return f"Scan({len(self)} of {len(self._catalogue['columns'])} columns mapped, Y is {self.y})"


def _title(entry: Mapping[str, Any]) -> str:
    """Return what people call a column."""
    return f"{entry['column']} ({entry['part']})" if entry.get("part") else str(entry["column"])


def _together(columns: Mapping[str, Any], like: Any) -> Any:
    """Return columns as a table like another one."""
    pandas, polars, pyarrow = (sys.modules.get(name) for name in ("pandas", "polars", "pyarrow"))
    if pandas is not None and isinstance(like, pandas.DataFrame):
        return pandas.DataFrame(dict(columns), index=like.index)
    if polars is not None and isinstance(like, (polars.DataFrame, polars.LazyFrame)):
        return polars.DataFrame(dict(columns))
    if pyarrow is not None and isinstance(like, pyarrow.Table):
        return pyarrow.table(dict(columns))
    return dict(columns)


def scan(
    data: Any,
    y: str,
    *,
    columns: Columns | None = None,
    count: str | None = None,
    type: Mapping[str, str] | None = None,
    bins_x: int | str | Sequence[float] | None = None,
    bins_y: int | str | Sequence[float] | None = None,
    missing: str | None = None,
    validate: int | None = None,
    effort: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    output: str | os.PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
    **how: Any,
) -> Scan:
    """Map every usable column of a table, and recommend a grouping of each.

    Ctrl-C (KeyboardInterrupt) keeps the columns that are done.

    Parameters
    ----------
    data
        Records: a data frame, an Arrow table, a dict of columns, or the path of a file.
    y : str
        The column about which the others tell.
    columns : sequence of str, optional
        Map only these columns.
    count : str, optional
        The column that says how often a record counts.
    type, bins_x, bins_y, missing
        How columns are read, numbers are cut and missing values are treated, as of `map`.
    validate : int, optional
        The number of random parts of the records that are held out in turn: 5 by default, 0 for none.
    effort : float, optional
        A factor on the steps of the search by `map`; 0.2 by default.
    seed : int, optional
        The seed of permutations and parts.
    workers : int, optional
        The number of threads; the result does not depend on it.
    output : path, optional
        A folder that keeps the frontiers and a page of them. The same call continues there, and maps only
        changed columns.
    on_progress : callable, optional
        Is called with the progress.
    **how
        `date_format`, `na`, `decimal`, `trim`, `fold_case`, `format`, `encoding`, `delimiter` and `comment`,
        as of `map`.

    Raises
    ------
    InputError
        The data or an argument are wrong.
    """
    needed = [*columns_of(columns), y, *columns_of(count)] if columns else None
    table = table_of(data, needed)
    flags = flags_of({
        "y": y, "columns": joined(columns_of(columns)) or None, "count": count,
        "type": type, "bins_x": bins(bins_x), "bins_y": bins(bins_y),
        "missing": missing, "validate": validate, "effort": effort, "seed": seed, "workers": workers, **how,
    })  # fmt: skip
    with folder() as place:
        to = Path(output) if output is not None else place / "scan"
        arguments = ["scan", *table.arguments, *flags, "-o", os.fspath(to)]
        run(arguments, write=table.write, on_progress=on_progress, keeps=True)
        catalogue = json.loads((to / CATALOGUE).read_bytes())
        mapped = [entry for entry in catalogue["columns"] if entry.get("k")]
        frontiers = {_title(entry): Frontier(read([to / entry["file"]]), table.values) for entry in mapped}
        return Scan(catalogue, frontiers)
