"""Mapping every column of a table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

from ._arguments import Columns, bins, by_column, columns_of, flags_of, joined, named
from ._errors import InputError, warn
from ._frames import frame
from ._frontier import Frontier
from ._grouping import Form, Grouping, Unknown, of_choice
from ._info import info
from ._program import folder, run
from ._progress import OnProgress
from ._table import Table, table_of

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
    groupings : dict of str to Grouping
        The recommended grouping of each column that was mapped.
    """

    def __init__(self, catalogue: dict[str, Any], groupings: Mapping[str, Grouping]) -> None:
        self._catalogue = catalogue
        self.groupings = dict(groupings)
        self.y: str = catalogue["y"]
        self.hy: float = catalogue["hy"]
        self.records: int = catalogue["records"]

    @property
    def columns(self) -> Any:
        """The results for every column, as a data frame in the order of the table.

        `column` and `part`; `type`, `distinct` and `missing`; `hx` and `ixy` in bits, `corrected` for the
        size of the sample, or the mean `chance` of the permutations where most of `ixy` may be chance, and
        the permutation p-value `p`; the number of clusters `k` that is
        recommended, `h` and `i` in bits, `held_out` by records that were held out, and the `reason`;
        `unusable` says why a column was not mapped.
        """
        rows = self._catalogue["columns"]
        names = dict.fromkeys(
            name for row in rows for name in row if name not in ("file", "key", "rows", "groups")
        )
        return frame({name: [row.get(name) for row in rows] for name in names}, "to_dict()")

    def transform(self, data: Any, *, unknown: Unknown | None = None, names: Form = "labels") -> Any:
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
                best = self.groupings[_title(entry)]
                new = "_".join(name for name in (entry["column"], entry.get("part"), "cluster") if name)
                columns[new] = best.transform(data, unknown=unknown, names=names)
        return _together(columns, data)

    def to_dict(self) -> dict[str, Any]:
        """Return the results for every column, with its clusters, as in ``mapping.json``."""
        return json.loads(json.dumps(self._catalogue))  # type: ignore[no-any-return]

    def __getitem__(self, column: str) -> Frontier:
        return self.groupings[column].frontier

    def __iter__(self) -> Iterator[str]:
        return iter(self.groupings)

    def __len__(self) -> int:
        return len(self.groupings)

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


@overload
def scan(data: Any, y: str, **arguments: Any) -> Scan: ...


@overload
def scan(data: Any, y: Sequence[str], **arguments: Any) -> dict[str, Scan]: ...


