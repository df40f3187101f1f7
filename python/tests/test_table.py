"""What may be passed as data, and how the labels of its values become values again."""

import contextlib
import datetime
import decimal
import importlib
import io
import itertools
import json
import pickle
import subprocess
import sys
import uuid
from datetime import timedelta, timezone

import numpy as np
import pytest

import dibmap
from dibmap._program import folder, run
from dibmap._table import BATCH, table_of

ROWS = 12
Y = ["u", "v", "w"] * 4


def rows(*values):
    return list(itertools.islice(itertools.cycle(values), ROWS))


def problem_of(table, *flags):
    """Return what the frontier file of a table says of the problem."""
    with folder() as place:
        run(["map", *table.arguments, *flags, "-q", "-o", place / "f.json"], write=table.write)
        return json.loads((place / "f.json").read_bytes())["problem"]


def read(data, *flags):
    """Return the labels of column a, their values, and how the program read them."""
    table = table_of(data, ["a", "b"])
    problem = problem_of(table, "--x", "a", "--y", "b", *flags)
    scale = (problem.get("x_scales") or [{}])[0]
    values = pickle.loads(pickle.dumps(table.values["a"]))
    labels = problem["x_labels"] + ["(missing)"] * ("missing" in problem)  # which is set aside
    return labels, values.of(labels, scale), scale


def same(values, expected):
    """Tell whether values are equal and of the same types, where NaN equals NaN."""

    def plain(value):
        return (type(value), str(value))

    return list(map(plain, values)) == list(map(plain, expected))


NAN = float("nan")
INDIA = timezone(timedelta(hours=5, minutes=30))
PYTHON = {
    "str": (["b", "a"], ["a", "b"]),
    "None": (["a", None], ["a", None]),
    "NaN among text": (["a", NAN], ["a", NAN]),
    "int": ([3, -1, 10], [-1, 3, 10]),
    "int and None": ([3, None], [3, None]),
    "large int": ([2**60, 5], [5, 2**60]),
    "float": ([1.5, 1e300, NAN], [1.5, 1e300, NAN]),
    "float and None": ([1.5, None], [1.5, None]),
    "bool": ([True, False, None], [False, True, None]),
    "Decimal": (
        [decimal.Decimal("1.50"), decimal.Decimal(2)],
        [decimal.Decimal("1.5"), decimal.Decimal(2)],
    ),
    "date": ([datetime.date(2024, 2, 1), None], [datetime.date(2024, 2, 1), None]),
    "datetime": ([datetime.datetime(2024, 2, 1, 3, 4, 5, 600), None], None),
    "datetime with a zone": ([datetime.datetime(2024, 2, 1, 3, tzinfo=INDIA)], None),
    "time": ([datetime.time(1, 2), datetime.time(23, 4, 5, 600)], None),
    "timedelta": ([timedelta(seconds=-5), timedelta(days=1, seconds=2.5), None], None),
    "bytes": ([b"ab", b"\xff"], [b"\xff", b"ab"]),
    "UUID": ([uuid.UUID(int=1), uuid.UUID(int=2)], None),
}


@pytest.mark.parametrize("kind", PYTHON)
def test_lists_of_values_of_python_come_back_as_they_were(kind):
    values, expected = PYTHON[kind]
    _, found, _ = read({"a": rows(*values), "b": Y})
    assert same(found, expected or values)


NUMPY = {
    "i1": np.array([-3, 5], "i1"),
    "u8": np.array([3, 2**62], "u8"),
    ">i4": np.array([3, 70000], ">i4"),
    "f2": np.array([0.1, 0.25], "f2"),
    "f4": np.array([0.1, 2.5], "f4"),
    "f8": np.array([0.1, 2.5, NAN]),
    "b1": np.array([False, True]),
    "U": np.array(["", "a", "bb"]),
    "U beyond ASCII": np.array(["a\0b", "bü", "c"]),
    "S": np.array([b"a", b"bb"]),
    "S of UTF-8": np.array([b"\xff", "ü".encode()]),
    "M8[D]": np.array(["2024-01-02", "2024-02-01", "NaT"], "M8[D]"),
    "M8[M]": np.array(["2024-01", "2024-02"], "M8[M]"),
    "M8[ns]": np.array(["2024-01-02T03:04:05.123456", "NaT"], "M8[ns]"),
    "m8[h]": np.array([1, 30], "m8[h]"),
    "m8[us]": np.array([1, 10**12, "NaT"], "m8[us]"),
}


