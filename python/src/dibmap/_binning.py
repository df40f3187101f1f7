"""The binning table that `Grouping.table` and `Info.table` return."""

from __future__ import annotations

from typing import Any

from ._frames import frame


def binning_frame(found: dict[str, Any], instead: str) -> Any:
    """Return a binning table of the program's JSON as a data frame, with a last row for all groups.

    Without a library for data frames, the error names what else has the numbers: `instead`.
    """
    rows = [*found["rows"], found["total"]]
    numbers = ["count", "share"]
    if found["event"] is not None:
        numbers += ["rate", "rate_se", "woe", "woe_se", "iv", "js"]
    columns: dict[str, Any] = {"name": [row["name"] for row in rows]}
    for key in numbers:
        columns[key] = [float("nan") if row[key] is None else row[key] for row in rows]
    if found["event"] is None:
        for y, label in enumerate(found["y"]):
            columns[f"p({label})"] = [row["p"][y] for row in rows]
    columns["i"] = [row["i"] for row in rows]
    return frame(columns, instead)