def scan(
    data: Any,
    y: str | Sequence[str],
    *,
    purpose: Literal["explanation", "prediction"] | None = None,
    columns: Columns | None = None,
    count: str | None = None,
    type: Mapping[str, str] | None = None,
    order: str | Mapping[str, str] | None = None,
    bins_x: Any = None,
    bins_y: int | str | Sequence[float] | None = None,
    monotone: str | Mapping[str, str] | None = None,
    target: str | None = None,
    missing: str | Mapping[str, str] | None = None,
    min_count: int | Mapping[str, int] | None = None,
    smooth: float | str | Mapping[str, float | str] | None = None,
    validate: int | None = None,
    effort: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    output: str | os.PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
    **how: Any,
) -> Scan | dict[str, Scan]:
    """Map every usable column of a table, and recommend a grouping of each.

    Ctrl-C (KeyboardInterrupt) keeps the columns that are done. Arguments that take a dict have values for
    single columns in it.

    Parameters
    ----------
    data
        Records: a data frame, an Arrow table, a dict of columns, or the path of a file.
    y : str or sequence of str
        The column about which the others tell. Of several, each has a scan of the other columns.
    purpose : {"explanation", "prediction"}
        The reader of the groups: a person, or a model. For a model, the number of groups is chosen that
        predicts held-out records best or, of a column with an order, the smallest within one standard error
        of that; and rows are smoothed.
    columns : sequence of str, optional
        Map only these columns.
    count : str, optional
        The column that says how often a record counts.
    monotone : str or mapping of str to str, optional
        The trend along the clusters, as of `map`, for some columns or for all columns with an order.
    target : {"mean"}, optional
        ``"mean"`` groups by the mean of Y, a column of numbers, as of `map`. All information is then a
        share of the variance of Y.
    type, bins_y
        How columns are read, and numbers of Y are cut, as of `map`.
    order, bins_x, missing, min_count, smooth
        The order of values, bins, the treatment of missing and of rare values, and smoothing, as of `map`: a
        value for all columns, or a dict. `min_count` is for categories without an order.
    validate : int, optional
        The number of random parts of the records that are held out in turn: 5 by default, 0 for none.
    effort : float, optional
        A factor on the steps of the search by `map`; 0.2 by default.
    seed : int, optional
        The seed of permutations and parts.
    workers : int, optional
        The number of threads; the result does not depend on it.
    output : path, optional
        A folder that keeps the frontiers and a page of them; of several targets, a folder of folders. The
        same call continues there, and maps only changed columns.
    on_progress : callable, optional
        Is called with the progress.
    **how
        `missing_y`, `date_format`, `na`, `decimal`, `trim`, `fold_case`, `format`, `encoding`,
        `delimiter` and `comment`, as of `map`.

    Returns
    -------
    Scan, or dict of str to Scan
        The scan; of several targets, the scan of each.

    Raises
    ------
    InputError
        The data or an argument are wrong.
    """
    if purpose not in (None, "explanation", "prediction"):
        raise InputError(f"purpose is {purpose!r}: want 'explanation' or 'prediction'")
    y = named(y, data)
    if not isinstance(y, str):
        if not len(y) or len(set(y)) < len(y):
            raise InputError(f"y is {y!r}: want a column, or several different ones")
        given = {key: value for key, value in locals().items() if key not in ("data", "y", "how", "output")}
        return _of_each(data, columns_of(y), output, {**given, **how})
    columns, count = named(columns, data), named(count, data)
    table = table_of(data, [*columns_of(columns), y, *columns_of(count)] if columns else None)
    flags = flags_of({
        "for": purpose, "y": joined([y]), "columns": joined(columns_of(columns)) or None, "count": count,
        "type": type, "bins_y": bins(bins_y), "target": target, "validate": validate, "effort": effort,
        "seed": seed, "workers": workers, **how,
    })  # fmt: skip
    for name, of in {"order": order, "bins_x": bins(bins_x), "missing": missing, "min_count": min_count,
                     "smooth": smooth, "monotone": monotone}.items():  # fmt: skip
        flags += by_column(name, of)
    return scanned(table, flags, output=output, on_progress=on_progress, keeps=True)


def _of_each(data: Any, ys: list[str], output: Any, given: dict[str, Any]) -> dict[str, Scan]:
    """Return a scan for each of several targets, of all columns but the targets."""
    if given["columns"] is None:
        given["columns"] = [name for name in names_of(data) if name not in ys]
    places = {y: None if output is None else Path(output) / str(n) for n, y in enumerate(ys)}
    return {y: scan(data, y, output=place, **given) for y, place in places.items()}


def names_of(data: Any) -> list[str]:
    """Return the names of the columns of a table."""
    if hasattr(data, "collect_schema"):
        return list(map(str, data.collect_schema().names()))
    keys = (
        data if isinstance(data, Mapping) else getattr(data, "column_names", getattr(data, "columns", None))
    )
    return list(map(str, keys if keys is not None and not callable(keys) else info(data).columns["column"]))


def scanned(
    table: Table,
    flags: Sequence[str],
    *,
    choice: Sequence[str] = (),
    output: str | os.PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
    keeps: bool = False,
    tell: Callable[[str], object] = warn,
) -> Scan:
    """Return what flags of the command find in a table: all columns in one run, and one that chooses.

    Of each column, it is the recommended grouping, or that of other flags.
    """
    with folder() as place:
        to = Path(output) if output is not None else place / "scan"
        arguments = ["scan", *table.arguments, *flags, "-o", os.fspath(to)]
        run(arguments, write=table.write, on_progress=on_progress, keeps=keeps, tell=tell)
        catalogue = json.loads((to / CATALOGUE).read_bytes())
        mapped = [entry for entry in catalogue["columns"] if entry.get("key")]
        lines = run(["select", to, "--json", *choice]).output.splitlines() if mapped else []
        groupings = {}
        for entry, line in zip(mapped, lines, strict=True):
            frontier = Frontier((to / entry["file"]).read_bytes(), table.values)
            groupings[_title(entry)] = of_choice(frontier, choice, json.loads(line))
        return Scan(catalogue, groupings)