@pytest.mark.parametrize("dtype", NUMPY)
def test_arrays_of_numpy_come_back_as_values_of_their_dtype(dtype):
    values = NUMPY[dtype]
    _, found, _ = read({"a": np.array(rows(*values), values.dtype), "b": Y})
    again = np.array(found, dtype=values.dtype)
    np.testing.assert_array_equal(again, values)
    if values.dtype.kind in "fMm":
        expected = float if values.dtype == np.float64 else values.dtype.type
        assert {type(value) for value in found} == {expected}


def pandas_columns():
    """Return columns of every dtype, with their values in the order of the labels where that is another."""
    category = pd.CategoricalDtype
    twice = pd.to_datetime(["2024-10-27 00:30Z", "2024-10-27 01:30Z", None]).tz_convert("Europe/Berlin")
    return {
        "object": (pd.Series([None, "a"], dtype=object), ["a", None]),
        "object with NaN": (pd.Series([NAN, "a"], dtype=object), ["a", NAN]),
        "str": (pd.Series(["a", None]), None),
        "string": (pd.Series(["a", None], dtype="string"), None),
        "string of Python": (pd.Series(["a", None], dtype="string[python]"), None),
        "Int64": (pd.Series([1, None], dtype="Int64"), None),
        "UInt8": (pd.Series([1, None], dtype="UInt8"), None),
        "Float64": (pd.Series([1.5, None], dtype="Float64"), None),
        "boolean": (pd.Series([True, None], dtype="boolean"), None),
        "int64": (pd.Series([2, 1]), [1, 2]),
        "float64": (pd.Series([2.5, None]), None),
        "bool": (pd.Series([True, False]), [False, True]),
        "category": (pd.Series(["b", "a", None], dtype=category(["b", "a", "z"])), ["a", "b", NAN]),
        "category with order": (pd.Series(["b", "a", None], dtype=category(["b", "a", "z"], True)), None),
        "category of int": (pd.Series([10, 9], dtype=category([10, 9, 8])), [9, 10]),
        "category of int with order": (pd.Series([10, 9], dtype=category([10, 9], True)), None),
        "category of float": (pd.Series([1.5, 2.0], dtype="category"), None),
        "category of bool": (pd.Series([True, False], dtype="category"), [False, True]),
        "category of times": (
            pd.Series(pd.to_datetime(["2024-01-02", "2024-01-03"]), dtype="category"),
            None,
        ),
        "cut": (pd.Series(pd.cut([1, 2, 3], [0, 1.5, 2.5, 4])), None),
        "interval": (pd.Series(pd.interval_range(0, 3)), None),
        "period": (pd.Series(pd.period_range("2023-11", "2024-02", freq="M")), None),
        "datetime": (pd.Series(pd.to_datetime(["2024-01-02 03:04:05.678", None])), None),
        "datetime in seconds": (pd.Series(pd.to_datetime(["2024-01-02 03:04:05"]).as_unit("s")), None),
        "datetime with a zone": (pd.Series(twice), None),
        "datetime with an offset": (pd.Series(pd.to_datetime(["2024-10-27 00:30+05:30"])), None),
        "timedelta": (pd.Series(pd.to_timedelta(["1 days 2:03:04.5", None])), None),
        "sparse": (pd.Series([0, 1], dtype=pd.SparseDtype("int64", 0)), [0, 1]),
    }


try:
    import pandas as pd
except ImportError:
    PANDAS = {}
else:
    PANDAS = pandas_columns()


@pytest.mark.parametrize("kind", PANDAS)
def test_columns_of_pandas_come_back_in_their_dtype(kind):
    column, expected = PANDAS[kind]
    expected = column.tolist() if expected is None else expected
    data = column.iloc[[row % len(column) for row in range(ROWS)]]
    _, found, scale = read(pd.DataFrame({"a": data.reset_index(drop=True), "b": Y}))
    assert same(found, expected)
    pd.testing.assert_series_equal(
        pd.Series(found, dtype=column.dtype), pd.Series(expected, dtype=column.dtype)
    )
    if isinstance(column.dtype, pd.CategoricalDtype):
        # Numbers that were made categories are categories, and an order is kept.
        assert scale.get("type", "category") == "category"
        assert scale.get("order") == ("linear" if column.dtype.ordered else None)


