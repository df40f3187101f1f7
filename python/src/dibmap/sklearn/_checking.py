"""Checking the arguments of an estimator, and what it is to tell about."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils import assert_all_finite, column_or_1d
from sklearn.utils.multiclass import type_of_target

from .._errors import InputError
from .._labels import is_missing
from ._fitting import Target

CHOICES = {
    "rule": ("predict", "explain"),
    "output": ("auto", "onehot", "ordinal", "group", "target", "woe"),
    "handle_unknown": ("error", "nearest", "other"),
    "target_type": ("auto", "classes", "continuous"),
    "handle_missing": ("group", "nearest", "unknown", "error"),
}
"""What the arguments that are words can be."""

_NUMBERS: dict[str, tuple[Any, float, str]] = {
    "n_groups": (Integral, 1, "a whole number of groups from 1"),
    "max_groups": (Integral, 1, "a whole number of groups from 1"),
    "budget": (Real, 0, "a number of bits from 0, such as 1.5"),
    "keep": (Real, 0, "a share of I(X;y) above 0 and up to 1, such as 0.95"),
    "validate": (Integral, 0, "True, or a whole number of parts from 2 to 100, or 0 for none"),
    "max_leak": (Real, 0, "a number of bits from 0, such as 0.05"),
    "seed": (Integral, 0, "a whole number from 0"),
    "effort": (Real, 0, "a number above 0, such as 0.5"),
    "n_jobs": (Integral, -np.inf, "a whole number of threads, or -1 for one a processor"),
}
"""The type and the least value of arguments that are numbers, and what they can be; also None."""

_MANY = 50
"""Of more different integers, y is numbers."""


def check_arguments(estimator: Any) -> None:
    """Raise an InputError if an argument is what it cannot be, or if two contradict each other."""
    for name, words in CHOICES.items():
        given = getattr(estimator, name)
        for word in given.values() if isinstance(given, Mapping) else [given]:
            if word not in words:
                raise InputError(f"{name} is {word!r}: want one of {', '.join(words)}")
    chosen = [name for name in ("n_groups", "budget", "keep") if getattr(estimator, name) is not None]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} each choose a grouping: give one of them")
    for name, (kind, least, wanted) in _NUMBERS.items():
        number = getattr(estimator, name)
        flag = isinstance(number, (bool, np.bool_)) and name != "validate"
        if number is not None and (flag or not isinstance(number, kind) or not number >= least):
            raise InputError(f"{name} is {number!r}: want {wanted}")


def target_of(y: Any, target_type: str, output: str, handle_missing: Any) -> Target:
    """Return y as classes or numbers.

    Raises
    ------
    ValueError
        It is neither, or has missing values, or is not what an argument is for.
    """
    values = column_or_1d(y, warn=True)
    if values.dtype == object:
        row = next((row for row, value in enumerate(values, 1) if is_missing(value)), None)
        if row is not None:
            raise InputError(f"y has no value in row {row}: leave out such rows, or fill them")
    assert_all_finite(values, input_name="y")
    kind = type_of_target(y, input_name="y", raise_unknown=True)
    if target_type == "auto" and kind not in ("binary", "multiclass", "continuous"):
        raise InputError(f"y is {kind}: want classes or numbers, one a row")
    many = kind == "multiclass" and values.dtype.kind in "iuf" and len(np.unique(values)) > _MANY
    numbers = target_type == "continuous" or (target_type == "auto" and (kind == "continuous" or many))
    classes, places = np.unique(values, return_inverse=True)
    if output == "woe" and (numbers or len(classes) > 2):
        has = "is numbers" if numbers else f"has {len(classes)}"
        raise InputError(f"woe is for y of two classes, and y {has}: choose output='target'")
    given = handle_missing.values() if isinstance(handle_missing, Mapping) else [handle_missing]
    if numbers and "nearest" in given:
        raise InputError(
            "handle_missing='nearest' is for classes, and y is numbers: choose 'group' or 'unknown'"
        )
    return Target(values.astype(float), None, None) if numbers else Target(places, classes, None)
