"""What a table is like before it is mapped."""

from __future__ import annotations

import json
from typing import Any

from ._arguments import Columns, flags_of
from ._binning import binning_frame
from ._frames import frame
from ._labels import label_of
from ._program import run
from ._reading import reading


class Info:
    """The result of `info`; parts that do not apply are None.

    Attributes
    ----------
    name : str
        The name of the table.
    records : int or None
        The number of records, if the table has records.
    n, m, samples : int or None
        Of a table of X and Y: the numbers of their values, and how often records count.
    evidence : dict or None
        Of a table of counts: whether it shows that X and Y depend on each other. `ixy` by chance and
        corrected are in bits, `p` is the p-value of a permutation test.
    warning : str or None
        A warning, such as that the sample is small.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found
        self.name: str = found["name"]
        self.records: int | None = found.get("records")
        self.n: int | None = found.get("n")
        self.m: int | None = found.get("m")
        self.samples: int | None = found.get("samples")
        self.evidence: dict[str, Any] | None = found.get("evidence")
        self.warning: str | None = found.get("warning")

    @property
    def estimates(self) -> Any:
        """H(X), H(Y), H(X,Y) and I(X;Y) in bits and their standard deviations by several estimators.

        A data frame with one row an estimator, or None.
        """
        return self._frame("estimates")

    @property
    def columns(self) -> Any:
        """The columns of records, ranked by what they tell about Y if that was given; or None.

        A data frame with the columns `column`, `type`, `distinct`, `missing`, `h` and `examples`, and with
        Y also `ixy`, `corrected`, or `chance` where most of `ixy` may be chance, and `p`. Entropies and
        information are in bits.
        """
        return self._frame("columns")

    @property
    def pairs(self) -> Any:
        """All pairs of columns, ranked by what they tell about each other, in bits; or None."""
        return self._frame("pairs")

    @property
    def table(self) -> Any:
        """The binning table of the values of X, each as a group, if `info` was asked for it; or None.

        A data frame as of `Grouping.table`.
        """
        found = self._found.get("table")
        return None if found is None else binning_frame(found, "to_dict()")

    @property
    def proposed(self) -> dict[str, str] | None:
        """The columns to begin with, by "x" and "y", empty if no column makes sense; or None."""
        return self._found.get("proposed")

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the command prints it as JSON."""
        return json.loads(json.dumps(self._found))  # type: ignore[no-any-return]

    def _frame(self, member: str) -> Any:
        rows = self._found.get(member)
        if rows is None:
            return None
        names = dict.fromkeys(name for row in rows for name in row)
        return frame({name: [row.get(name) for row in rows] for name in names}, "to_dict()")

    def __repr__(self) -> str:
        if self.n is not None:
            return f"Info({self.name}: {self.n} x {self.m})"
        return f"Info({self.name}: {self.records} records, {len(self._found.get('columns', []))} columns)"


def info(
    data: Any,
    x: Columns | None = None,
    y: Columns | None = None,
    count: str | None = None,
    *,
    pairs: bool = False,
    propose: bool = False,
    records: bool = False,
    table: bool = False,
    event: Any = None,
    problem: str | None = None,
    **how: Any,
) -> Info:
    """Return the size of a table, its entropies and its information.

    Parameters
    ----------
    data, x, y, count
        The table and its columns, as of `map`. Without `x`, all columns are listed and, with `y`, ranked
        by what they tell about it.
    pairs : bool
        Whether to rank all pairs of columns.
    propose : bool
        Whether to choose columns to begin with as X and Y, next to `x` or `y` if one of them is given.
    records : bool
        Whether a file that could be a matrix holds records.
    table : bool
        Whether to make the binning table of the values of X, as `Info.table`.
    event : optional
        The value of Y that rates, WoE and IV of the binning table are about, as of `Grouping.table`.
    problem : str, optional
        The problem that the table is of, as of `map`.
    **how
        How the table is read: `bins_x`, `bins_y`, `type`, `part`, `zone`, `date_format`, `missing`,
        `missing_y`, `min_count`, `top_x`, `top_y`, `x1`, `x2`, `columns`, `na`, `decimal`, `trim`,
        `fold_case`, `text`, `format`, `encoding`, `delimiter`, `comment` and `skip_ragged`, as of `map`.

    Raises
    ------
    InputError
        The data or an argument are wrong.
    """
    # Of a data frame without X, all columns are listed.
    read, flags = reading(data, every=x is None or propose, x=x, y=y, count=count, **how)
    flags += flags_of({"pairs": pairs, "propose": propose, "records": records, "problem": problem})
    flags += flags_of({"table": table, "event": None if event is None else label_of(event)})
    found = run(["info", *read.arguments, *flags, "--json"], write=read.write).output
    return Info(json.loads(found))
