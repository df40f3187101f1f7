"""The encoders that are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from data import categories
from sklearn.base import BaseEstimator
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler, TargetEncoder
from sklearn.tree import DecisionTreeClassifier

RARE = 10
"""Categories with fewer rows share a column where each category has a column."""


class Nothing:
    """Tell a model nothing: it predicts the base rate."""

    def fit_transform(self, X: pd.DataFrame, y: Any) -> Any:
        """Return a column of zeros."""
        return self.transform(X)

    def transform(self, X: pd.DataFrame) -> Any:
        """Return a column of zeros."""
        return np.zeros((len(X), 1))


class Grouper:
    """dibmap's groups."""

    def __init__(self, **arguments: Any) -> None:
        from dibmap.sklearn import InformationGrouper

        self.made = InformationGrouper(**arguments)

    def fit_transform(self, X: pd.DataFrame, y: Any) -> Any:
        """Group the columns."""
        return np.asarray(self.made.fit_transform(X, y))

    def transform(self, X: pd.DataFrame) -> Any:
        """Apply the groups."""
        return np.asarray(self.made.transform(X))


class Bins:
    """A column of 0 and 1 for each bin of a column: numbers cut by `cut`, and its missing values."""

    def fit_transform(self, X: pd.DataFrame, y: Any) -> Any:
        """Find the bins of every column."""
        self.cuts = {name: self.cut(X[name], y) for name in X}
        self.onehot = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
        return self.onehot.fit_transform(self._bins(X))

    def transform(self, X: pd.DataFrame) -> Any:
        """Return the bins."""
        return self.onehot.transform(self._bins(X))

    def _bins(self, X: pd.DataFrame) -> Any:
        return np.column_stack([cut(X[name]) for name, cut in self.cuts.items()])

    def cut(self, column: pd.Series, y: Any) -> Callable[[pd.Series], Any]:
        """Return what numbers the bins of a column."""
        raise NotImplementedError


class Quantiles(Bins):
    """10 bins with equally many rows; a category is a bin, and the rare ones share one."""

    def cut(self, column: pd.Series, y: Any) -> Callable[[pd.Series], Any]:
        """Return what numbers the bins of a column."""
        if pd.api.types.is_numeric_dtype(column):
            ends = np.unique(np.nanquantile(column, np.arange(1, 10) / 10))
            return lambda of: np.where(of.isna(), -1, np.searchsorted(ends, of))
        count = column.value_counts(dropna=False)
        number = {value: i for i, value in enumerate(count.index[count >= RARE])}
        return lambda of: np.array([number.get(value, -1) for value in of])


class Tree(Bins):
    """The 8 leaves of a tree of the column; a category is a number, its smoothed share of every class."""

    def cut(self, column: pd.Series, y: Any) -> Callable[[pd.Series], Any]:
        """Return what numbers the bins of a column."""
        if pd.api.types.is_numeric_dtype(column):
            numbers: Any = lambda of: of.to_numpy(float)[:, None]  # noqa: E731
        else:
            smooth = TargetEncoder().fit(column.to_frame(), y)
            numbers = lambda of: smooth.transform(of.to_frame())  # noqa: E731
        tree = DecisionTreeClassifier(max_leaf_nodes=8, min_samples_leaf=5).fit(numbers(column), y)
        return lambda of: tree.apply(numbers(of))


class Woe(BaseEstimator):  # type: ignore[misc]
    """optbinning's weights of evidence; with more than two classes, each against all others."""

    def __init__(self, max_n_bins: int | None = None) -> None:
        self.max_n_bins = max_n_bins

    def fit(self, X: pd.DataFrame, y: Any) -> Woe:
        """Find the bins of every column."""
        from optbinning import BinningProcess

        classes = np.unique(y)
        self.made = [
            BinningProcess(list(X), categorical_variables=categories(X), max_n_bins=self.max_n_bins).fit(
                X, (y == c).astype(int)
            )
            for c in classes[len(classes) == 2 :]
        ]
        return self

    def fit_transform(self, X: pd.DataFrame, y: Any) -> Any:
        """Find the bins, and return their weights."""
        return self.fit(X, y).transform(X)

    def transform(self, X: pd.DataFrame) -> Any:
        """Return the weights of the bins."""
        return np.hstack([np.asarray(one.transform(X, metric_missing="empirical")) for one in self.made])


class TunedWoe(Woe):
    """The same with the number of bins that has the least loss of a logistic regression on two folds."""

    def fit(self, X: pd.DataFrame, y: Any) -> TunedWoe:
        """Choose a number of bins, and find the bins."""
        losses = {}
        for bins in (4, 8, None):
            model = make_pipeline(Woe(bins), StandardScaler(), LogisticRegression(max_iter=2000))
            losses[bins] = -cross_val_score(model, X, y, scoring="neg_log_loss", cv=2).mean()
        self.max_n_bins = min(losses, key=lambda bins: losses[bins])
        super().fit(X, y)
        return self


class Beside:
    """An encoder of scikit-learn for the categories, beside the numbers as they are."""

    def __init__(self, encoder: Any) -> None:
        self.encoder = encoder

    def fit_transform(self, X: pd.DataFrame, y: Any) -> Any:
        """Fit the encoder."""
        self.made = make_column_transformer((self.encoder, categories(X)), remainder="passthrough")
        return np.asarray(self.made.fit_transform(X, y), dtype=float)

    def transform(self, X: pd.DataFrame) -> Any:
        """Encode the categories."""
        return np.asarray(self.made.transform(X), dtype=float)


METHODS: dict[str, Callable[[], Any]] = {
    "base": Nothing,
    "dibmap": Grouper,
    "dibmap-target": lambda: Grouper(output="target"),
    "dibmap-explain": lambda: Grouper(rule="explain"),
    "tree": Tree,
    "quantile": Quantiles,
    "woe": Woe,
    "woe-tuned": TunedWoe,
    "onehot": lambda: Beside(
        OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=RARE, sparse_output=False)
    ),
    "target": lambda: Beside(TargetEncoder(random_state=0)),
    "ordinal": lambda: Beside(OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)),
}
