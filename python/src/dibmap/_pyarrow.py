"""Tables and columns of pyarrow, and of whatever offers a stream of Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from . import _arrow
from ._columns import Column, Numbers
from ._objects import Codes, Objects
from ._values import Values


def values_of(of: Any) -> Values:
    """Return how labels of a column of a type of pyarrow become values, which are those of ``to_pylist``."""
    import pyarrow as pa

    if pa.types.is_dictionary(of):
        return values_of(of.value_type)
    if pa.types.is_timestamp(of):
        return Values("datetime", zone=of.tz)
    if pa.types.is_floating(of):
        return Values("float")
    kinds = {
        "bool": pa.types.is_boolean,
        "int": pa.types.is_integer,
        "decimal": pa.types.is_decimal,
        "date": pa.types.is_date,
        "time": pa.types.is_time,
        "timedelta": pa.types.is_duration,
        "bytes": lambda t: (
            pa.types.is_binary(t) or pa.types.is_large_binary(t) or pa.types.is_fixed_size_binary(t)
        ),
    }
    return Values(next((kind for kind, test in kinds.items() if test(of)), "str"))


class Source:
    """A table in the form of Arrow, of which columns can be selected.

    Parameters
    ----------
    data
        A Table, RecordBatch, RecordBatchReader or Dataset of pyarrow, or whatever offers
        ``__arrow_c_stream__`` or ``__dataframe__``.

    Raises
    ------
    TypeError
        The data are none of these.
    """

    def __init__(self, data: Any) -> None:
        import pyarrow as pa

        if isinstance(data, pa.RecordBatch):
            data = pa.Table.from_batches([data])
        if isinstance(data, pa.Table) or hasattr(data, "scanner") or isinstance(data, pa.RecordBatchReader):
            self._data = data
        elif hasattr(data, "__arrow_c_stream__"):
            self._data = pa.RecordBatchReader.from_stream(data)
        elif hasattr(data, "__dataframe__"):
            from pyarrow.interchange import from_dataframe

            self._data = from_dataframe(data)
        else:
            raise TypeError
        self.names: list[str] = self._data.schema.names

    def select(self, columns: list[str]) -> tuple[Any, Iterator[Any]]:
        """Return the schema of columns, and their record batches."""
        import pyarrow as pa

        if isinstance(self._data, pa.Table):
            table = self._data.select(columns).unify_dictionaries()
            return table.schema, iter(table.to_batches())
        if isinstance(self._data, pa.RecordBatchReader):
            schema = pa.schema([self._data.schema.field(name) for name in columns])
            return schema, (batch.select(columns) for batch in self._data)
        reader = self._data.scanner(columns=columns).to_reader()
        return reader.schema, iter(reader)


def write_batches(stream: IO[bytes], schema: Any, batches: Iterable[Any]) -> None:
    """Write record batches as a stream, whose dictionaries grow as they occur."""
    import pyarrow as pa

    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    with pa.ipc.new_stream(stream, schema, options=options) as writer:
        for batch in batches:
            writer.write(batch)


def of_arrow(name: str, values: Any, *, missing: Any = None, library: str = "") -> Column:
    """Return the column of an Array or ChunkedArray, whose numbers and texts are not made Python's."""
    import pyarrow as pa

    values = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    of = values.type
    if pa.types.is_dictionary(of):
        whole = values.unify_dictionaries()
        codes = [chunk.indices.cast(pa.int64()).fill_null(-1).to_numpy() for chunk in whole.chunks]
        categories = whole.chunk(0).dictionary.to_pylist() if codes else []
        every = np.concatenate([np.empty(0, np.int64), *codes]).astype(np.int32)
        return Codes(name, every, categories, ordered=of.ordered, missing=missing)
    if str(of) in ("string", "large_string", "string_view"):
        return _Texts(name, values, missing)
    own = _numpy_type(of)
    if own is None:
        return Objects(name, _Listed(values), missing=missing)
    column = Numbers(name, own, len(values), _part(values, own), missing=missing, library=library)
    kind = values_of(of)
    column.values = Values(kind.kind, missing, library, zone=kind.zone)
    column.field = _arrow.Field(
        name, column.field.type if kind.zone is None else _arrow.timestamp(of.unit, of.tz)
    )
    return column


def _numpy_type(of: Any) -> np.dtype[Any] | None:
    """Return the dtype of numpy in which values of a type lie in memory, or None if there is none."""
    import pyarrow as pa

    if pa.types.is_date(of):
        return np.dtype("M8[D]")
    if pa.types.is_timestamp(of) or pa.types.is_duration(of):
        return np.dtype(f"{'M' if pa.types.is_timestamp(of) else 'm'}8[{of.unit}]")
    if pa.types.is_boolean(of) or pa.types.is_integer(of) or pa.types.is_floating(of):
        known: np.dtype[Any] = np.dtype(of.to_pandas_dtype())
        return known
    return None


def _part(values: Any, own: np.dtype[Any]) -> Any:
    """Return the function that gives rows as an array of numpy, and which of them are missing."""
    import pyarrow as pa

    def part(start: int, stop: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_] | None]:
        rows = values.slice(start, stop - start)
        missing = rows.is_null().to_numpy()
        if own.kind == "f":
            return rows.to_numpy(), missing
        if own.kind in "mM":
            days = own == np.dtype("M8[D]")
            rows = (rows.cast(pa.date32()).cast(pa.int32()) if days else rows).cast(pa.int64())
        numbers = rows.fill_null(False if own.kind == "b" else 0).to_numpy()
        if own.kind not in "mM":
            return numbers, missing
        times = numbers.astype(own)
        times[missing] = "NaT"
        return times, None

    return part


class _Texts(Objects):
    """Texts in the memory of pyarrow, which numbers them."""

    def __init__(self, name: str, values: Any, missing: Any) -> None:
        self._array = values
        super().__init__(name, _Listed(values), missing=missing)

    def _are_texts(self) -> bool:
        return True

    def _distinct(self, start: int, stop: int) -> tuple[list[Any], npt.NDArray[np.integer[Any]]]:
        rows = self._large(start, stop).dictionary_encode()
        texts: list[Any] = [*rows.dictionary.to_pylist(), None]
        return texts, rows.indices.fill_null(len(texts) - 1).to_numpy()

    def _texts(self, start: int, stop: int) -> _arrow.Array:
        rows = self._large(start, stop)
        _, offsets, content = rows.buffers()
        count, valid = _arrow.validity(rows.is_null().to_numpy(zero_copy_only=False))
        places = np.frombuffer(offsets, "<i8")[rows.offset : rows.offset + len(rows) + 1]
        data = np.frombuffer(content or b"", np.uint8)[places[0] : places[-1]]
        return _arrow.Array(len(rows), count, [valid, places - places[0], data])

    def _large(self, start: int, stop: int) -> Any:
        """Return rows as one array whose offsets are 64-bit numbers."""
        import pyarrow as pa

        return self._array.slice(start, stop - start).cast(pa.large_string()).combine_chunks()


class _Listed(Sequence[Any]):
    """An array whose parts are lists of Python's values."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, rows: Any) -> Any:
        return self._values[rows].to_pylist()
