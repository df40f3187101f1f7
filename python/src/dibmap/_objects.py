"""Columns of values of Python, and of categories, as arrays of Arrow."""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrow
from ._columns import Batch, Characters, Column, Texts, of_numpy
from ._errors import InputError
from ._labels import is_missing, kind_of, label_of, one_kind, shown
from ._values import Values


class Codes(Column):
    """Categories, and for each row the number of one; a negative number is a missing value."""

    def __init__(
        self,
        name: str,
        codes: npt.NDArray[np.integer[Any]],
        categories: Sequence[Any],
        *,
        ordered: bool = False,
        missing: Any = None,
    ) -> None:
        self.name, self.length, self._codes = name, len(codes), codes
        self._categories, self._ordered, self._missing = categories, ordered, missing

    @cached_property
    def field(self) -> _arrow.Field:  # type: ignore[override]
        """The place of the column in the schema."""
        index = _arrow.integer(8 * self._codes.dtype.itemsize, True)
        return _arrow.Field(self.name, _arrow.TEXT, index, self._ordered)

    @cached_property
    def values(self) -> Values:  # type: ignore[override]
        """How labels become values, which are those of the categories."""
        kind = one_kind(self.name, ((kind_of(value), value) for value in self._categories))
        known = {} if kind == "str" else dict(zip(self._labels, self._categories, strict=True))
        return Values(missing=self._missing, known=known)

    @cached_property
    def _labels(self) -> list[str]:
        return [label_of(value) for value in self._categories]

    def batch(self, start: int, stop: int) -> Batch:
        """Return rows, and all categories with the first of them."""
        codes = self._codes[start:stop]
        missing = codes < 0
        array = _arrow.fixed(np.maximum(codes, 0) if missing.any() else codes, missing)
        return array, _arrow.texts(self._labels) if start == 0 else None

    def texts(self) -> Texts:
        """Return the texts of categories, of few rows without those that do not occur."""
        if self.length >= len(self._categories):
            return self._labels, self._codes
        used, places = np.unique(self._codes, return_inverse=True)
        if len(used) and used[0] < 0:
            used, places = used[1:], places - 1
        return [label_of(self._categories[n]) for n in used], places