def test_columns_of_pandas_that_pyarrow_holds_come_back():
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    zoned = datetime.datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
    columns = {
        pa.string(): ["a", "ü"],
        pa.int16(): [1, 2],
        pa.float32(): [1.5, 2.5],
        pa.bool_(): [False, True],
        pa.date32(): [datetime.date(2024, 1, 1)],
        pa.timestamp("ms", "UTC"): [pd.Timestamp(zoned)],
        pa.decimal128(5, 2): [decimal.Decimal("1.5")],
        pa.time64("us"): [datetime.time(1, 2)],
        pa.dictionary(pa.int8(), pa.string()): ["a", "b"],
    }
    for of, values in columns.items():
        data = pd.Series(rows(*values, None), dtype=pd.ArrowDtype(of))
        _, found, _ = read({"a": data, "b": Y})
        assert same(found, [*values, pd.NA]), (of, found)


def polars_columns(pl):
    return {
        pl.String: ["a", "b", None],
        pl.Categorical: ["a", "b", None],
        pl.Enum(["b", "a"]): ["b", "a", None],
        pl.Int16: [-3, 2, None],
        pl.Float64: [1.5, 2.0, None],
        pl.Boolean: [False, True, None],
        pl.Date: [datetime.date(2024, 1, 2), None],
        pl.Datetime("ms"): [datetime.datetime(2024, 1, 2, 3, 4), None],
        pl.Duration("us"): [timedelta(seconds=1.5), None],
        pl.Time: [datetime.time(1, 2), None],
        pl.Decimal(10, 2): [decimal.Decimal("1.5"), None],
        pl.Binary: [b"ab", None],
    }


def test_columns_of_polars_come_back_as_python_values():
    pl = pytest.importorskip("polars")
    for of, values in polars_columns(pl).items():
        frame = pl.DataFrame({"a": pl.Series(rows(*values), dtype=of), "b": Y, "c": 1})
        expected = read(frame)
        assert same(expected[1], values), (of, expected)
        assert read(frame.lazy()) == expected
        if of != pl.Time:  # a column on its own is one of Python's values there
            assert read({"a": frame["a"], "b": Y})[:2] == expected[:2]


def test_every_container_of_the_same_table_is_the_same_table():
    pa, pd = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    columns = {"a": rows("p", "q", None), "b": Y}
    expected = read(columns)

    class Interchange:
        def __init__(self, frame):
            self.__dataframe__ = frame.__dataframe__

    class Capsule:
        def __init__(self, table):
            self.__arrow_c_stream__ = table.__arrow_c_stream__

    table, frame = pa.table(columns), pd.DataFrame(columns)
    containers = [
        table,
        table.to_batches()[0],
        table.to_reader(),
        Capsule(table),
        Interchange(table),
        frame,
        frame.astype("category"),
        pl.DataFrame(columns),
        [{"a": a, "b": b} if a is not None else {"b": b} for a, b in zip(*columns.values(), strict=True)],
        {"a": frame["a"], "b": pl.Series(Y)},
        {"a": pa.chunked_array([columns["a"][:5], columns["a"][5:]]), "b": tuple(Y)},
        {"a": pd.Index(columns["a"]), "b": np.array(Y)},
    ]
    for data in containers:
        assert read(data)[0] == expected[0], type(data)
    structured = np.array(list(zip(rows("p", "q", "r"), Y, strict=True)), dtype=[("a", "U1"), ("b", "U1")])
    assert read(structured)[0] == ["p", "q", "r"]


def test_a_path_is_read_by_the_program(tmp_path):
    path = tmp_path / "a,b.csv"
    path.write_text("a,b\np,u\nq,v\n")
    assert table_of(path).arguments == table_of(str(path)).arguments == [str(path)]
    assert problem_of(table_of(path), "--x", "a", "--y", "b")["x_labels"] == ["p", "q"]
    assert table_of("-q").arguments == ["./-q"]


