"""The groups of one column as numbers for a model."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from .._errors import InputError
from .._grouping import Grouping, Unknown
from .._transform import UNKNOWN
from ._apart import Values, many_values
from ._fitting import Floats, Target
from ._loss import nearest


@dataclass(frozen=True)
class Hot:
    """A column of 0 and 1 for each group.

    Attributes
    ----------
    codes
        The number of the group of every row, -1 for none.
    width
        The number of groups.
    """

    codes: npt.NDArray[np.int32]
    width: int

    def sparse(self) -> csr_matrix:
        """Return the columns as a sparse matrix."""
        rows = np.flatnonzero(self.codes >= 0)
        shape = (len(self.codes), self.width)
        return csr_matrix((np.ones(len(rows)), (rows, self.codes[rows])), shape=shape)


def dense(blocks: Sequence[Hot]) -> Floats:
    """Return the columns of several blocks side by side."""
    rows, width = len(blocks[0].codes), sum(block.width for block in blocks)
    result = np.zeros((rows, width))
    for first in range(0, rows, 4096):  # rows that fit into the cache
        part = result[first : first + 4096]
        starts = np.arange(len(part)) * width
        for block in blocks:
            codes = block.codes[first : first + 4096]
            part.ravel()[(starts + codes)[codes >= 0]] = 1
            starts += block.width
    return result


class Encoding:
    """The groups of a column, and what y is in each.

    Parameters
    ----------
    name
        Of the column.
    grouping
        Its groups; None if all values are one.
    column, target
        What was fitted.
    handle_unknown
        As of the estimator.
    """

    def __init__(
        self, name: str, grouping: Grouping | None, column: Any, target: Target, handle_unknown: str
    ) -> None:
        self.name, self.grouping = name, grouping
        self.names = ["all values"] if grouping is None else grouping.names
        problem = {} if grouping is None else grouping.frontier._meta["problem"]
        self._strength = problem.get("smooth")
        self._rare = bool(self._strength) and Values.known(grouping)
        self._strict = handle_unknown == "error"
        codes = self.codes(column, strict=False)
        self._count(codes, target)
        self._many = many_values(grouping, float(self._mass.sum()))
        whole = self._sums.sum(axis=0, keepdims=True) / self._mass.sum()
        if self._numbers:  # a row like all adds the least to the squared deviations
            self._usual = int(((self._sums / self._mass - whole) ** 2 / (1 + 1 / self._mass)).argmin())
        else:
            self._usual = int(nearest(csr_matrix(whole), self._sums)[0])
        self.unknown = self._usual if handle_unknown == "nearest" else -1

    def _count(self, codes: npt.NDArray[np.int32], target: Target) -> None:
        """Add up what y is in each group."""
        weights = np.ones(len(codes)) if target.weights is None else target.weights
        seen = codes >= 0
        codes, weights, values = codes[seen], weights[seen], target.values[seen]
        self._numbers = target.classes is None
        self._mass: Floats = np.bincount(codes, weights, len(self.names)).astype(float)[:, None]
        if target.classes is None:
            self._sums: Floats = np.bincount(codes, weights * values, len(self.names)).astype(float)[:, None]
        else:
            self._sums = np.zeros((len(self.names), len(target.classes)))
            np.add.at(self._sums, (codes, values), weights)

    def codes(self, column: Any, *, strict: bool) -> npt.NDArray[np.int32]:
        """Return the number of the group of every row, -1 for none; an error for unknown values if strict."""
        if self.grouping is None:
            return np.zeros(len(column), dtype=np.int32)
        rare = self.grouping._lookup is not None and self.grouping._lookup.rest
        unknown: Unknown | None = None if rare or (strict and self._strict) else "label"
        try:
            return np.asarray(self.grouping.transform(column, unknown=unknown, names="numbers"), np.int32)
        except InputError as error:
            what, advice, _ = str(error).partition(": choose whether such values get")
            if not advice:
                raise
            raise InputError(f"{what}: choose handle_unknown='nearest' or 'other'") from None

    def form(self, output: str) -> str:
        """Return the output of this column, for "auto", too."""
        if output != "auto":
            return output
        return "target" if self._many else "onehot"

    def block(self, column: Any, output: str, classes: npt.NDArray[Any] | None) -> Any:
        """Return the columns that take the place of a column."""
        output = self.form(output)
        codes = self.codes(column, strict=True)
        if output in ("target", "woe"):
            return self.scores(output, classes)[codes]
        codes = np.where(codes < 0, np.int32(self.unknown), codes)
        if output == "onehot":
            return Hot(codes, len(self.names))
        if output == "group":
            return np.array([*self.names, UNKNOWN], dtype=object)[codes]
        return codes

    def apart(
        self, column: Any, target: Target, part: npt.NDArray[np.intp], output: str, classes: Any
    ) -> npt.NDArray[Any]:
        """Return the columns of the rows that were fitted, each by the other parts: groups by their numbers.

        A value of a category has the group that other parts suggest: for columns of 0 and 1 and for numbers,
        if it has many values. "target" and "woe" have what the groups tell, beyond all rows of these, and
        what is told of all rows. (Frequencies of classes differ from part to part, which tells of the rows
        that were left out.)
        """
        codes, output = self.codes(column, strict=False), self.form(output)
        fixed, scored = codes, output in ("target", "woe")
        if self._many or (scored and Values.known(self.grouping)):
            assert self.grouping is not None
            values = Values(self.grouping, column, target)
            codes = np.where(values.places < 0, fixed, values.groups(part, alone=not scored))
        if not scored:
            unknown = self._usual if self._strict else self.unknown
            return np.where(codes < 0, np.int32(unknown), codes)
        last = self.scores(output, classes)[-1]
        result = np.empty((len(codes), len(last)))
        for n in range(part.max() + 1):
            here = part == n
            rest = copy.copy(self)
            rest._count(fixed[~here], target.rows(np.flatnonzero(~here)))
            scores = rest.scores(output, classes)
            result[here] = scores[codes[here]] - scores[-1] + last
        if self._rare:  # groups that y of other rows chose need no other scores
            result = np.where((values.places < 0)[:, None], result, self.scores(output, classes)[codes])
        return result

    def titles(self, name: str, output: str, classes: npt.NDArray[Any] | None) -> list[str]:
        """Return the names of these columns, for a name of the column."""
        output = self.form(output)
        if output == "onehot":
            return [f"{name}: {group}" for group in self.names]
        if output == "target" and classes is not None and len(classes) > 2:
            return [f"{name}: {label}" for label in classes]
        return [name]

    def scores(self, output: str, classes: npt.NDArray[Any] | None) -> Floats:
        """Return what y is in each group and, in the last row, in a group that is like all rows.

        Classes have the log odds of the last of two, or of each of more against all others, by frequencies
        that are smoothed: by the smoothing of the rows, and one more row that is like all rows. Numbers have
        their mean, with that row. Of one group, both rows are equal.
        """
        whole, mass = self._sums.sum(axis=0), self._mass
        if self._numbers:
            q = whole / mass.sum()
            p = (self._sums + q) / (mass + 1)
        else:
            q = (whole + 1 / len(whole)) / (whole.sum() + 1)
            kept = 1 - self._shrunk(mass)
            p = (kept * self._sums + (1 - kept) * mass * q + q) / (mass + 1)
        p = np.vstack([p if len(p) > 1 else q, q])
        if self._numbers:
            return p
        odds: Floats = np.log(p) - np.log1p(-p) if p.shape[1] > 1 else np.zeros(p.shape)
        if classes is not None and len(classes) <= 2:
            odds = odds[:, -1:]
        return odds - odds[-1] if output == "woe" else odds

    def _shrunk(self, mass: Floats) -> Floats:
        """Return by how much the rows of values were smoothed, in each group on average."""
        shrunk = np.zeros(mass.shape)
        if (strength := self._strength) and self.grouping is not None:
            n = np.array(self.grouping.frontier._meta["problem"]["x_mass"]) * mass[: self.grouping.k].sum()
            of = self.grouping.assignment
            parts = np.bincount(of, n * strength / (n + strength), len(mass))
            shrunk[:, 0] = parts / np.maximum(np.bincount(of, n, len(mass)), 1e-300)
        return shrunk


def joined(X: Any, blocks: Sequence[Any], names: Sequence[str], *, sparse: bool, passed: bool) -> Any:
    """Put the columns of the result side by side.

    Parameters
    ----------
    X
        What was transformed. Where columns are passed on and it is a frame, so is the result.
    blocks
        For each column of X, a column, a matrix or its groups.
    names
        The names of the columns of the result.
    sparse
        Whether to make a sparse matrix.
    passed
        Whether some columns of X are passed on.
    """
    if sparse:
        from scipy.sparse import hstack

        try:
            parts = [
                b.sparse() if isinstance(b, Hot) else csr_matrix(np.asarray(b, float).reshape(len(b), -1))
                for b in blocks
            ]
        except ValueError:
            raise InputError(
                "a sparse matrix holds numbers only: choose sparse_output=False, or group all columns"
            ) from None
        return hstack(parts, format="csr")
    if all(isinstance(block, Hot) for block in blocks):
        return dense(blocks)
    blocks = [dense([block]) if isinstance(block, Hot) else block for block in blocks]
    if passed and hasattr(X, "columns"):
        flat = [c for b in blocks for c in (b.T if isinstance(b, np.ndarray) and b.ndim == 2 else [b])]
        columns = dict(zip(names, flat, strict=True))
        return type(X)(columns, index=X.index) if hasattr(X, "iloc") else type(X)(columns)
    arrays = [np.asarray(block) for block in blocks]
    if any(array.dtype.kind not in "biuf" for array in arrays):
        arrays = [array.astype(object) for array in arrays]
    return np.column_stack(arrays)
