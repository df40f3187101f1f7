"""Measure fits and transforms of dibmap's InformationGrouper beside optbinning's BinningProcess.

    python python/benchmarks/speeds.py [--repeat R] [CASE ...]

Tools take turns within a run, and the fastest of R counts, so that the ratio is fair on a busy machine. The
seconds of all processors, also of the program that dibmap runs, depend less on what else runs. The table
that is printed goes into README.md in this folder.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd


def numbers(rows: int, columns: int) -> pd.DataFrame:
    """Return columns of normal numbers."""
    random = np.random.default_rng(0)
    return pd.DataFrame({f"n{j}": random.normal(size=rows) for j in range(columns)})


def texts(rows: int, columns: int, values: int = 50) -> pd.DataFrame:
    """Return columns of categories."""
    random = np.random.default_rng(1)
    return pd.DataFrame(
        {f"c{j}": [f"v{i}" for i in random.integers(0, values, rows)] for j in range(columns)}
    )


def mixed(rows: int) -> pd.DataFrame:
    """Return two columns of numbers and three of categories."""
    return pd.concat([numbers(rows, 2), texts(rows, 3)], axis=1)


def ids(rows: int) -> pd.DataFrame:
    """Return a column in which every value is another one."""
    return pd.DataFrame({"id": [f"id{i:05d}" for i in range(rows)]})


def classes(X: pd.DataFrame) -> Any:
    """Return two classes that depend a little on every column."""
    random = np.random.default_rng(2)
    logit = np.zeros(len(X))
    for name in X:
        codes = X[name].rank() if X[name].dtype == float else pd.Series(pd.factorize(X[name])[0])
        logit += np.sin(codes / codes.max() * 6)
    return (random.random(len(X)) < 1 / (1 + np.exp(-logit))).astype(int)


def grouper(X: pd.DataFrame) -> Any:
    """Return dibmap's encoder, with a column for a column as optbinning's."""
    from dibmap.sklearn import InformationGrouper

    return InformationGrouper(output="ordinal")


def process(X: pd.DataFrame) -> Any:
    """Return optbinning's encoder."""
    from optbinning import BinningProcess

    return BinningProcess(list(X), categorical_variables=[n for n in X if X[n].dtype != float])


CASES: dict[str, tuple[Callable[[], pd.DataFrame], int]] = {
    "fit 1,000 x 1 number": (lambda: numbers(1000, 1), 0),
    "fit 1,500 different ids": (lambda: ids(1500), 0),
    "fit 100,000 x 10 categories": (lambda: texts(100_000, 10), 0),
    "fit 100,000 x 16 numbers": (lambda: numbers(100_000, 16), 0),
    "transform 1,000,000 x 5": (lambda: mixed(20_000), 1_000_000),
    "transform 1 value": (lambda: texts(20_000, 1), 1),
}
"""Columns that are fitted, and the number of rows that are transformed instead of timing the fit."""


def clocks() -> Any:
    """Return the seconds of the clock, and of the processors."""
    used = os.times()
    return np.array(
        [time.perf_counter(), used.user + used.system + used.children_user + used.children_system]
    )


def times(case: str, repeat: int) -> Any:
    """Return the least seconds of both tools, by the clock and of the processors."""
    make, rows = CASES[case]
    X = make()
    y = classes(X)
    new = X.iloc[np.arange(rows) % len(X)].reset_index(drop=True)
    fitted = [tool(X).fit(X, y) for tool in (grouper, process)] if rows else []
    calls: list[Callable[[], Any]] = [lambda: grouper(X).fit(X, y), lambda: process(X).fit(X, y)]
    if rows > 1:
        calls = [lambda: fitted[0].transform(new), lambda: fitted[1].transform(new)]
    elif rows == 1:
        name, value = X.columns[0], list(new.iloc[0])
        columns = [fitted[0].groupings_[name], fitted[1].get_binned_variable(name)]
        calls = [lambda: columns[0].transform(value), lambda: columns[1].transform(value)]
    least, often = np.full((2, 2), np.inf), 1000 if rows == 1 else 1  # os.times() counts hundredths
    for _ in range(repeat):
        for i, call in enumerate(calls):
            begin = clocks()
            for _ in range(often):
                call()
            least[i] = np.minimum(least[i], (clocks() - begin) / often)
    return least


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of the name of a case")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| case | dibmap, s | optbinning, s | ratio | dibmap, processor s | optbinning, processor s |")
    print("|---" * 6 + "|")
    for case in CASES:
        if not options.cases or any(case.startswith(begin) for begin in options.cases):
            (ours, our_work), (other, other_work) = times(case, options.repeat)
            seconds = f"{ours:.2g} | {other:.2g} | {ours / other:.2f} | {our_work:.2g} | {other_work:.2g}"
            print(f"| {case} | {seconds} |", flush=True)


if __name__ == "__main__":
    main()
