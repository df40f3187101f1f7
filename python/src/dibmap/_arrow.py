"""An Arrow IPC stream, written with numpy alone.

Columns of numpy and pandas go to the program in this form, so that neither pyarrow nor polars needs
to be there, and so that their values are not converted: a message is a small header, which is a
FlatBuffer, and then the arrays as they lie in memory. The format is that of "Arrow Columnar Format",
version 1.5 (https://arrow.apache.org/docs/format/Columnar.html); tables and slots of the headers are
those of Schema.fbs and Message.fbs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np
import numpy.typing as npt

Slots = Mapping[int, tuple[str, Any]]
"""A table of a FlatBuffer: for each slot, the kind of its value and the value."""


@dataclass(frozen=True)
class Type:
    """A type of Arrow: its number in the union ``Type``, and the slots of its table."""

    number: int
    slots: Slots = field(default_factory=dict)


def integer(bits: int, signed: bool) -> Type:
    """Return the type of whole numbers."""
    return Type(2, {0: ("i", bits), 1: ("?", signed)})


def floating(bits: int) -> Type:
    """Return the type of floating-point numbers."""
    return Type(3, {0: ("h", bits // 32)})


def timestamp(unit: str, zone: str | None) -> Type:
    """Return the type of times in a unit such as ``"us"``."""
    zoned: Slots = {} if zone is None else {1: ("text", zone)}
    return Type(10, {0: ("h", UNITS.index(unit)), **zoned})


def duration(unit: str) -> Type:
    """Return the type of durations in a unit such as ``"us"``."""
    return Type(18, {0: ("h", UNITS.index(unit))})


UNITS = ("s", "ms", "us", "ns")
NULL, BOOL, DATE, TEXT, LABELS = Type(1), Type(6), Type(8, {0: ("h", 0)}), Type(20), Type(19)
"""No values; truth values; days since 1970; text; and labels of values that are not text.

