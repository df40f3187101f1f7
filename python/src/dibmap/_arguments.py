"""Arguments of Python as flags of the program."""

from __future__ import annotations

import csv
import datetime
import io
import numbers
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._errors import InputError
from ._labels import label

Columns = str | Sequence[str]
"""A column, or several that count as one."""


def columns_of(given: Any) -> list[str]:
    """Return the names of columns: of one, of several, or of none."""
    if given is None:
        return []
    return [str(given)] if isinstance(given, (str, numbers.Integral)) else [str(name) for name in given]


def named(given: Any, data: Any) -> Any:
    """Return the names of columns as texts: a number or a tuple that data call a column by is one name."""
    if isinstance(given, numbers.Integral) or (isinstance(given, tuple) and _calls(data, given)):
        return str(given)
    return given


def _calls(data: Any, name: tuple[Any, ...]) -> bool:
    """Report whether a table calls one of its columns by a tuple."""
    keys = data if isinstance(data, Mapping) else getattr(data, "columns", ())
    return any(isinstance(key, tuple) and key == name for key in keys)


def joined(values: Iterable[Any]) -> str:
    """Return a list in one line, as flags take it and constraints are written."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


def separate(names: str | None) -> list[str]:
    """Return the names of columns that a frontier file lists in one text."""
    return next(csv.reader([names])) if names else []


def flags_of(given: Mapping[str, Any]) -> list[str]:
    """Return flags for arguments, which are called alike but for underscores; None and False are none."""
    flags: list[str] = []
    for name, value in given.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            flags.append(flag)
        elif isinstance(value, Mapping):
            flags += [f"{flag}={joined([f'{key}={part}'])}" for key, part in value.items()]
        elif value is not None and value is not False:
            flags.append(f"{flag}={_text(value)}")
    return flags


def by_column(name: str, given: Any) -> list[str]:
    """Return a flag that has a value for all columns or, in a dict, for some of them."""
    if not isinstance(given, Mapping):
        return flags_of({name: given})
    flag = "--" + name.replace("_", "-")
    return [f"{flag}={key}={_text(value)}" for key, value in given.items() if value is not None]


def _text(value: Any) -> str:
    """Return the value of a flag."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, Iterable):
        return joined(value)
    raise InputError(f"an argument has the type {type(value).__name__}, of which nothing can be made")


def duration(time: float | str | datetime.timedelta | None) -> str | None:
    """Return a time limit, which is a number of seconds unless it has a unit."""
    if isinstance(time, datetime.timedelta):
        time = time.total_seconds()
    if isinstance(time, numbers.Real):
        return f"{float(time):f}s"
    return time if time is None else str(time)


def yes_or_no(answer: bool | str | None) -> str | None:
    """Return what a flag says that has a default of its own beside yes and no."""
    return ("yes" if answer else "no") if isinstance(answer, bool) else answer


def bins(given: Any) -> Any:
    """Return how numbers are cut: into so many bins, as a text says, or at edges; a dict has it by column."""
    if isinstance(given, Mapping):
        return {column: bins(of) for column, of in given.items()}
    if isinstance(given, numbers.Integral):
        return f"quantile:{int(given)}"
    if isinstance(given, Iterable) and not isinstance(given, str):
        edges = list(given)
        if wrong := [edge for edge in edges if not isinstance(edge, numbers.Real)]:
            raise InputError(
                f"bins have the edge {wrong[0]!r}: want numbers in ascending order, as in [0, 1, 5]"
            )
        return "edges:" + ",".join(repr(float(edge)) for edge in edges)
    return None if given is None else str(given)


def order_of(order: Any, place: Path) -> list[str]:
    """Return the flags of an order: a word, or the values in their order, which go into a file."""
    if order is None or isinstance(order, str):
        return flags_of({"order": order})
    file = place / "order.txt"
    file.write_text("".join(f"{label(value)}\n" for value in order), encoding="utf-8")
    return flags_of({"order_file": file})


def links(name: str, groups: Any, place: Path) -> list[str]:
    """Return the flag of a constraint, whose groups of values go into a file if they are not in one."""
    if groups is None or isinstance(groups, (str, os.PathLike)):
        return flags_of({name: groups})
    lines = list(groups) if isinstance(groups, Iterable) else [groups]
    if wrong := [group for group in lines if isinstance(group, str) or not isinstance(group, Iterable)]:
        raise InputError(f"{name} has {wrong[0]!r}: want tuples of values of X, such as [('a', 'b')]")
    file = place / f"{name}.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        # Quotes keep a value that begins with # from being a comment.
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows([label(value) for value in group] for group in lines)
    return flags_of({name: file})