class Objects(Column):
    """Values of Python, which are numbered as they occur.

    Where nearly all of them differ, they are written as they are, since numbering them would take
    much memory and save none.
    """

    def __init__(self, name: str, values: Any, *, missing: Any = None) -> None:
        self.name, self.length, self._source = name, len(values), values
        self._numbers: defaultdict[Any, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._place = np.empty(0, np.int32)
        """Of every number in the dictionary that is written; -1 for a missing value."""
        self._kinds: dict[str | None, Any] = {}
        self._missing = missing
        self._known: dict[str, Any] = {}

    @cached_property
    def _plain(self) -> bool:
        return self._mostly_differ()

    @cached_property
    def field(self) -> _arrow.Field:  # type: ignore[override]
        """The place of the column in the schema."""
        of = _arrow.TEXT if self._are_texts() else _arrow.LABELS
        return _arrow.Field(self.name, of, None if self._plain else _arrow.integer(32, True))

    def _are_texts(self) -> bool:
        """Tell whether values are texts, as the first that is not missing tells."""
        for start in range(0, self.length, SAMPLE):
            for value in self._rows(start, start + SAMPLE):
                if not is_missing(value):
                    return isinstance(value, str)
        return True

    def _mostly_differ(self) -> bool:
        part = self._rows(0, SAMPLE)
        if len(part) < SAMPLE:
            return False
        try:
            return len(set(part)) > SAMPLE // 2
        except TypeError:
            raise self._unhashable(0, part) from None

    @property
    def values(self) -> Values:  # type: ignore[override]
        """How labels become values; what it says of missing values is known when all were written."""
        kind = one_kind(self.name, self._kinds.items())
        example = self._kinds.get(kind)
        library = "pandas" if type(example).__module__.startswith("pandas") else ""
        if isinstance(example, (np.datetime64, np.timedelta64)):
            return Values(kind, self._missing, "numpy", example.dtype.str)
        zone = getattr(example, "tzinfo", None)
        return Values(kind, self._missing, library, "", zone and zone_name(zone), self._known)

    def batch(self, start: int, stop: int) -> Batch:
        """Return rows, and the values that occur in them first."""
        if self._plain:
            return self._texts(start, stop), None
        numbers = self._numbered(start, stop)
        new = list(itertools.islice(self._numbers, len(self._place), None))
        labels, missing = self._labels(new)
        place = np.cumsum(~missing, dtype=np.int32) - 1 + np.int32(self._place.max(initial=-1) + 1)
        place[missing] = -1
        self._place = np.concatenate([self._place, place])
        codes = self._place[numbers]
        absent = codes < 0
        array = _arrow.fixed(np.maximum(codes, 0), absent)
        there = list(itertools.compress(labels, ~missing))
        return array, _arrow.texts(there) if there or start == 0 else None

    def texts(self) -> Texts:
        """Return the texts of values as they are numbered, or of all rows where they are not."""
        if self._plain:
            labels, missing = self._labels(self._rows(0, self.length))
            return labels, np.where(missing, -1, np.arange(self.length))
        numbers = self._numbered(0, self.length)
        labels, missing = self._labels(list(self._numbers))
        return labels, np.where(missing, -1, np.arange(len(labels)))[numbers]

    def _numbered(self, start: int, stop: int) -> npt.NDArray[np.int32]:
        """Return the numbers of the values of some rows."""
        distinct, of = self._distinct(start, stop)
        try:
            numbers = np.fromiter(map(self._numbers.__getitem__, distinct), np.int32, count=len(distinct))
        except TypeError:
            raise self._unhashable(start, self._rows(start, stop)) from None
        return numbers if of is None else numbers[of]

    def _rows(self, start: int, stop: int) -> Sequence[Any]:
        """Return rows as objects of Python."""
        part: Sequence[Any] = self._source[start:stop]
        return part.tolist() if isinstance(part, np.ndarray) and part.dtype != object else part

    def _distinct(self, start: int, stop: int) -> tuple[Sequence[Any], npt.NDArray[np.integer[Any]] | None]:
        """Return values that occur in some rows, and for each row which it holds, or None for all rows."""
        return _by_address(self._rows(start, stop))

    def _texts(self, start: int, stop: int) -> _arrow.Array:
        """Return rows whose values are not numbered."""
        part = self._rows(start, stop)
        if set(map(type, part)) == {str}:
            self._take(part[0])
            return _arrow.texts(part)
        labels, missing = self._labels(part)
        return _arrow.texts(labels, missing)

    def _labels(self, values: Sequence[Any]) -> tuple[list[str], npt.NDArray[np.bool_]]:
        """Return the labels of values, which are empty for missing ones, and which ones these are."""
        missing = np.fromiter(map(is_missing, values), bool, count=len(values))
        labels = []
        for value, absent in zip(values, missing, strict=True):
            if absent:
                self._missing = value if self._missing is None else self._missing
                labels.append("")
                continue
            self._take(value)
            labels.append(label_of(value))
            if type(value).__name__ in _UNREAD:
                self._known[labels[-1]] = value
        return labels, missing

    def _take(self, value: Any) -> None:
        """Note the kind of a value, and see whether the column may hold it."""
        kind = kind_of(value)
        if kind not in self._kinds:
            self._kinds[kind] = value
            one_kind(self.name, self._kinds.items())

    def _unhashable(self, start: int, part: Sequence[Any]) -> InputError:
        row, value = next(row for row in enumerate(part, start) if not _hashable(row[1]))
        return InputError(
            f"the column {self.name} holds a {type(value).__name__} in row {row} (from 0), {shown(value)}, "
            "which cannot be a label: make it text or a number"
        )


def of_array(name: str, values: npt.NDArray[Any], *, library: str = "numpy") -> Column:
    """Return the column of an array of numpy, of any dtype."""
    if values.dtype.kind in "US":
        return Characters(name, values)
    if values.dtype.kind in "OT":
        return Objects(name, values)
    missing: Any = float("nan") if values.dtype.kind == "f" else None
    if values.dtype.kind in "mM":
        missing = np.array("NaT", values.dtype)[()]
        if library == "pandas":
            import pandas

            missing = pandas.NaT
    return of_numpy(name, values, missing=missing, library=library)


class _Addresses:
    """The addresses of the objects of an array, as numbers."""

    def __init__(self, objects: npt.NDArray[Any]) -> None:
        self.objects = objects  # which live as long as their addresses are looked at
        described = {"typestr": np.dtype(np.intp).str, "descr": [("", np.dtype(np.intp).str)]}
        self.__array_interface__ = {**objects.__array_interface__, **described}


def _by_address(part: Sequence[Any]) -> tuple[Sequence[Any], npt.NDArray[np.intp] | None]:
    """Return the different objects of some rows, and for each row which of them it holds.

    A column of text often holds each text once in memory. To number addresses takes pandas a tenth
    of the time of comparing the texts. Without pandas, rows are returned as they are.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None or not isinstance(part, np.ndarray) or len(part) < _FEW:
        return part, None
    of, found = pandas.factorize(np.asarray(_Addresses(part)))
    first = np.empty(len(found), np.intp)
    first[of[::-1]] = np.arange(len(part))[::-1]
    return part[first], of


_FEW = 1000
"""Of fewer rows, addresses are not looked at."""


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def of_list(name: str, values: Sequence[Any]) -> Column:
    """Return the column of a list, which is one of numbers if all its values are of one such type."""
    types = set(map(type, values))
    if types in ({bool}, {int}, {float}, {int, float}):
        array = np.asarray(values)
        if array.dtype.kind in "biuf":
            return of_numpy(name, array, missing=float("nan"), library="")
    return Objects(name, values)


SAMPLE = 100_000
"""The number of rows that show whether nearly all values differ."""

_UNREAD = ("Interval", "Period")
"""Types of values that cannot be read from their labels."""


def zone_name(zone: Any) -> str:
    """Return the name by which Arrow knows a time zone, which for a fixed one is its offset from UTC."""
    name = str(getattr(zone, "key", None) or getattr(zone, "zone", None) or "")
    if name:
        return name
    seconds = int(zone.utcoffset(None).total_seconds())
    if seconds == 0:
        return "UTC"
    minutes = abs(seconds) // 60
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02d}:{minutes % 60:02d}"
