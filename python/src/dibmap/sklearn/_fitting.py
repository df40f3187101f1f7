"""Fitting the groups of columns: one run of the program for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments import bins, by_column, flags_of
from .._columns import Column
from .._errors import InputError
from .._facts import Recommendation
from .._grouping import Grouping
from .._labels import label
from .._objects import Codes
from .._scan import Scan, scanned
from .._table import column_of, written
from ._columns import of_column
from ._together import Together

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Target:
    """What groups tell about.

    Attributes
    ----------
    values
        The numbers, or the places of the classes.
    classes
        The classes; None for numbers.
    weights
        How often each row counts, or None for once.
    """

    values: npt.NDArray[Any]
    classes: npt.NDArray[Any] | None
    weights: Floats | None

    def rows(self, keep: npt.NDArray[np.intp]) -> Target:
        """Return some rows."""
        weights = None if self.weights is None else self.weights[keep]
        return Target(self.values[keep], self.classes, weights)

    @property
    def total(self) -> float:
        """The number of rows, by their weights."""
        return float(len(self.values) if self.weights is None else self.weights.sum())

    @property
    def counted(self) -> npt.NDArray[Any] | None:
        """The weights, as whole numbers if they are."""
        whole = self.weights is not None and np.all(self.weights == np.floor(self.weights))
        return self.weights.astype(np.int64) if self.weights is not None and whole else self.weights

    @property
    def counts(self) -> bool:
        """Whether weights are counts of rows, of which there are enough to hold some out."""
        if self.weights is None:
            return len(self.values) >= _LEAST
        return bool(np.all(self.weights == np.floor(self.weights)) and self.weights.sum() >= _LEAST)


_NOTHING = "The column tells nothing of y that counts: values together predict as well."
_TOGETHER = "{} groups tell more of y together with the groups of other columns than fewer do."

_LEAST = 5
"""The number of rows from which on some are held out."""


@dataclass
class Fitting:
    """How columns are grouped; values of arguments are for all columns or, in a dict, for some.

    Attributes
    ----------
    of
        The arguments of the estimator.
    messages
        What the program said.
    """

    of: Mapping[str, Any]
    messages: list[str] = field(default_factory=list)

    def groupings(
        self, columns: Mapping[str, Any], target: Target
    ) -> tuple[dict[str, Grouping], dict[str, str]]:
        """Return the grouping of each column, and why other columns have none."""
        scan = self._scanned(columns, target)
        found = {name: self._chosen(scan.groupings[name]) for name in columns if name in scan.groupings}
        self._choose_together(columns, found, target)
        entries = {entry["column"]: entry for entry in scan.to_dict()["columns"] if not entry.get("part")}
        left = {
            name: str(entries.get(name, {}).get("unusable") or "it was not mapped")
            for name in columns
            if name not in found
        }
        return found, left

    def _scanned(
        self,
        columns: Mapping[str, Any],
        target: Target,
        finest: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Scan:
        """Return groups of columns, or the finest ones, with other arguments for single columns."""
        y, count = other_name("y", columns), other_name("weight", columns)
        made = [self._column(name, values) for name, values in columns.items()]
        made.append(column_of(y, target.values))
        given = {"y": y, "seed": self.of["seed"], "effort": self.of["effort"], "workers": self.of["workers"]}
        if target.weights is not None:
            made.append(column_of(count, target.counted))
            given["count"] = count
        folds = self.of["validate"]
        given["validate"] = (5 if folds is True else int(folds or 0)) if target.counts else 0
        if target.classes is None:
            given["target"] = "mean"
        elif self._predicts and given["validate"]:
            given["for"] = "prediction"
        types = {name: self.value("type", name) for name in columns}
        types[y] = "category" if target.classes is not None else "number"
        flags = flags_of({**given, "type": {name: of for name, of in types.items() if of is not None}})
        for argument, flag in _FLAGS.items():
            values = {name: self.value(argument, name) for name in columns}
            values |= (finest or {}).get(argument, {})
            flags += by_column(flag, {name: of for name, of in values.items() if of is not None})
        if finest is not None:
            return scanned(written(made), flags, choice=["--keep=1"], tell=lambda _: None)
        try:
            return scanned(written(made), flags, tell=self.tell)
        except InputError as error:
            raise InputError(_own(str(error))) from None

    def tell(self, message: str) -> None:
        """Remember what the program says."""
        self.messages.append(_own(message))

    @property
    def _predicts(self) -> bool:
        """Whether the number of groups is chosen for a model."""
        return self.of["rule"] == "predict" and self.of["budget"] is None and self.of["keep"] is None

    def value(self, argument: str, name: str) -> Any:
        """Return what an argument says of a column, as the program has it."""
        value = of_column(self.of[argument], name)
        if argument == "order" and not isinstance(value, str):
            return None  # the column says it
        if argument == "handle_missing":
            return {"nearest": "nearest", "unknown": "drop"}.get(value)
        return bins(value) if argument == "bins" else value

    def _column(self, name: str, values: Any) -> Column:
        """Return a column as it is written; one with a list of its values in their order has categories."""
        column = column_of(name, values)
        order = of_column(self.of["order"], name)
        if order is None or isinstance(order, str):
            return column
        places = {label(value): place for place, value in enumerate(order)}
        texts, codes = column.texts()
        of = np.array([places.get(text, -1) for text in texts] + [-1], dtype=np.int32)
        for n in np.flatnonzero((of[codes] < 0) & (codes >= 0))[:1]:
            raise InputError(f"order of {name} does not list the value {texts[codes[n]]!r}: add it")
        return Codes(name, of[codes], list(order), ordered=True)

    def _chosen(self, grouping: Grouping) -> Grouping:
        """Return the grouping of a column that the arguments choose."""
        frontier, most = grouping.frontier, self.of["max_groups"]
        if (
            frontier._meta["problem"]["kind"] == "mean"
            and self._predicts
            and frontier.validation
            and grouping.k > 1
        ):
            grouping = frontier.recommend(rule="predict")
        if self.of["budget"] is not None or self.of["keep"] is not None:
            chosen = frontier.select(budget=self.of["budget"], keep=self.of["keep"])
            return chosen if most is None or chosen.k <= most else frontier.select(clusters=most)
        if self.of["n_groups"] is not None:
            most = self.of["n_groups"]
            if grouping.k != most:
                return frontier.select(clusters=max(k for k in frontier._sizes if k <= most))
        elif most is not None and grouping.k > most:
            return frontier.select(clusters=max(k for k in frontier._sizes if k <= most))
        return grouping

    def _choose_together(
        self, columns: Mapping[str, Any], found: dict[str, Grouping], target: Target
    ) -> None:
        """Choose one group for columns that tell nothing, and more groups where columns tell y together."""
        if not (self._predicts and self.of["validate"] and target.counts) or self.of["n_groups"] is not None:
            return
        tests = Together(columns, found, target, self.of["max_groups"] or len(target.values), self.of["seed"])
        for name in tests.nothing:
            found[name] = found[name].frontier.select(clusters=1)
            found[name].recommendation = Recommendation("none", _NOTHING, None, None)
        if more := {name: columns[name] for name in (*tests.cuts, *tests.values)}:
            cuts = {name: bins(of) for name, of in tests.cuts.items()}
            finest = {"bins": cuts, "smooth": dict.fromkeys(tests.values, "none")}
            for name, grouping in self._scanned(more, target, finest).groupings.items():
                if grouping.k > found[name].k:
                    found[name] = grouping
                    reason = _TOGETHER.format(grouping.k)
                    grouping.recommendation = Recommendation("together", reason, None, None)

    def summary(self, found: Mapping[str, Grouping], left: Mapping[str, str]) -> str:
        """Return in one text what a person may want to know of the result, empty for nothing."""
        parts = []
        total = len(found) + len(left)
        if found and all(grouping.k == 1 for grouping in found.values()):
            parts.append(
                f"no column tells anything of y that counts, and each has one group: {_listed(list(found))}"
            )
        if left:
            reasons = [f"{name} ({reason})" for name, reason in left.items()]
            parts.append(f"{len(left)} of {total} columns are not grouped: {_listed(reasons)}")
        for status, said in _ENDED.items():
            if names := [name for name, grouping in found.items() if grouping.frontier.status == status]:
                parts.append(f"the search ended for {said}: {_listed(names)}")
        if self.messages:
            named = [name for name in found if any(name in message for message in self.messages)]
            more = f" ({_counted(len(self.messages) - 1)} more)" if len(self.messages) > 1 else ""
            of = f" of {_listed(named)}" if len(self.messages) > 1 and named else ""
            parts.append(f"notes{of}: {self.messages[0]}{more}" if of or more else self.messages[0])
        return "; ".join(parts)


_FLAGS = {
    "order": "order",
    "bins": "bins_x",
    "min_count": "min_count",
    "smooth": "smooth",
    "handle_missing": "missing",
}
"""Arguments of the estimator that may differ by column, and the flags that they become."""


def _own(message: str) -> str:
    """Return a message with the arguments of the estimator in place of those of the package."""
    return re.sub(r"\bbins_x=( of\b)?", lambda m: "bins" + (m[1] or "="), message)


_ENDED = {"memory": "lack of memory", "deadline": "lack of time"}
"""Why a search ended that ought to have gone on."""


def _counted(n: int) -> str:
    return f"{n} note" + ("s" if n > 1 else "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:10]) + (" and more" if len(names) > 10 else "")


def other_name(name: str, taken: Mapping[str, Any]) -> str:
    """Return a name like this one that is not taken."""
    while name in taken:
        name += "_"
    return name
