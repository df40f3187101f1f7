"""Labels of the program as values of the column that they came from."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import re
import uuid
import zoneinfo
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._labels import MISSING


@dataclass(frozen=True)
class Values:
    """How the labels of a column become values again; it can be pickled.

    Attributes
    ----------
    kind
        What the values were: ``"str"``, ``"int"``, ``"float"``, ``"bool"``, ``"date"``, ``"datetime"``,
        ``"timedelta"``, ``"time"``, ``"decimal"``, ``"bytes"`` or ``"uuid"``.
    missing
        What stood for a missing value: None, NaN, ``pandas.NA`` or ``pandas.NaT``.
    library
        Whose times and durations they were: ``"pandas"``, ``"numpy"`` or ``""`` for those of Python.
    dtype
        The numpy dtype of numbers that are not of 64 bits, and of times and durations of numpy.
    zone
        The time zone of times, or None for times without one.
    known
        The value of every label, where the column lists them, as categories do.
    """

    kind: str = "str"
    missing: Any = None
    library: str = ""
    dtype: str = ""
    zone: str | None = None
    known: Mapping[str, Any] = field(default_factory=dict)

    def of(self, labels: Sequence[str], scale: Mapping[str, Any] | None = None) -> list[Any]:
        """Return the values of labels, in their order.

        A label that stands for no single value stays text: a range such as ``"0 - 1.2"``, ``"(rare)"``,
        ``"(other)"``, or a part of a time such as ``"Mon"``.

        Parameters
        ----------
        labels
            As in a frontier file.
        scale
            How the program read the column: a member of ``problem.x_scales`` of the frontier file.
        """
        scale = scale or {}
        if scale.get("part"):
            return [self.missing if label == MISSING else label for label in labels]
        zone = scale.get("zone", self.zone) if self.zone else None
        return [self._value(label, zone) for label in labels]

    def _value(self, label: str, zone: str | None) -> Any:
        if label in self.known:
            return self.known[label]
        if label == MISSING:
            return self.missing
        with contextlib.suppress(ValueError, ArithmeticError, KeyError):
            if self.kind == "datetime":
                return self._time(label, zone)
            if self.kind == "timedelta":
                return self._typed("timedelta64", _duration(label))
            return _READERS[self.kind](label) if not self.dtype else np.dtype(self.dtype).type(label)
        return label

    def _time(self, label: str, zone: str | None) -> Any:
        """Return the time that a label says, in the time zone of the column."""
        match = _TIME.fullmatch(label)
        if match is None:
            raise ValueError(label)
        clock, offset = f"{match[1]}T{match[2] or '00:00'}", match[3]
        if self.zone is None and offset is None:
            return self._typed("datetime64", clock)
        if self.library == "pandas":
            import pandas

            if offset:
                return pandas.Timestamp(clock + offset).tz_convert(self.zone)
            local = pandas.Timestamp(clock).tz_localize(zone or self.zone, ambiguous=True)
            return local.tz_convert(self.zone)
        time = np.datetime64(clock, "us").item()
        own = _zone(self.zone or "UTC")
        return time.replace(tzinfo=_zone(offset or zone or self.zone or "UTC")).astimezone(own)

    def _typed(self, kind: str, value: Any) -> Any:
        """Return a time or a duration of the library that the column was of."""
        exact = np.datetime64(value, "us") if kind == "datetime64" else np.timedelta64(value, "us")
        if self.library == "numpy":
            return exact.astype(self.dtype)
        if self.library == "pandas":
            import pandas

            return (pandas.Timestamp if kind == "datetime64" else pandas.Timedelta)(exact)
        return exact.item()


def _integer(label: str) -> int:
    if label.lstrip("-").isdecimal():
        return int(label)
    number = float(label)
    if number != int(number):
        raise ValueError(label)
    return int(number)


def _date(label: str) -> datetime.date:
    return datetime.date.fromisoformat(label)


def _bytes(label: str) -> bytes:
    return bytes.fromhex(label[2:]) if label.startswith("0x") else label.encode()


def _clock(label: str) -> datetime.time:
    """Return a time of day, which the program writes as a duration since midnight, or as it is."""
    if ":" in label:
        return datetime.time.fromisoformat(label)
    return (datetime.datetime.min + datetime.timedelta(microseconds=_duration(label))).time()


def _duration(label: str) -> int:
    """Return the microseconds of a duration such as ``1d12h`` or ``250ms``."""
    match = _DURATION.fullmatch(label)
    if match is None or match.lastgroup is None:
        raise ValueError(label)
    units = {"d": 86_400_000_000, "h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000, "ms": 1000, "us": 1}
    parts = (decimal.Decimal(match[unit]) * size for unit, size in units.items() if match[unit])
    micros = int(sum(parts, decimal.Decimal(0)))
    return -micros if match["sign"] else micros


def _zone(name: str) -> datetime.tzinfo:
    """Return a time zone by its name, or by its offset from UTC such as ``+05:30``."""
    if name in ("Z", "UTC"):
        return datetime.timezone.utc
    if match := re.fullmatch(r"([+-])(\d\d):(\d\d)", name):
        offset = datetime.timedelta(hours=int(match[2]), minutes=int(match[3]))
        return datetime.timezone(-offset if match[1] == "-" else offset)
    return zoneinfo.ZoneInfo(name)


def _truth(label: str) -> bool:
    return {"true": True, "false": False}[label]


_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?")
_DURATION = re.compile(
    r"(?P<sign>-)?(?:(?P<d>\d+)d)?(?:(?P<h>\d+)h)?(?:(?P<m>\d+)m)?"
    r"(?:(?P<s>\d+(?:\.\d+)?)s|(?P<ms>\d+(?:\.\d+)?)ms|(?P<us>\d+)us)?"
)
_READERS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": _integer,
    "float": float,
    "bool": _truth,
    "date": _date,
    "time": _clock,
    "decimal": decimal.Decimal,
    "bytes": _bytes,
    "uuid": uuid.UUID,
}
"""What reads a label of each kind; one that is none of it raises ValueError, KeyError or ArithmeticError."""
