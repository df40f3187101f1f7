"""Tables of results as data frames of the library that is there."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from ._errors import DibmapError


def frame(columns: Mapping[str, Any], instead: str) -> Any:
    """Return a pandas DataFrame or, without pandas, one of polars.

    Parameters
    ----------
    columns
        Arrays or lists of equal length, by name.
    instead
        Says where the same numbers are without a data frame, for the error.

    Raises
    ------
    DibmapError
        Neither pandas nor polars is installed.
    """
    for library in ("pandas", "polars"):
        try:
            module = importlib.import_module(library)
        except ImportError:
            continue
        return module.DataFrame(dict(columns))
    raise DibmapError(f"a data frame needs pandas or polars: install one of them, or use {instead}")
