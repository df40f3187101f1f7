"""Groups that tell little about a second variable: one run of the program more for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._call import call_of
from .._errors import InputError
from .._frontier import Frontier
from .._grouping import Grouping
from .._program import folder, run
from .._table import column_of
from ._columns import of_column, positions
from ._fitting import Fitting, Target, other_name

_EFFORT = 0.03
"""A factor on the steps by default: seconds for a column of 20 values, with nearly the same groupings."""

_BINS = "auto:40"
"""How numbers are cut by default. 200 bins take 20 times as long."""


def check(given: Mapping[str, Any], target: Target) -> None:
    """Raise an InputError if arguments do not go with a second variable."""
    leak, limit = given["leak"], given["max_leak"]
    if (leak is None) != (limit is None):
        raise InputError("leak and max_leak limit together what groups tell: give both")
    if leak is None:
        return
    if target.classes is None:
        raise InputError("leak is for y of classes, and y is numbers")
    if given["smooth"] not in (None, "none"):
        raise InputError("leak is about the rows, and smooth changes their table: leave one of them out")


def place_of(leak: Any, names: Sequence[str], *, named: bool) -> int | None:
    """Return the position of the second variable in X; None if it is not a column of X."""
    if not isinstance(leak, (str, int, np.integer)):
        return None
    return positions([leak], names, len(names), "leak", named=named)[0]


def checked(leak: Any, rows: int) -> Any:
    """Return the second variable, which has a value for each row."""
    length = column_of("leak", leak).length
    if length != rows:
        raise InputError(f"leak has {length} values, and X has {rows} rows: want one for each row")
    return leak if hasattr(leak, "dtype") else np.array(leak, object)


def within(
    fitting: Fitting, name: str, values: Any, *, target: Target, leak: Any, chosen: Grouping
) -> Grouping:
    """Return the most informative grouping of a column that keeps the limit, into at most as many groups.

    Parameters
    ----------
    fitting
        How columns are grouped.
    name, values
        The column.
    target, leak
        What groups are to tell much about, and little.
    chosen
        The grouping without a limit.
    """
    if chosen.k < 2:
        return chosen
    of, limit = fitting.of, fitting.of["max_leak"]
    frontier = _mapped(fitting, name, values, target=target, leak=leak, chosen=chosen)
    if _searched(of):
        try:
            return frontier.select(budget=of["budget"], keep=of["keep"], max_leak=limit)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    most = of["n_groups"] or chosen.k
    allowed = [p for p in frontier._meta["second"]["points"] if p["s"] <= limit + 2**-30 and p["k"] <= most]
    return frontier.select(clusters=max(allowed, key=lambda p: (p["i"], -p["k"]))["k"], max_leak=limit)


def _searched(of: Mapping[str, Any]) -> bool:
    """Report whether a grouping of any number of groups is looked for."""
    return of["budget"] is not None or of["keep"] is not None


def _mapped(
    fitting: Fitting, name: str, values: Any, *, target: Target, leak: Any, chosen: Grouping
) -> Frontier:
    """Return the frontier of a column with what its groupings tell about the second variable."""
    of = fitting.of
    s = other_name(of["leak"] if isinstance(of["leak"], str) else "leak", {name: values})
    y = other_name("y", {name: values, s: leak})
    data, count = {name: values, y: target.values, s: leak}, None
    if target.weights is not None:
        count = other_name("weight", data)
        data[count] = target.counted
    # What does not apply to a column was not asked for.
    (scale, *_) = chosen.frontier._meta["problem"].get("x_scales") or [{}]
    category = scale.get("type") == "category"
    type = fitting.value("type", name)
    with folder() as place:
        table, arguments = call_of(
            place, data=data, x=[name], y=[y], leak=[s], count=count, problem=None, prove=False, name=None,
            order=of_column(of["order"], name), must_link=None, cannot_link=None, validate=None,
            bins_x=None if category else of_column(of["bins"], name) or _BINS,
            max_clusters=None if _searched(of) else of["n_groups"] or chosen.k,
            min_count=fitting.value("min_count", name) if category and "order" not in scale else None,
            missing=fitting.value("handle_missing", name),
            type={y: "category"} | ({} if type is None else {name: type}),
            seed=of["seed"], effort=_EFFORT * (of["effort"] or 1), workers=of["workers"],
        )  # fmt: skip
        output = place / "frontier.npz"
        run(["map", *arguments, "-o", output], write=table.write, tell=fitting.tell)
        return Frontier(output.read_bytes(), table.values)
