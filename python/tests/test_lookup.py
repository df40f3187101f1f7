"""Clusters are looked up in Python as the program finds them, for values of every kind."""

import datetime
import decimal
import pickle

import numpy as np
import pytest

import dibmap
from dibmap import _program, _transform

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")

DAY = datetime.date(2024, 2, 27)
NOON = datetime.datetime(2024, 3, 30, 12, 0, 0, 250)
NUMBERS = [0, 1, -1, 7, 12, 100000, 255, 3, 2, 5, 9, 40]
KINDS = {
    "texts": ["Rome", "Oslo", "", "a / b", '"q"', "naïve", "100000", "1e5", "1.0", "1", "-0", "(missing)"],
    "digits": ["1", "01", "1.0", "1e5", "100000", " 7", "NaN", "inf", ".5", "5.", "-0", "12"],
    "ints": NUMBERS,
    "large": [2**53 + 1, 2**53, -(2**62), 10**18, 0, 5, 2**62, 2**62 + 1],
    "huge": [10**30, -(10**25), 3, 2**64],
    "floats": [0.1, -0.0, 0.0, 1e5, 1e22, 1e-9, 2.5, float("inf"), 3.0, 0.3, 0.30000000000000004, 7e-7],
    "mixed": [1, 1.0, 2.5, 3, 2**53 + 1, 0.1],
    "truths": [True, False],
    "dates": [DAY + datetime.timedelta(days) for days in range(0, 400, 37)],
    "times": [NOON + datetime.timedelta(hours=7.3 * n, microseconds=n) for n in range(-20, 20)],
    "zoned": [
        (NOON + datetime.timedelta(hours=11.7 * n)).replace(tzinfo=datetime.timezone.utc) for n in range(20)
    ],
    "offset": [
        (NOON + datetime.timedelta(hours=11.7 * n)).replace(
            tzinfo=datetime.timezone(datetime.timedelta(hours=5, minutes=30))
        )
        for n in range(20)
    ],
    "durations": [datetime.timedelta(days=n, microseconds=n * 7 + 1) for n in range(-5, 12)],
    "clocks": [datetime.time(n, 2 * n, n) for n in range(0, 24, 3)],
    "decimals": [decimal.Decimal(text) for text in ("1.50", "1.5", "0.1", "100000", "1E+5", "-0.0", "7")],
    "bytes": [b"a", b"\xff\x00", b"12", b""],
}
PARTS = {"dates": "weekday", "times": "hour", "zoned": "month", "offset": "quarter"}


def containers(values, random):
    """Return the same values, some of them missing, in every container that takes them."""
    gaps = [None if random.random() < 0.1 else value for value in values]
    yield list(values)
    yield gaps
    yield np.array(gaps, dtype=object)
    for make in (
        lambda: np.array(values),
        lambda: np.array(values).astype(np.float32),
        lambda: np.array(values).astype(np.int16),
        lambda: np.array(values, dtype="M8[ns]" if isinstance(values[0], datetime.date) else "m8[ms]"),
        lambda: np.array(values, dtype="M8[D]"),
        lambda: pandas.Series(values),
        lambda: pandas.Series(gaps),
        lambda: pandas.Series(gaps).convert_dtypes(),
        lambda: pandas.Series(gaps, dtype="category"),
        lambda: pandas.Series(pandas.to_datetime(pandas.Series(values))).dt.tz_localize("Europe/Oslo"),
        lambda: polars.Series(gaps),
        lambda: polars.Series(gaps).cast(polars.Categorical),
        lambda: pyarrow.array(gaps),
        lambda: pyarrow.chunked_array([pyarrow.array(gaps[:5]), pyarrow.array(gaps[5:])]),
        lambda: pyarrow.array(gaps).dictionary_encode(),
    ):
        try:
            made = make()
        except Exception:
            continue
        if getattr(made, "dtype", None) is None or getattr(made, "ndim", 1) == 1:
            yield made