COUNTS = np.array([[10, 2, 0], [0, 0, 0], [3, 10, 0], [1, 1, 7]])


@pytest.mark.parametrize("form", ["C", "Fortran", "float32", "object", "csr", "coo", "bool"])
def test_an_array_is_the_joint_table_that_the_command_reads(form, tmp_path):
    counts = COUNTS > 0 if form == "bool" else COUNTS
    np.save(tmp_path / "m.npy", counts)
    expected = problem_of(table_of(tmp_path / "m.npy"))
    data = counts
    if form in ("csr", "coo"):
        data = getattr(pytest.importorskip("scipy.sparse"), f"{form}_array")(counts)
    elif form == "Fortran":
        data = np.asfortranarray(counts)
    elif form not in ("C", "bool"):
        data = counts.astype(form)
    found = problem_of(table_of(data))
    for problem in (found, expected):
        for key in ("source", "x_scales", "y_scales"):
            problem.pop(key, None)
    assert found == expected
    assert found["zero_rows"] == ["1"] or form == "bool"


def test_an_array_of_three_dimensions_is_a_symmetric_table():
    xor = np.zeros((2, 2, 2))
    for a, b in itertools.product(range(2), repeat=2):
        xor[a, b, a ^ b] = 1
    assert problem_of(table_of(xor), "--symmetric")["kind"] == "symmetric"


def test_a_crosstab_keeps_its_rows_and_their_labels():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(COUNTS, index=["z", 'q;"r,\n', "a", "ü"], columns=["u", "v", "w"])
    table = table_of(frame, joint=True)
    problem = problem_of(table)
    assert problem["x_labels"] == ["z", "a", "ü"]
    assert problem["zero_rows"] == ['q;"r,\n']
    assert problem["cells"]["weight"] == [10, 2, 3, 10, 1, 1, 7]
    data = pd.DataFrame({"a": rows(3, 1, 2), "b": Y, "c": rows(*"pq")})
    counted = pd.crosstab([data.a, data.c], data.b)
    table = table_of(counted, joint=True)
    problem = problem_of(table)
    assert problem["x_labels"][:2] == ["1 / p", "1 / q"]
    assert table.values["x"].of(problem["x_labels"]) == list(counted.index)


ERRORS = {
    "unhashable": ({"a": rows("p", ["q"]), "b": Y}, r"column a holds a list in row 1 \(from 0\), \['q'\]"),
    "tuples": ({"a": rows((1, 2)), "b": Y}, "column a has values of the type tuple, such as"),
    "mixed": ({"a": rows("p", 1), "b": Y}, "column a mixes str and int, such as 'p' and 1: convert"),
    "mixed with bool": ({"a": rows("p", True), "b": Y}, "mixes str and bool"),
    "complex": ({"a": np.zeros(ROWS, complex), "b": Y}, "column a has values of the dtype complex128"),
    "wrong column": ({"aa": Y, "b": Y}, 'no column "a"; the columns are aa, b .did you mean aa?'),
    "lengths": ({"a": ["p"], "b": Y}, "different lengths: a has 1 values, and b has 12"),
    "a text": ({"a": "text", "b": Y}, "column a is a value of the type str, 'text': pass a list"),
    "a number": ({"a": 5, "b": Y}, "column a is a value of the type int, 5: pass a list"),
    "two dimensions": ({"a": np.zeros((ROWS, 2)), "b": Y}, "array of 2 dimensions, and a column has one"),
    "empty": ({"a": [], "b": []}, "no records"),
    "a set": ({"a", "b"}, "data of the type set are not read: pass a data frame"),
    "an array": (COUNTS, "an array is a joint table and has no columns"),
}


@pytest.mark.parametrize("fault", ERRORS)
def test_data_that_cannot_be_read_are_one_line(fault):
    data, message = ERRORS[fault]
    with pytest.raises(dibmap.InputError, match=message) as caught:
        read(data)
    assert "\n" not in str(caught.value)