The offsets of the last two are 64-bit numbers. Labels are carried as bytes, which the program takes for what
they look like, while text is a category whatever it looks like.
"""


@dataclass(frozen=True)
class Field:
    """A column of the schema.

    Attributes
    ----------
    name
        Of the column.
    type
        Of the values.
    index
        For a column of categories, the type of their numbers; ``type`` is that of the categories then.
    ordered
        Whether the categories have an order.
    """

    name: str
    type: Type
    index: Type | None = None
    ordered: bool = False

    def slots(self, number: int) -> Slots:
        """Return the table Field of a column, whose dictionary has a number."""
        slots: dict[int, tuple[str, Any]] = {
            0: ("text", self.name),
            1: ("?", True),
            2: ("B", self.type.number),
            3: ("table", self.type.slots),
            5: ("tables", []),
        }
        if self.index is not None:
            slots[4] = ("table", {0: ("q", number), 1: ("table", self.index.slots), 2: ("?", self.ordered)})
        return slots


@dataclass(frozen=True)
class Array:
    """Values of one column: their number, how many are missing, and the buffers that Arrow lays down."""

    length: int
    missing: int
    buffers: Sequence[npt.NDArray[Any]]


NOTHING: npt.NDArray[np.uint8] = np.empty(0, np.uint8)
"""An empty buffer, which as that of validity says that no value is missing."""


def validity(missing: npt.NDArray[np.bool_] | None) -> tuple[int, npt.NDArray[np.uint8]]:
    """Return how many values are missing, and the buffer that says which are there."""
    count = 0 if missing is None else int(np.count_nonzero(missing))
    if missing is None or count == 0:
        return 0, NOTHING
    return count, np.packbits(~missing, bitorder="little")


def fixed(values: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | None = None) -> Array:
    """Return the array of values that are numbers in memory."""
    count, valid = validity(missing)
    little = values.astype(values.dtype.newbyteorder("<"), copy=False)
    return Array(len(values), count, [valid, np.ascontiguousarray(little)])


def bits(values: npt.NDArray[np.bool_], missing: npt.NDArray[np.bool_] | None = None) -> Array:
    """Return the array of truth values."""
    count, valid = validity(missing)
    return Array(len(values), count, [valid, np.packbits(values, bitorder="little")])


def texts(values: Sequence[str], missing: npt.NDArray[np.bool_] | None = None) -> Array:
    """Return the array of texts; those that are missing have any value."""
    count, valid = validity(missing)
    lengths = np.fromiter(map(len, values), np.int64, count=len(values))
    joined = "".join(values)
    content = joined.encode("utf-8", "surrogatepass")
    if len(content) != len(joined):
        encoded = (len(v.encode("utf-8", "surrogatepass")) for v in values)
        lengths = np.fromiter(encoded, np.int64, count=len(values))
    offsets = np.zeros(len(values) + 1, "<i8")
    np.cumsum(lengths, out=offsets[1:])
    return Array(len(values), count, [valid, offsets, np.frombuffer(content, np.uint8)])


def nothing(length: int) -> Array:
    """Return the array of a column without values."""
    return Array(length, length, [])


class StreamWriter:
    """Writes a schema, dictionaries and batches of rows to a stream."""

    def __init__(self, stream: IO[bytes], fields: Sequence[Field]) -> None:
        self.stream = stream
        self.message(1, {1: ("tables", [f.slots(number) for number, f in enumerate(fields)])}, [])

    def dictionary(self, number: int, values: Array, *, more: bool) -> None:
        """Write the categories of a column, or more of them."""
        batch = {0: ("q", number), 1: ("table", _batch(values.length, [values])), 2: ("?", more)}
        self.message(2, batch, values.buffers)

    def batch(self, length: int, columns: Sequence[Array]) -> None:
        """Write rows of all columns."""
        self.message(3, _batch(length, columns), [b for column in columns for b in column.buffers])

    def close(self) -> None:
        """Write the mark of the end."""
        self.stream.write(struct.pack("<Ii", _MARK, 0))

    def message(self, kind: int, header: Slots, buffers: Sequence[npt.NDArray[Any]]) -> None:
        """Write a message: its header, and its buffers with the gaps that align them."""
        size = sum(_padded(b.nbytes) for b in buffers)
        data = flatbuffer({0: ("h", 4), 1: ("B", kind), 2: ("table", header), 3: ("q", size)})
        data += bytes(-len(data) % _ALIGNMENT)
        self.stream.write(struct.pack("<Ii", _MARK, len(data)) + data)
        for buffer in buffers:
            if buffer.nbytes:
                self.stream.write(buffer.view(np.uint8).data)
                self.stream.write(bytes(-buffer.nbytes % _ALIGNMENT))


_MARK, _ALIGNMENT = 0xFFFFFFFF, 8


def _padded(size: int) -> int:
    return size + -size % _ALIGNMENT


def _batch(length: int, columns: Sequence[Array]) -> Slots:
    """Return the table RecordBatch, which says where in the body each buffer is."""
    places, end = [], 0
    for column in columns:
        for buffer in column.buffers:
            places.append((end, buffer.nbytes))
            end += _padded(buffer.nbytes)
    nodes = [(column.length, column.missing) for column in columns]
    return {0: ("q", length), 1: ("pairs", nodes), 2: ("pairs", places)}


def flatbuffer(root: Slots) -> bytes:
    """Return a FlatBuffer whose root is a table.

    A table is written before what it refers to, as references are offsets forwards; only that to the
    list of its slots, which stands before it, goes backwards.
    """
    data = bytearray(4)
    struct.pack_into("<I", data, 0, _table(data, root))
    return bytes(data)


def _align(data: bytearray, size: int, ahead: int = 0) -> None:
    """Add a gap, so that what follows after some bytes ahead is aligned."""
    data.extend(bytes(-(len(data) + ahead) % size))


def _table(data: bytearray, slots: Slots) -> int:
    offsets, size = [0] * (max(slots, default=-1) + 1), 4
    for slot, (kind, _) in slots.items():
        width = 4 if kind in _REFERENCES else struct.calcsize(kind)
        offsets[slot] = size + -size % width
        size = offsets[slot] + width
    _align(data, 8, 4 + 2 * len(offsets))
    start = len(data)
    data += struct.pack(f"<{2 + len(offsets)}H", 4 + 2 * len(offsets), size, *offsets)
    table = len(data)
    data += struct.pack("<i", table - start) + bytes(size - 4)
    for slot, (kind, value) in slots.items():
        at = table + offsets[slot]
        if kind in _REFERENCES:
            struct.pack_into("<I", data, at, _REFERENCES[kind](data, value) - at)
        else:
            struct.pack_into("<" + kind, data, at, value)
    return table


def _text(data: bytearray, text: str) -> int:
    content = text.encode()
    _align(data, 4)
    start = len(data)
    data += struct.pack("<I", len(content)) + content + b"\0"
    return start


def _tables(data: bytearray, tables: Sequence[Slots]) -> int:
    _align(data, 4)
    start = len(data)
    data += struct.pack("<I", len(tables)) + bytes(4 * len(tables))
    for number, table in enumerate(tables):
        at = start + 4 + 4 * number
        struct.pack_into("<I", data, at, _table(data, table) - at)
    return start


def _pairs(data: bytearray, pairs: Sequence[tuple[int, int]]) -> int:
    """Write a vector of structures of two 64-bit numbers: FieldNode or Buffer."""
    _align(data, 8, 4)
    start = len(data)
    data += struct.pack("<I", len(pairs))
    for pair in pairs:
        data += struct.pack("<qq", *pair)
    return start


_REFERENCES: dict[str, Callable[[bytearray, Any], int]] = {
    "table": _table,
    "tables": _tables,
    "text": _text,
    "pairs": _pairs,
}
"""What writes each kind of value that is referred to, and returns where it is."""
