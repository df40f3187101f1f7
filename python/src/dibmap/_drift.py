"""Comparing new records with the table that was mapped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ._arguments import columns_of
from ._program import run
from ._transform import is_table, records

if TYPE_CHECKING:
    from ._grouping import Grouping


class Change(NamedTuple):
    """A group then and now.

    Attributes
    ----------
    name
        Its name; ``(unknown)`` for values that the table did not have.
    then, now
        Its share of the records.
    psi
        Its part of the population stability index, in nats.
    """

    name: str
    then: float
    now: float
    psi: float


class Drift(NamedTuple):
    """What :meth:`Grouping.drift` found.

    Attributes
    ----------
    psi
        The population stability index: the sum of (now - then) ln(now / then) of the shares of groups, in
        nats. It takes an empty group as half a record.
    chance
        About the PSI that samples of this size have where nothing changed.
    p
        The p-value of a permutation test that the shares are the same; None without whole counts, as is
        `chance`.
    then, now
        The number of records; `then` is None if the table had probabilities.
    groups
        The groups, then and now.
    new, new_values, new_share
        The most frequent values that the table did not have, at most ten, with the number of their records;
        how many such values there are; and their share of the records.
    missing_then, missing_now
        The share of the records without a value.
    outside
        The number of records with a number beyond the range of the table, which count as the nearest numbers.
    """

    psi: float
    chance: float | None
    p: float | None
    then: float | None
    now: float
    groups: list[Change]
    new: dict[str, int]
    new_values: int
    new_share: float
    missing_then: float
    missing_now: float
    outside: int


def drift(grouping: Grouping, data: Any, *, x: str | Sequence[str] | None, count: str | None) -> Drift:
    """Return how the groups of data differ from those of the table that was mapped."""
    if count is None:
        count = "".join(grouping.frontier._columns("count")) if is_table(data) else ""
    table, flags = records(data, columns_of(x) or grouping.frontier._columns("x"), count=count)
    with grouping.frontier._file() as file:
        how = [*grouping._choice, *flags, "--count", count, "--json"]
        answer = run(["drift", str(file), *table.arguments, *how], write=table.write).output
    found: dict[str, Any] = json.loads(answer)["columns"][0]
    shares: dict[str, Any] = {
        key: float(found[key]) for key in ("psi", "new_share", "missing_then", "missing_now")
    }
    others = {key: found[key] for key in ("chance", "p", "then", "now", "new_values", "outside")}
    groups = [Change(g["name"], float(g["then"]), float(g["now"]), float(g["psi"])) for g in found["groups"]]
    new = {value["value"]: value["records"] for value in found["new"]}
    return Drift(groups=groups, new=new, **shares, **others)
