"""Columns of pandas and numpy as columns that are written."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import Column, Numbers
from ._objects import Codes, of_array, zone_name


def of_series(name: str, series: Any) -> Column:
    """Return the column of a Series of pandas, of any dtype."""
    import pandas

    dtype = series.dtype
    if isinstance(dtype, pandas.SparseDtype):
        return of_series(name, series.sparse.to_dense())
    if isinstance(dtype, np.dtype):
        return of_array(name, series.to_numpy(), library="pandas")
    if isinstance(dtype, pandas.CategoricalDtype):
        return Codes(
            name, series.array.codes, dtype.categories.tolist(), ordered=bool(dtype.ordered), missing=np.nan
        )
    if isinstance(dtype, (pandas.PeriodDtype, pandas.IntervalDtype)):
        codes, found = pandas.factorize(series, sort=True)
        periods = isinstance(dtype, pandas.PeriodDtype)
        return Codes(name, codes, found.tolist(), ordered=periods, missing=pandas.NaT if periods else np.nan)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        own: Any = np.dtype(f"M8[{dtype.unit}]")
        return Numbers(
            name,
            own,
            len(series),
            lambda a, b: (series.iloc[a:b].to_numpy(own), None),
            missing=pandas.NaT,
            library="pandas",
            zone=zone_name(dtype.tz),
        )
    if isinstance(dtype, pandas.ArrowDtype) or getattr(dtype, "storage", "") == "pyarrow":
        from ._pyarrow import of_arrow

        return of_arrow(name, series.array.__arrow_array__(), missing=dtype.na_value, library="pandas")
    own = getattr(dtype, "numpy_dtype", None)
    if own is None:
        return of_array(name, series.to_numpy(dtype=object))
    return Numbers(
        name,
        own,
        len(series),
        lambda a, b: (
            series.iloc[a:b].to_numpy(own, na_value=own.type(0)),
            series.iloc[a:b].isna().to_numpy(),
        ),
        missing=dtype.na_value,
    )