def test_joint_tables_that_cannot_be_read_are_one_line():
    with pytest.raises(dibmap.InputError, match=r"row 0, column 0 \(from 0\) is -10, which is negative"):
        problem_of(table_of(-COUNTS))
    with pytest.raises(dibmap.InputError, match="is NaN"):
        problem_of(table_of(COUNTS * NAN))
    with pytest.raises(dibmap.InputError, match="array of 1 dimension"):
        problem_of(table_of(COUNTS[0]))
    with pytest.raises(dibmap.InputError, match="complex numbers"):
        problem_of(table_of(COUNTS + 1j))
    with pytest.raises(dibmap.InputError, match="holds Python objects that are no numbers"):
        table_of(np.array([["a"]], object))


def test_two_columns_of_one_name_are_an_error():
    pd = pytest.importorskip("pandas")
    with pytest.raises(dibmap.InputError, match="several columns named a: rename one"):
        table_of(pd.DataFrame([[1, 2, 3]], columns=["a", "a", "b"]), ["a", "b"])


def test_a_column_without_values_is_an_error():
    with pytest.raises(dibmap.InputError, match="no record has a value of X"):
        read({"a": rows(None), "b": Y})


def test_labels_that_are_no_values_stay_text():
    _, values, scale = read({"a": [i % 7 for i in range(40)], "b": Y[:8] * 5}, "--bins-x", "edges:3")
    assert values == ["0 - 2", "3 - 6"]
    assert scale["order"] == "linear"
    times = np.array(["2024-01-01T05:00", "2024-01-01T17:00"], "M8[s]")
    labels, values, _ = read({"a": times.repeat(6), "b": Y}, "--part", "a=hour")
    assert labels == values == ["5", "17"]


def test_a_long_column_is_written_in_batches_whose_categories_grow():
    n = BATCH + 5
    late = ["p"] * BATCH + ["q", "r", None, "p", "q"]
    labels, values, _ = read({"a": late, "b": np.arange(n) % 2})
    assert (labels, values) == (["p", "q", "r", "(missing)"], ["p", "q", "r", None])


def test_importing_the_package_imports_no_other_library():
    code = "import sys, dibmap; print(*(sys.modules.keys() & {'pandas', 'polars', 'pyarrow', 'scipy'}))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == ""


def test_the_stream_is_what_pyarrow_and_polars_read():
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    columns = {"i": np.array([1, 2, 3], ">i2"), "f": np.array([1.5, NAN, 2]), "b": [True, False, True]}
    expected = {"i": [1, 2, 3], "f": [1.5, None, 2.0], "b": [True, False, True], "s": ["a", "ü", None]}
    memory = io.BytesIO()
    table_of({**columns, "s": expected["s"]}).write(memory)
    read = pa.ipc.open_stream(memory.getvalue()).read_all()
    read.validate(full=True)
    assert read.to_pydict() == expected
    assert pl.read_ipc_stream(memory.getvalue()).to_dict(as_series=False) == expected


def test_counts_that_are_none_are_an_error():
    for wrong, message in ((-1, "negative"), (NAN, "n_count|missing|no number|finite")):
        table = table_of({"a": rows("p", "q"), "b": Y, "n": [1.0] * (ROWS - 1) + [wrong]})
        with pytest.raises(dibmap.InputError, match=message):
            problem_of(table, "--x", "a", "--y", "b", "--count", "n")


def test_categories_that_never_occur_do_no_harm():
    pd = pytest.importorskip("pandas")
    many = [f"value {n}" for n in range(200_000)]
    data = pd.Series(rows(many[3], many[150_000]), dtype=pd.CategoricalDtype(many))
    assert read(pd.DataFrame({"a": data, "b": Y}))[1] == [many[3], many[150_000]]


def test_a_column_whose_values_mostly_differ_is_written_as_it_is():
    names = [f"value {n:06d}" for n in range(120_000)]
    marks = ["u", "v"] * 60_000
    columns = [names, np.array(names, object)]
    for library in ("pandas", "polars", "pyarrow"):
        with contextlib.suppress(ImportError):
            module = importlib.import_module(library)
            columns.append(module.array(names) if library == "pyarrow" else module.Series(names))
    for column in columns:
        memory = io.BytesIO()
        table_of({"a": column, "b": marks}).write(memory)
        content = memory.getvalue()
        assert content.count(b"value 000001") == 1
