"""Tables and columns of polars, which writes Arrow itself."""

from __future__ import annotations

import importlib.util
from typing import IO, Any

import numpy as np

from ._columns import Column
from ._objects import SAMPLE, Objects
from ._values import Values


def frame_of(data: Any, columns: list[str]) -> Any:
    """Return the columns of a DataFrame or LazyFrame, which is computed.

    Texts become categories, unless most of them differ: the program then takes up each once.
    """
    import polars

    chosen = data.select(columns)
    frame = chosen.collect() if hasattr(chosen, "collect") else chosen
    sample = frame.head(SAMPLE)
    repeated = [
        name
        for name, of in frame.schema.items()
        if of == polars.String and not (len(sample) == SAMPLE and sample[name].n_unique() > SAMPLE // 2)
    ]
    return frame.with_columns(polars.col(repeated).cast(polars.Categorical))


def write_frame(stream: IO[bytes], frame: Any) -> None:
    """Write a DataFrame as a stream."""
    import polars

    frame.write_ipc_stream(stream, compat_level=polars.CompatLevel.oldest())


def values_of(of: Any) -> Values:
    """Return how labels of a column of a type of polars become values, which are those of ``to_list``."""
    name = str(of.base_type())
    if name == "Datetime":
        return Values("datetime", zone=of.time_zone)
    kinds = {
        "Boolean": "bool",
        "Float32": "float",
        "Float64": "float",
        "Decimal": "decimal",
        "Date": "date",
        "Time": "time",
        "Duration": "timedelta",
        "Binary": "bytes",
    }
    return Values("int" if of.is_integer() else kinds.get(name, "str"))


def of_polars(name: str, series: Any) -> Column:
    """Return the column of a Series."""
    if importlib.util.find_spec("pyarrow"):
        from ._pyarrow import of_arrow

        return of_arrow(name, series.to_arrow())
    return Objects(name, np.array(series.to_list(), dtype=object))
