"""Looking up the cluster of values, as the command ``encode`` does, without the program."""

from __future__ import annotations

import bisect
import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._columns import Column, Numbers, numbered
from ._labels import MISSING

Places = npt.NDArray[np.integer[Any]]
"""For each row the place of a label in a list, or -1 for a missing value."""

_DAY, _HOUR = 86_400_000_000, 3_600_000_000
_PARTS: dict[str, list[str]] = {
    "hour": [str(hour) for hour in range(24)],
    "weekday": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    "month": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    "quarter": ["Q1", "Q2", "Q3", "Q4"],
}
"""The labels of the parts of times that have names."""

_SPACE = " \t\n\v\f\r\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?:(Z)|([+-])(\d\d):(\d\d))?)?", re.ASCII
)
_DURATION = re.compile(r"(-?)PT(\d{1,12})(?:\.(\d{1,6}))?S", re.ASCII)
_ZONE = re.compile(r"([+-])(\d\d):(\d\d)", re.ASCII)


class UncertainError(Exception):
    """The label of a value is known to the program only."""


class Lookup:
    """The cluster of every value of one or several columns.

    Parameters
    ----------
    problem
        The member of this name of a frontier file.
    found
        What ``select --json`` prints of a grouping.
    """

    def __init__(self, problem: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        scales = problem.get("x_scales") or [{}]
        bins = found.get("bins") or [None] * len(scales)
        self._scales = [_Scale(scale, of or []) for scale, of in zip(scales, bins, strict=True)]
        self._known: dict[str, int] = dict(zip(problem["x_labels"], found["assignment"], strict=True))
        self.rest: str | None = None
        """The label of values without one of their own, if they were put together."""
        for key, label in (("min_count", "(rare)"), ("top_x", "(other)")):
            if self.rest is None and problem.get(key) and label in self._known:
                self.rest = label
        if (missing := found.get("missing", {}).get("cluster")) is not None:
            self._known[MISSING] = missing

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self._scales)

    def codes(self, columns: Sequence[Column], unknown: str | None) -> npt.NDArray[np.int32] | None:
        """Return the number of the cluster of every row, -1 for an unknown value.

        None if the program has to be asked: it says which value is unknown where that is an error, and reads
        values whose label is not certain here.
        """
        rest = {None: self.rest, "rare": "(rare)", "other": "(other)"}.get(unknown, "")
        if rest not in self._known and unknown != "label":
            rest = None
        other = self._known.get(rest, -1) if rest else -1
        try:
            labels, places = self._labels(columns)
        except UncertainError:
            return None
        known = self._known.get
        table = np.array([known(label, other) for label in (*labels, MISSING)], dtype=np.int32)
        codes: npt.NDArray[np.int32] = table[places]
        if other < 0 and unknown != "label" and len(codes) and codes.min() < 0:
            return None
        return codes

    def _labels(self, columns: Sequence[Column]) -> tuple[Sequence[str], Places]:
        """Return labels, and for every row the place of its label."""
        labels, places = self._scales[0].labels(columns[0])
        if len(columns) == 1:
            return labels, places
        parts = [[*labels, MISSING]]
        combined = np.where(places < 0, len(labels), places).astype(np.int64)
        for scale, column in zip(self._scales[1:], columns[1:], strict=True):
            labels, places = scale.labels(column)
            combined = combined * (len(labels) + 1) + np.where(places < 0, len(labels), places)
            parts.append([*labels, MISSING])
        found, places = numbered(combined)
        return [_joined(of) for of in zip(*_taken_apart(found, parts), strict=True)], places