def argument_sets(kind):
    """Return some ways to read a column."""
    yield {}
    yield {"type": {"x": "category"}}
    if kind in PARTS:
        yield {"part": {"x": PARTS[kind]}}
        yield {"part": {"x": "year"}, "zone": "UTC"}
        yield {"part": {"x": "hour"}, "zone": "Europe/Oslo"}
    if kind in ("texts", "digits"):
        yield {"min_count": 12}
        yield {"top_x": 3, "trim": True, "fold_case": True, "na": ["rome", "12"]}
    if kind in ("ints", "floats", "mixed"):
        yield {"bins_x": 4, "missing": "nearest"}
        yield {"bins_x": 3, "na": ["7", "2.5"], "missing": "drop"}


def theirs(grouping, data, unknown):
    return _transform._by_program(grouping, data, ["x"], ["y"], unknown).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_finds_the_same(kind):
    """Of columns that were drawn, two to a way to read one; most of them without asking the program."""
    random = np.random.default_rng([*map(ord, kind)])
    values = KINDS[kind]
    rows = [values[n] for n in random.integers(0, len(values), 150)]
    y = [str(sum(map(ord, str(value))) % 3) for value in rows]
    answered = 0
    for arguments in argument_sets(kind):
        made = list(containers(rows, random))
        data = {"x": made[random.integers(len(made))], "y": y}
        try:
            fitted = dibmap.map(data, "x", "y", effort=0.01, prove=False, best_up_to=0, **arguments)
        except dibmap.InputError:  # a column of this type is not read in this way
            continue
        grouping = pickle.loads(pickle.dumps(fitted.at(len(fitted) // 2)))
        for place in random.permutation(len(made))[:2]:
            unknown = ("label", None)[random.integers(2)]
            found = _transform._looked_up(grouping, made[place], ["x"], unknown)
            if found is not None:
                answered += 1
                assert found.tolist() == theirs(grouping, made[place], unknown)
    assert answered


def test_several_columns_are_looked_up_together():
    random = np.random.default_rng(4)
    data = pandas.DataFrame({
        "x": random.normal(size=400),
        "z": random.choice([*"abc", None], 400),
        "y": random.integers(0, 3, 400),
    })  # fmt: skip
    grouping = dibmap.map(data, ["x", "z"], "y", prove=False, effort=0.1).select(clusters=4)
    new = pandas.DataFrame({"x": [0.3, 99, np.nan] * 5, "z": ["a", "b", None, "q", "c"] * 3, "y": [1] * 15})
    found = _transform._looked_up(grouping, new, ["x", "z"], "label")
    program = _transform._by_program(grouping, new, ["x", "z"], ["y"], "label")
    assert found.tolist() == program.tolist()
    assert -1 in found
    assert len(set(found)) > 2


def test_no_program_runs(monkeypatch):
    data = {"x": [1, 2, 3, 4] * 40, "z": list("abcd") * 40, "y": [0, 0, 1, 1] * 40}
    scan = dibmap.scan(data, y="y")
    groupings = [dibmap.map(data, x, "y").recommend() for x in ("x", "z")]
    monkeypatch.setattr(_program, "path", lambda: pytest.fail("the program was called"))
    assert groupings[0].transform(np.array([0, 2.5, 9]), names="numbers").tolist() == [0, 0, 1]
    assert groupings[1].transform(pandas.Categorical(["d", "a"]), names="numbers").tolist() == [1, 0]
    assert len(scan.transform(pandas.DataFrame(data))) == 160


@pytest.mark.parametrize("unknown", [None, "error", "rare", "other", "neither"])
def test_errors_are_those_of_the_program(unknown):
    grouping = dibmap.map({"x": list("abcd") * 40, "y": [0, 0, 1, 1] * 40}, "x", "y").recommend()
    with pytest.raises(dibmap.InputError) as raised:
        grouping.transform(["a", "new"], unknown=unknown)
    assert (
        "new" if unknown in (None, "error") else f'"{unknown}"' if unknown == "neither" else unknown
    ) in str(raised.value)
