"""How long tables take from Python to a frontier, and in how much memory.

Each case makes a table of two columns in a process of its own, maps it, and writes one line: the time of
`dibmap.map`, that of the command for the same table in Parquet, their ratio, and by how much the memory
of Python grew during the call, relative to the size of the two columns. Run it with

    python benchmarks/transport.py [--rows N] [--repeat R] [CASE ...]

It needs pandas, polars and pyarrow, and Linux for the peak of memory.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import dibmap
from dibmap._program import path

NAMES = np.array([f"value {i:03d}" for i in range(16)], dtype=object)


def codes(rows: int) -> tuple[Any, Any]:
    """Return the numbers of the values of X and Y, which depend on each other."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 16, rows)
    return x, (x // 3 + rng.integers(0, 4, rows)) % 8


def frame(rows: int, dtype: Any, *, names: bool) -> Any:
    """Return a data frame of pandas whose columns have a dtype."""
    import pandas as pd

    x, y = codes(rows)
    columns = {"a": NAMES[x], "b": NAMES[y]} if names else {"a": x, "b": y}
    return pd.DataFrame({name: pd.Series(values, dtype=dtype) for name, values in columns.items()})


def polars_frame(rows: int, dtype: str) -> Any:
    """Return a data frame of polars."""
    import polars as pl

    x, y = codes(rows)
    lists = {"a": pl.Series(NAMES.tolist()).gather(x), "b": pl.Series(NAMES.tolist()).gather(y)}
    return pl.DataFrame(lists).cast(getattr(pl, dtype))


def without(libraries: set[str]) -> None:
    """Make imports of libraries fail, as if they were not there."""
    for library in libraries:
        sys.modules[library] = None  # type: ignore[assignment]


CASES: dict[str, tuple[Callable[[int], Any], set[str]]] = {
    "pandas, object": (lambda n: frame(n, object, names=True), set()),
    "pandas, object, no pyarrow": (lambda n: frame(n, object, names=True), {"pyarrow"}),
    "pandas, str": (lambda n: frame(n, "str", names=True), set()),
    "pandas, category": (lambda n: frame(n, "category", names=True), set()),
    "pandas, int64": (lambda n: frame(n, "int64", names=False), set()),
    "pandas, float64": (lambda n: frame(n, "float64", names=False), set()),
    "pandas, Int64": (lambda n: frame(n, "Int64", names=False), set()),
    "polars, String": (lambda n: polars_frame(n, "String"), set()),
    "polars, Categorical": (lambda n: polars_frame(n, "Categorical"), set()),
    "dict of numpy, int64": (
        lambda n: dict(zip("ab", codes(n), strict=True)),
        {"pandas", "polars", "pyarrow"},
    ),
    "dict of numpy, text": (
        lambda n: {k: NAMES[v].astype("U") for k, v in zip("ab", codes(n), strict=True)},
        {"pandas", "polars", "pyarrow"},
    ),
}


def peak() -> int:
    """Return the largest memory of this process since `reset`, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


def reset() -> int:
    """Begin to measure the largest memory anew, and return what is in use."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def measure(case: str, rows: int) -> tuple[float, int]:
    """Return the seconds of a call, and the bytes by which the memory grew."""
    make, missing = CASES[case]
    without(missing)
    data = make(rows)
    before, start = reset(), time.perf_counter()
    dibmap.map(data, x="a", y="b", **OPTIONS)
    return time.perf_counter() - start, peak() - before


def size_of(case: str, rows: int) -> int:
    """Return the bytes of two columns of a case, with their texts once."""
    width = 8 if "text" not in case else 36
    return 2 * rows * width


OPTIONS: dict[str, Any] = {"prove": False}


def in_a_process(case: str, rows: int) -> tuple[float, int]:
    """Measure a case in a process of its own."""
    command = [sys.executable, __file__, "--measure", case, "--rows", str(rows)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, grown = json.loads(output)
    return seconds, grown


def command(table: Path) -> float:
    """Return the seconds that the command takes for a Parquet file."""
    start = time.perf_counter()
    flags = ["--x", "a", "--y", "b", "--prove=no", "-q", "-o", table.with_suffix(".npz")]
    subprocess.run([path(), "map", table, *flags], check=True)
    return time.perf_counter() - start


def write_parquet(case: str, rows: int, table: Path) -> None:
    """Write the table of a case to a file, as pandas or polars do."""
    import pandas as pd

    data = CASES[case][0](rows)
    if isinstance(data, dict):
        data = pd.DataFrame(data)
    if isinstance(data, pd.DataFrame):
        data.to_parquet(table)
    else:
        data.write_parquet(table)


def main() -> None:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*", default=list(CASES))
    options = parser.parse_args()
    if options.measure:
        warnings.simplefilter("ignore")
        print(json.dumps(measure(options.measure, options.rows)))
        return
    print("| columns | Python | command, Parquet | ratio | memory, of the columns |\n|---|---|---|---|---|")
    for case in options.cases:
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "table.parquet"
            write_parquet(case, options.rows, table)
            # One after the other, so that both see the same load of the machine.
            runs = [(in_a_process(case, options.rows), command(table)) for _ in range(options.repeat)]
        ours, theirs = min(run[0][0] for run in runs), min(run[1] for run in runs)
        grown = max(run[0][1] for run in runs) / size_of(case, options.rows)
        print(f"| {case} | {ours:.2f} s | {theirs:.2f} s | {ours / theirs:.2f} | {grown:.2f} |", flush=True)


if __name__ == "__main__":
    main()
