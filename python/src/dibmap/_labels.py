"""Values of Python as the labels by which the program knows them."""

from __future__ import annotations

import datetime
import decimal
import re
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ._errors import InputError

MISSING = "(missing)"
"""The label of missing values, which is the same in all tables of the program."""

NUMBERS = ("int", "float", "decimal")
"""The kinds of values that may stand in one column."""

_KINDS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("str", (str,)),
    ("bool", (bool, np.bool_)),
    ("int", (int, np.integer)),
    ("float", (float, np.floating)),
    ("decimal", (decimal.Decimal,)),
    ("datetime", (datetime.datetime, np.datetime64)),
    ("date", (datetime.date,)),
    ("time", (datetime.time,)),
    ("timedelta", (datetime.timedelta, np.timedelta64)),
    ("bytes", (bytes,)),
    ("uuid", (uuid.UUID,)),
)


def kind_of(value: Any) -> str | None:
    """Return the kind of a value, or None if it is no label."""
    of = type(value)
    if of not in _known:
        _known[of] = _kind(of)
    return _known[of]


def _kind(of: type) -> str | None:
    for kind, types in _KINDS:
        if issubclass(of, types):
            return kind
    # Pandas need not be there, so that its types are known by name.
    pandas = of.__module__.split(".")[0] == "pandas" and of.__name__ in ("Interval", "Period")
    return of.__name__.lower() if pandas else None


_known: dict[type, str | None] = {}


def is_missing(value: Any) -> bool:
    """Tell whether a value stands for a missing one: None, NaN, NaT or ``pandas.NA``."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)  # noqa: PLR0124


def label(value: Any) -> str:
    """Return the label of a value, which may be missing."""
    return MISSING if is_missing(value) else label_of(value)


def label_of(value: Any) -> str:
    """Return the label of a value that is not missing, as the program writes the same value of Arrow."""
    return _WRITERS.get(kind_of(value) or "", str)(value)


def _decimal(number: decimal.Decimal) -> str:
    """Return a number without an exponent, unless it is very small or large."""
    if number.is_finite() and (number == 0 or -6 <= number.adjusted() < 21):
        text = format(number, "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    return {"Infinity": "+Inf", "-Infinity": "-Inf"}.get(str(number)) or _exponent(number)


def _exponent(number: decimal.Decimal) -> str:
    digits, exponent = format(number.normalize(), "e").split("e")
    return f"{digits}e{int(exponent):+03d}"


def _time(value: Any) -> str:
    if isinstance(value, np.datetime64):
        return str(value)
    text: str = value.isoformat()
    text = re.sub(r"(\.\d*?)0+(?=$|[+-])", r"\1", text)  # no zeros at the end of a fraction
    return re.sub(r"\+00:00$", "Z", text)


def moment(value: Any, *, zoned: bool) -> str:
    """Return the text of a time or duration of numpy in a column of such, as the program writes it."""
    if isinstance(value, np.timedelta64):
        per = {"s": 1, "ms": 1000, "us": 1_000_000, "ns": 1_000_000_000}[np.datetime_data(value.dtype)[0]]
        return _span(int(value.astype("i8")), per)
    text = str(value)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text + ("Z" if zoned and "T" in text else "")


def _span(count: int, per: int) -> str:
    """Return a duration of units that are so many per second, such as ``P1DT2H`` or ``PT0.5S``."""
    seconds, fraction = divmod(abs(count), per)
    days, seconds = divmod(seconds, 86400)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    text = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M")) if n)
    if seconds or fraction or not count:
        text += (
            f"{seconds}.{str(per + fraction)[1:]}".rstrip("0").rstrip(".") + "S"
            if fraction
            else f"{seconds}S"
        )
    return f"{'-' if count < 0 else ''}P{f'{days}D' if days else ''}{f'T{text}' if text else ''}"


def _duration(value: Any) -> str:
    micros = int(np.timedelta64(value, "us").astype("i8"))
    seconds, rest = divmod(abs(micros), 1_000_000)
    fraction = f".{rest:06d}".rstrip("0") if rest else ""
    return f"{'-' if micros < 0 else ''}PT{seconds}{fraction}S"


def _bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return "0x" + value.hex()


def digits(value: Any) -> str:
    """Return the text of a number of numpy, with the digits that tell it from others of its size."""
    return _decimal(decimal.Decimal(str(value)))


def _float(value: Any) -> str:
    return digits(float(value))


def _truth(value: Any) -> str:
    return "true" if value else "false"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "str": str.__str__,
    "bool": _truth,
    "float": _float,
    "decimal": "{:f}".format,
    "datetime": _time,
    "date": _time,
    "time": _time,
    "timedelta": _duration,
    "bytes": _bytes,
}
"""What writes the label of a value of each kind, where that is not ``str``."""


def one_kind(column: str, kinds: Iterable[tuple[str | None, Any]]) -> str:
    """Return the kind of the values of a column, given the kinds of some of them with examples.

    Raises
    ------
    InputError
        Some values are no labels, or their kinds do not belong into one column.
    """
    found: dict[str, Any] = {}
    for kind, value in kinds:
        if kind is None:
            raise InputError(
                f"the column {column} has values of the type {type(value).__name__}, such as {shown(value)}, "
                "which are no labels: make them text or numbers"
            )
        found.setdefault(kind, value)
    if len(found) > 1 and not all(kind in NUMBERS for kind in found):
        (one, a), (other, b), *_ = found.items()
        raise InputError(
            f"the column {column} mixes {one} and {other}, such as {shown(a)} and {shown(b)}: "
            "convert its values to one type"
        )
    return max(found, key=lambda k: NUMBERS.index(k) if k in NUMBERS else 0, default="str")


def shown(value: Any) -> str:
    """Return a value as messages show it, in one short line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