def _taken_apart(found: npt.NDArray[np.int64], parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the labels of each column that combinations stand for."""
    columns = []
    for labels in reversed(parts):
        found, at = np.divmod(found, len(labels))
        columns.append([labels[n] for n in at])
    return columns[::-1]


def _joined(labels: Sequence[str]) -> str:
    """Return the label of several columns together."""
    if any("/" in label or label.startswith('"') for label in labels):
        raise UncertainError  # the program quotes them
    return " / ".join(labels)


class _Scale:
    """How the values of a column become labels, as package scale of the program does it."""

    def __init__(self, scale: Mapping[str, Any], bins: Sequence[str]) -> None:
        self.type: str = scale.get("type", "")
        self.part: str = scale.get("part", "")
        self.zone: str = scale.get("zone", "")
        self.na: frozenset[str] = frozenset(scale.get("na", ()))
        self.trim: bool = scale.get("trim", False)
        self.fold: bool = scale.get("fold_case", False)
        self.cuts: npt.NDArray[np.float64] = np.array(scale.get("cuts", []), dtype=np.float64)
        self._single: npt.NDArray[np.float32] | None = None
        """The cuts among numbers of 32 bits."""
        self.bins = list(bins)
        self.local = any(scale.get(key) for key in ("dates", "group", "sign")) or scale.get("decimal") == ","
        self.named = self.type == "time" and self.part in _PARTS
        self.plain = not (self.bins or self.named or self.trim or self.fold or self.na)

    def labels(self, column: Column) -> tuple[Sequence[str], Places]:
        """Return labels, and for every row of a column the place of its label."""
        if isinstance(column, Numbers) and (self.bins or self.named) and self._measures(column):
            values, missing = column.rows()
            bare = values
            if missing is not None and missing.any():
                bare = np.where(missing, np.zeros(1, values.dtype), values)
            numbers = bare if column.carried.kind in "iuf" else self._micros(column, bare)
            if self.part:
                numbers = _part(self.part, numbers)
            places = numbers if self.named else np.searchsorted(self._ends(numbers.dtype), numbers, "right")
            if missing is not None and bare is not values:
                places = np.where(missing, -1, places)
            return _PARTS[self.part] if self.named else self.bins, places
        texts, places = column.texts()
        return texts if self.plain else [self._label(text) for text in texts], places

    def _measures(self, column: Numbers) -> bool:
        """Report whether the numbers of a column are those that the scale measures."""
        kinds = {"number": "iuf", "time": "M", "duration": "m"}.get(self.type, "")
        return column.carried.kind in kinds and not self.local and not any(map(_numeric, self.na))

    def _ends(self, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        """Return the least number of a type in every bin but the first."""
        if dtype != np.float32:
            return self.cuts
        if self._single is not None:
            return self._single
        ends = []
        for cut in self.cuts:  # the program reads the digits that tell a number from others of 32 bits
            end = np.nextafter(np.float32(cut), np.float32(-np.inf))
            while float(str(end)) < cut:
                end = np.nextafter(end, np.float32(np.inf))
            ends.append(end)
        self._single = np.array(ends, dtype=np.float32)
        return self._single

    def _micros(self, column: Numbers, values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return times or durations as microseconds, and of parts of times as a clock shows them."""
        per = {"D": _DAY, "s": 1_000_000, "ms": 1000, "us": 1}.get(np.datetime_data(column.carried)[0])
        numbers = values.view("i8")
        if column.carried.kind == "M" and len(numbers):
            low, high = (int(np.datetime64(day, "D").astype(column.carried).astype("i8")) for day in _YEARS)
            if per and (numbers.min() < low or numbers.max() >= high):
                raise UncertainError
        elif per and len(numbers) and max(abs(int(numbers.min())), abs(int(numbers.max()))) >= 2**63 // per:
            raise UncertainError
        micros: npt.NDArray[np.int64] = numbers * per if per else numbers // 1000
        if column.carried.kind == "m" or not self.zone or (column.values.zone and not self.part):
            return micros
        # Without a zone, the clock shows the time; with one, a part is of the time in the zone of the scale.
        offset = _offset(self.zone)
        if column.values.zone:
            return micros + offset
        return micros if self.part else micros - offset

    def _label(self, text: str) -> str:
        """Return the label of a text that is not missing."""
        if self.trim:
            text = text.strip(_SPACE)
        if text in self.na or (self.trim and not text):
            return MISSING
        if self.fold:
            if not text.isascii() or not "".join(self.na).isascii():
                raise UncertainError
            text = text.lower()
            if text in {na.lower() for na in self.na}:
                return MISSING
        if not (self.bins or self.named):
            return text
        number = self._number(text)
        if number is None:
            return text
        if number != number:  # noqa: PLR0124
            return MISSING
        if self.named:
            return _PARTS[self.part][int(number)]
        return self.bins[bisect.bisect_right(self.cuts, number)]

    def _number(self, text: str) -> float | None:
        """Return a text as a number, None if it is none."""
        if self.local or not text.isascii():
            raise UncertainError
        text = text.strip(_SPACE)
        if text.lower() == "nan" or (self.type != "number" and text.lower() == "nat"):
            return float("nan")
        if self.type == "number":
            return _numeric(text)
        if self.type == "duration":
            if match := _DURATION.fullmatch(text):
                micros = int(match[2]) * 1_000_000 + int((match[3] or "").ljust(6, "0"))
                return float(-micros if match[1] else micros)
            raise UncertainError
        return self._time(text)

    def _time(self, text: str) -> float:
        match = _TIME.fullmatch(text)
        try:
            if match is None or text.startswith("0000"):
                raise ValueError
            day = np.array([f"{match[1]}T{match[2] or '00:00'}"], "M8[us]").view("i8")
        except ValueError:
            raise UncertainError from None
        aware, wall = bool(match[3] or match[4]), day
        if match[4]:
            shift = (int(match[5]) * 60 + int(match[6])) * 60_000_000
            wall = day + shift * (-1 if match[4] == "+" else 1) if self.zone else day
        if self.zone and (not aware or self.part):
            offset = _offset(self.zone)
            wall = wall + offset if aware else wall if self.part else wall - offset
        return float(_part(self.part, wall)[0] if self.part else wall[0])


_YEARS = (datetime.date(1, 1, 1), datetime.date(9999, 12, 31))
"""Times between these have years of four digits."""


def _numeric(text: str) -> float | None:
    """Return a text as a number of type number, None if it is none."""
    text = text.strip(_SPACE)
    if not set(text) - set("0123456789+-.eE"):
        try:
            number = float(text)
        except ValueError:
            return None
        return None if abs(number) == float("inf") else number + 0.0
    return {
        "nan": float("nan"), "inf": float("inf"), "infinity": float("inf"),
        "-inf": -float("inf"), "-infinity": -float("inf"),
    }.get(text.lower().removeprefix("+"))  # fmt: skip


def _offset(zone: str) -> int:
    """Return the offset of a zone that has one from UTC in microseconds."""
    if zone == "UTC":
        return 0
    if match := _ZONE.fullmatch(zone):
        return (int(match[2]) * 60 + int(match[3])) * 60_000_000 * (-1 if match[1] == "-" else 1)
    raise UncertainError


def _part(name: str, wall: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return a part of times, which a clock shows as these microseconds since 1970, as a number."""
    if name == "hour":
        return np.asarray(wall // _HOUR % 24)
    days = wall // _DAY
    if name == "weekday":
        return np.asarray((days + 3) % 7)
    dates = days.view("M8[D]")
    months = dates.astype("M8[M]").view("i8")
    if name in ("month", "quarter"):
        return np.asarray(months % 12 // (1 if name == "month" else 3))
    years = dates.astype("M8[Y]")
    if name == "year":
        return np.asarray(years.view("i8") + 1970)
    return np.asarray(days - years.astype("M8[D]").view("i8") + 1)
