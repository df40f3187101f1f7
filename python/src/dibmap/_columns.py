"""Columns of numbers in arrays of numpy and pandas as arrays of Arrow."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrow
from ._errors import InputError
from ._labels import digits, label_of, moment
from ._values import Values

Batch = tuple[_arrow.Array, "_arrow.Array | None"]
"""Rows of a column, and categories that occur in them and were not returned before."""


Texts = tuple[Sequence[str], npt.NDArray[np.integer[Any]]]
"""The texts of different values of a column, and for each row the place of its text; -1 if it is missing."""


class Column:
    """A column that is written batch by batch.

    Attributes
    ----------
    name, length
        Of the column.
    field
        Its place in the schema.
    values
        How its labels become values again; complete when all rows were written.
    """

    name: str
    length: int
    field: _arrow.Field
    values: Values

    def batch(self, start: int, stop: int) -> Batch:
        """Return the rows from one up to, but not including, another; all are asked for in order."""
        raise NotImplementedError

    def texts(self) -> Texts:
        """Return the texts that the program would read."""
        raise NotImplementedError


class Numbers(Column):
    """Numbers, truth values, times or durations.

    Parameters
    ----------
    name
        Of the column.
    dtype
        Of numpy, of the values.
    length
        The number of rows.
    part
        Returns an array of some rows, and which of them are missing, or None if the values tell.
    missing, library, zone
        As in `Values`.
    """

    def __init__(
        self,
        name: str,
        dtype: np.dtype[Any],
        length: int,
        part: Callable[[int, int], tuple[npt.NDArray[Any], npt.NDArray[np.bool_] | None]],
        *,
        missing: Any = None,
        library: str = "numpy",
        zone: str | None = None,
    ) -> None:
        self.name, self.length, self._part = name, length, part
        self.carried = _carried(dtype, name)
        kinds = {"b": "bool", "f": "float", "M": "datetime", "m": "timedelta"}
        own = (dtype.kind == "f" and dtype.itemsize < 8) or (dtype.kind in "mM" and library == "numpy")
        kind = kinds.get(dtype.kind, "int")
        self.values = Values(kind, missing, library, dtype.str if own else "", zone)
        self.field = _arrow.Field(name, _type(self.carried, zone))

    def batch(self, start: int, stop: int) -> Batch:
        """Return rows; NaN and NaT are missing."""
        values, missing = self.rows(start, stop)
        if self.carried.kind == "b":
            return _arrow.bits(values, missing), None
        if self.carried.kind in "mM":
            values = values.view("i8") if self.field.type != _arrow.DATE else values.view("i8").astype("i4")
        return _arrow.fixed(values, missing), None

    def rows(
        self, start: int = 0, stop: int | None = None
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_] | None]:
        """Return rows as they are carried, and which of them are missing, or None if none is."""
        values, missing = self._part(start, self.length if stop is None else stop)
        values = values.astype(self.carried, copy=False)
        if self.carried.kind == "f":
            absent = np.isnan(values)
            missing = absent if missing is None else missing | absent
        elif self.carried.kind in "mM":
            missing = np.isnat(values)
        return values, missing

    def texts(self) -> Texts:
        """Return the texts of different numbers; -0 is not 0."""
        values, missing = self.rows()
        values = np.ascontiguousarray(values)
        bits, places = numbered(values.view(f"i{values.itemsize}"))
        texts = self._texts(bits.view(self.carried))
        return texts, places if missing is None else np.where(missing, -1, places)

    def _texts(self, values: npt.NDArray[Any]) -> list[str]:
        if self.carried.kind == "f":  # the digits that tell a number from others of its size
            return [digits(value) if value == value else "" for value in values]  # noqa: PLR0124
        if self.carried.kind in "mM":
            texts = [""] * len(values)
            for at in np.flatnonzero(~np.isnat(values)):
                texts[at] = moment(values[at], zoned=self.values.zone is not None)
            return texts
        return [label_of(value) for value in values.tolist()]


class Characters(Column):
    """Text or bytes of a fixed width, as numpy has them."""

    def __init__(self, name: str, values: npt.NDArray[Any]) -> None:
        self.name, self.length, self._source = name, len(values), values
        self.field = _arrow.Field(name, _arrow.TEXT)
        self.values = Values("str" if values.dtype.kind == "U" else "bytes")

    def batch(self, start: int, stop: int) -> Batch:
        """Return rows, without making each an object of Python where all characters are of ASCII."""
        part = np.ascontiguousarray(self._source[start:stop])
        native = part.astype(part.dtype.newbyteorder("="), copy=False)
        units = native.view("u4" if native.dtype.kind == "U" else "u1").reshape(len(part), -1)
        there = units != 0
        gaps = bool((there[:, 1:] > there[:, :-1]).any())
        if gaps or units.max(initial=0) > _ASCII:
            return _arrow.texts([label_of(value) for value in part.tolist()]), None
        offsets = np.zeros(len(part) + 1, "<i8")
        np.cumsum(np.count_nonzero(there, axis=1), out=offsets[1:])
        return _arrow.Array(len(part), 0, [_arrow.NOTHING, offsets, units[there].astype("u1")]), None

    def texts(self) -> Texts:
        """Return different texts."""
        places: dict[Any, int] = defaultdict()
        places.default_factory = places.__len__  # type: ignore[attr-defined]
        codes = np.fromiter(map(places.__getitem__, self._source.tolist()), np.intp, count=self.length)
        return [label_of(value) for value in places], codes


def numbered(values: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Return the different values of an array of numbers, and for each element the place of its value."""
    if pandas := sys.modules.get("pandas"):
        places, found = pandas.factorize(values)
        return found, places
    return np.unique(values, return_inverse=True)


_ASCII = 127
"""The last character of ASCII."""


def of_numpy(name: str, values: npt.NDArray[Any], *, missing: Any = None, library: str = "numpy") -> Numbers:
    """Return the column of an array, in which NaN and NaT are missing."""
    dtype = values.dtype
    return Numbers(
        name, dtype, len(values), lambda a, b: (values[a:b], None), missing=missing, library=library
    )


def _carried(dtype: np.dtype[Any], name: str) -> np.dtype[Any]:
    """Return the type in which Arrow carries values of another."""
    if dtype.kind in "biu":
        return dtype.newbyteorder("=")
    if dtype.kind == "f":
        return np.dtype("f4" if dtype.itemsize <= 4 else "f8")
    if dtype.kind in "mM":
        unit = np.datetime_data(dtype)[0]
        if unit not in _arrow.UNITS:
            coarse = unit in ("Y", "M", "W", "D", "h", "m")
            unit = "D" if dtype.kind == "M" and unit in ("Y", "M", "W", "D") else "s" if coarse else "ns"
        return np.dtype(f"{dtype.kind}8[{unit}]")
    raise InputError(
        f"the column {name} has values of the dtype {dtype}, which are no labels: make them text or numbers"
    )


def _type(dtype: np.dtype[Any], zone: str | None) -> _arrow.Type:
    """Return the type of Arrow for one that it carries."""
    if dtype.kind == "b":
        return _arrow.BOOL
    if dtype.kind == "f":
        return _arrow.floating(8 * dtype.itemsize)
    if dtype.kind in "iu":
        return _arrow.integer(8 * dtype.itemsize, dtype.kind == "i")
    unit = np.datetime_data(dtype)[0]
    if dtype.kind == "m":
        return _arrow.duration(unit)
    return _arrow.DATE if unit == "D" else _arrow.timestamp(unit, zone)
