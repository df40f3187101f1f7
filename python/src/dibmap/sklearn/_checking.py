"""Checking the arguments of an estimator, and what it is to tell about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.utils import assert_all_finite, column_or_1d
from sklearn.utils.multiclass import type_of_target

from .._errors import InputError
from ._fitting import Target

CHOICES = {
    "rule": ("predict", "explain"),
    "output": ("auto", "onehot", "ordinal", "group", "target", "woe"),
    "handle_unknown": ("error", "nearest", "other"),
    "target_type": ("auto", "classes", "continuous"),
    "handle_missing": ("group", "nearest", "unknown", "error"),
}
"""What the arguments that are words can be."""

_MANY = 50
"""Of more different integers, y is numbers."""


def check_words(estimator: Any) -> None:
    """Raise an InputError if an argument has a word that it cannot have, or if two contradict each other."""
    for name, words in CHOICES.items():
        given = getattr(estimator, name)
        for word in given.values() if isinstance(given, Mapping) else [given]:
            if word not in words:
                raise InputError(f"{name} is {word!r}: want one of {', '.join(words)}")
    chosen = [name for name in ("n_groups", "budget", "keep") if getattr(estimator, name) is not None]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} each choose a grouping: give one of them")
    for name in ("n_groups", "max_groups"):
        number = getattr(estimator, name)
        if number is not None and number < 1:
            raise InputError(f"{name} is {number}: want a number of groups from 1")


def target_of(y: Any, target_type: str, output: str, handle_missing: Any) -> Target:
    """Return y as classes or numbers.

    Raises
    ------
    ValueError
        It is neither, or has missing values, or is not what an argument is for.
    """
    values = column_or_1d(y, warn=True)
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
