"""Scores of a classifier, which stand for X of any form: numbers, texts, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._errors import InputError
from ._map import map
from ._parts import random_parts

if TYPE_CHECKING:
    from ._frontier import Frontier
    from ._grouping import Form, Grouping

MOST_CELLS = 200
"""The largest number of cells of scores."""
RECORDS_PER_CELL = 100
"""The number of records for each cell: fewer make I(X;Y) too large by chance."""
LEAST_CELLS = 10
CELLS_PER_CLASS = 3


def score(
    X: Any,
    y: Any,
    estimator: Any = None,
    folds: int | Sequence[Any] = 5,
    *,
    cells: int | None = None,
    seed: int = 0,
) -> Scores:
    """Fit a classifier, and score every record by a model that was fitted without the record.

    All that X tells about y is in the probabilities p(y|x) (Tegmark and Wu 2019, arXiv 1908.08961). A
    classifier estimates them for X of any form, and :meth:`Scores.map` groups records by them. It needs
    scikit-learn.

    Parameters
    ----------
    X : array, data frame or list, with a row for each record
        What the classifier takes.
    y : sequence
        The class of each record.
    estimator : optional
        A classifier of scikit-learn with `predict_proba`; by default a logistic regression of scaled columns.
    folds : int or sequence
        The number of random parts, with equal shares of each class, or the name of the part of each record,
        such as its month. Each part is scored by a model of the other parts.
    cells : int, optional
        The largest number of cells into which scores are divided before they are grouped, at most 200. By
        default one for 100 records, but at least 10, and at least three for each class.
    seed : int
        The seed of random parts and of cells.

    Returns
    -------
    Scores
        The probabilities, and the classifier fitted to all records, which scores new ones.

    Raises
    ------
    InputError
        An argument is wrong, or there are too few records of a class.
    """
    try:
        from sklearn.base import clone
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise InputError("score needs scikit-learn: pip install scikit-learn") from None
    if estimator is None:
        estimator = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    if not hasattr(estimator, "predict_proba"):
        raise InputError(f"estimator is {estimator!r}, which has no predict_proba: take another classifier")
    if cells is not None and not 2 <= cells <= MOST_CELLS:
        raise InputError(f"cells is {cells}: want 2 to {MOST_CELLS}")
    target = np.asarray(y)
    classes, which = np.unique(target, return_inverse=True)
    if target.ndim != 1 or len(target) != _length(X):
        raise InputError(
            f"X has {_length(X)} records, and y has the shape {target.shape}: want one class a record"
        )
    if len(classes) < 2:
        raise InputError("y has one class only: there is nothing to tell about it")
    parts = _parts(folds, which, seed)
    probabilities = np.zeros((len(target), len(classes)))
    for part in np.unique(parts):
        rest, held = np.flatnonzero(parts != part), np.flatnonzero(parts == part)
        model = clone(estimator).fit(_rows(X, rest), target[rest])
        place = np.searchsorted(classes, model.classes_)
        probabilities[np.ix_(held, place)] = model.predict_proba(_rows(X, held))
    if not np.isfinite(probabilities).all():
        raise InputError("the classifier gives probabilities that are not numbers: take another one")
    if cells is None:
        least = max(LEAST_CELLS, CELLS_PER_CLASS * len(classes))
        cells = min(MOST_CELLS, max(least, len(target) // RECORDS_PER_CELL))
    name = getattr(y, "name", None)
    return Scores(
        estimator=clone(estimator).fit(X, target),
        classes=classes,
        y=target,
        folds=parts,
        probabilities=probabilities,
        name=str(name or "y"),
        cells=cells,
        seed=seed,
    )


class Scores:
    """The probabilities of classes by a classifier, of records and of new ones. :func:`score` makes them.

    Attributes
    ----------
    estimator
        The classifier, fitted to all records.
    classes : numpy.ndarray
        The classes in the order of the columns of `probabilities`.
    y : numpy.ndarray
        The class of each record.
    folds : numpy.ndarray
        The part of each record.
    probabilities : numpy.ndarray, shape (records, classes)
        The probabilities of each record, by a model of the other parts.
    cells : int
        The largest number of cells into which they are divided.
    """

    def __init__(
        self,
        *,
        estimator: Any,
        classes: npt.NDArray[Any],
        y: npt.NDArray[Any],
        folds: npt.NDArray[Any],
        probabilities: npt.NDArray[np.float64],
        name: str,
        cells: int,
        seed: int,
    ) -> None:
        self.estimator = estimator
        self.classes = classes
        self.y = y
        self.folds = folds
        self.probabilities = probabilities
        self.cells = cells
        self._name = name if name not in ("score", "fold") else "y"
        self._cells = None if len(classes) == 2 else Cells(probabilities, classes, cells, seed)

    @property
    def table(self) -> dict[str, npt.NDArray[Any]]:
        """The columns that `map` takes: the score or the cell of each record, its class, and its part."""
        return {"score": self._of(self.probabilities), self._name: self.y, "fold": self.folds}

    def map(self, **arguments: Any) -> Frontier:
        """Group the records by their scores.

        Of two classes, groups are ranges of the probability of the last one, and none is missing. Of more,
        the probabilities are divided into cells, and cells are grouped. Groupings are scored on the records
        that were held out from the classifier.

        Parameters
        ----------
        **arguments
            Arguments of :func:`dibmap.map` for the search, such as `max_clusters` or `per_k`.
        """
        types = {"x": "number" if self._cells is None else "category", "y": "category"}
        given = {
            "x": "score",
            "y": self._name,
            "type": types,
            "validate": "fold",
            "name": "scores",
            **arguments,
        }
        if self._cells is None:
            given = {"bins_x": f"quantile:{self.cells}", **given}
        return map(self.table, **given)

    def transform(self, X: Any, grouping: Grouping, *, names: Form = "labels") -> Any:
        """Return the group of every new record, as an array.

        Parameters
        ----------
        X
            New records, as of :func:`score`.
        grouping : Grouping
            A grouping of the frontier that `map` returned.
        names : {"labels", "numbers"}
            Whether groups are called by their names or by their numbers.
        """
        return grouping.transform(self._of(self.estimator.predict_proba(X)), names=names)

    def _of(self, probabilities: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
        """Return the values of X that stand for probabilities."""
        return probabilities[:, 1].round(6) if self._cells is None else self._cells.of(probabilities)

    def __repr__(self) -> str:
        folds = len(np.unique(self.folds))
        return f"Scores({len(self.y)} records of {len(self.classes)} classes, {folds} folds)"


class Cells:
    """Cells of probabilities: the regions nearest to the centres of a k-means clustering of their roots.

    The distance between roots is the distance of Hellinger, which resolves small probabilities.
    """

    def __init__(
        self, probabilities: npt.NDArray[np.float64], classes: npt.NDArray[Any], most: int, seed: int
    ) -> None:
        from sklearn.cluster import KMeans

        roots = np.sqrt(probabilities)
        distinct = len(np.unique(roots, axis=0))
        self._clustering = KMeans(min(most, distinct), n_init=1, random_state=seed).fit(roots)
        centres = self._clustering.cluster_centers_**2
        centres /= centres.sum(axis=1, keepdims=True)
        likely = centres.argmax(axis=1)
        order = np.lexsort((-centres.max(axis=1), likely))
        labels = [""] * len(centres)
        for rank, cell in enumerate(order):
            labels[cell] = f"{classes[likely[cell]]} {centres[cell].max():.0%} #{rank + 1}"
        self._labels: npt.NDArray[np.str_] = np.array(labels)

    def of(self, probabilities: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
        """Return the label of the cell of each row: its likeliest class and the probability of that."""
        cells: npt.NDArray[np.intp] = self._clustering.predict(np.sqrt(probabilities))
        return self._labels[cells]


def _length(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _rows(X: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Return some records."""
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)  # of a data frame, an array or a list


def _parts(folds: int | Sequence[Any], which: npt.NDArray[np.intp], seed: int) -> npt.NDArray[Any]:
    """Return the part of each record; random parts are numbered from 1."""
    if not isinstance(folds, (int, np.integer)):
        parts = np.asarray(folds)
        if parts.shape != which.shape or len(np.unique(parts)) < 2:
            raise InputError(
                "folds have the parts of records: want one for each record, and at least two parts"
            )
        return parts
    rarest = int(np.bincount(which).min())
    if not 2 <= folds <= rarest:
        raise InputError(f"folds is {folds}: want 2 to {rarest}, the number of records of the rarest class")
    return random_parts(len(which), int(folds), seed, which) + 1
