"""A call of `map` or `plan` as arguments of the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._arguments import columns_of, duration, flags_of, links, named, order_of, yes_or_no
from ._reading import in_file, reading
from ._second import second_of
from ._table import Table, table_of

_STEERING = (
    "problem", "target", "smooth", "min_mass", "min_group", "max_clusters", "max_leak", "monotone",
    "search", "effort", "epsilon", "seed", "prove", "all_points", "best_up_to", "per_k", "time_limit",
    "max_memory", "workers", "estimator", "robust", "uncertainty", "resamples", "apart", "overlap", "sigma",
    "soft", "checkpoint", "resume",
)  # fmt: skip
"""Arguments that say what is looked for, and how. The others say how the table is read."""


def call_of(
    place: Path,
    *,
    data: Any,
    order: Any,
    must_link: Any,
    cannot_link: Any,
    validate: Any,
    name: str | None,
    leak: Any = None,
    also: Any = None,
    **given: Any,
) -> tuple[Table, list[str]]:
    """Return the table of a call, and the arguments of the program that name it and say what to do with it.

    Parameters
    ----------
    place
        A folder for files that the program reads.
    data, order, must_link, cannot_link, validate, name, leak, also, **given
        The arguments of :func:`map`, or as many of them as a call has.
    """
    given |= {role: named(given[role], data) for role in ("x", "y", "count") if role in given}
    steering = {key: given.pop(key) for key in _STEERING if key in given}
    # Points in space have all columns as coordinates.
    every = steering["problem"] in ("quantizer", "kmeans") and given.get("columns") is None
    fold = [validate] if isinstance(validate, str) else []
    second, pair = second_of(place, data, given.get("x") is not None, leak=leak, also=also)
    table, how = reading(data, also=[*fold, *second], every=every, **given)
    roles = ("x", "y", "count", "x1", "x2", "columns")
    needed = [*(column for role in roles for column in columns_of(given.get(role))), *second]
    finding = flags_of({
        **steering,
        "prove": yes_or_no(steering["prove"]),
        "time_limit": duration(steering.get("time_limit")),
        "name": name or (None if table.write is None else "data"),
    })  # fmt: skip
    files = order_of(order, place) + links("must_link", must_link, place)
    files += links("cannot_link", cannot_link, place) + _held_out(validate, needed, place)
    return table, [*table.arguments, *how, *finding, *pair, *files]


def _held_out(validate: Any, columns: Sequence[str], place: Path) -> list[str]:
    """Return the flag that says which records are held out; other records go into a file."""
    if validate is None or isinstance(validate, int):
        return flags_of({"validate": validate})
    if isinstance(validate, str):
        return flags_of({"fold": validate})
    test = in_file(table_of(validate, list(columns) or None), place / "test")
    return flags_of({"test": test.arguments[0]})
