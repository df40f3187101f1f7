"""One grouping of the values of X."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from ._arguments import flags_of
from ._binning import binning_frame
from ._drift import Drift, drift
from ._errors import InputError
from ._facts import Alternative, Range, Recommendation, Second
from ._frames import frame
from ._html import percent
from ._labels import MISSING, label_of
from ._lookup import Lookup
from ._transform import transform

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._frontier import Frontier

Form = Literal["labels", "numbers"]
Unknown = Literal["error", "label", "nearest", "rare", "other"]


class Grouping:
    """A grouping Z = f(X), which a :class:`Frontier` makes: `select`, `recommend` or `at`.

    Attributes
    ----------
    frontier : Frontier
        Where it was chosen.
    h, i : float
        H(Z) and I(Z;Y), in bits; h is the logarithm of k for ``problem="dmc"``.
    k : int
        The number of clusters.
    assignment : numpy.ndarray of int32, shape (n,)
        The cluster of every value of X, in the order of `Frontier.labels`.
    on_frontier : bool
        Whether it is a point of the frontier; the best grouping into k clusters need not be.
    best, exact : bool
        Whether it is the most informative grouping into k clusters that was found, and whether it is
        proved to be.
    missing : int or None
        The number of the cluster of a missing value, if records without X were set aside: k for a group
        of their own, which `names`, `clusters` and `describe` have at the end. None if a missing value is
        a value like any other, or is unknown.
    held_out, held_out_se : float or None
        What it tells about records held out and its standard error, in bits, if there was a validation.
    recommendation : Recommendation or None
        Why it is recommended, if it was not chosen.
    second : Second or None
        What it tells about a second variable, of a frontier mapped with `leak` or `also`.
    """

    def __init__(self, frontier: Frontier, choice: Sequence[str], found: dict[str, Any]) -> None:
        self.frontier = frontier
        self._limits = [flag for flag in choice if flag.startswith(("--max-leak=", "--min-also="))]
        self._choice = list(choice)
        self._found = found
        self.h: float = found["h"]
        self.i: float = found["i"]
        self.k: int = found["k"]
        self.assignment: npt.NDArray[np.int32] = np.array(found["assignment"], dtype=np.int32)
        self.on_frontier: bool = found["on_frontier"]
        self.best: bool = found["best"]
        self.exact: bool = found["exact"]
        self.missing: int | None = found.get("missing", {}).get("cluster")
        self.held_out: float | None = found.get("held_out")
        self.held_out_se: float | None = found.get("held_out_se")
        self.recommendation: Recommendation | None = None
        if why := found.get("recommendation"):
            sides = [Alternative(**why[side]) if side in why else None for side in ("coarser", "finer")]
            self.recommendation = Recommendation(why["rule"], why["reason"], *sides)
        told = found.get("second")
        self.second = Second(*(told.get(name) for name in Second._fields)) if told else None
        if len(self._choice) == len(self._limits):  # recommended
            self._choice = self._again

    @property
    def _again(self) -> list[str]:
        """Flags that choose the grouping by what it is, for commands that need a choice of one grouping."""
        clusters = self.k if self.best or not self.on_frontier else None
        budget = None if self.best else self.h
        return [*flags_of({"clusters": clusters, "budget": budget}), *self._limits]

    @property
    def names(self) -> list[str]:
        """The name of every cluster: its heaviest values."""
        return [cluster["name"] for cluster in self._found["described"]]

    @property
    def clusters(self) -> list[list[Any]]:
        """The values of X in every cluster, or the labels of bins where numbers were cut into bins."""
        lists = [list(labels) for labels in self._found["clusters"]]
        if self.missing is not None:
            lists += [[]] * (self.missing - len(lists) + 1)
            lists[self.missing] = [*lists[self.missing], MISSING]
        return [self.frontier._x_values(labels) for labels in lists]

    @property
    def ranges(self) -> list[list[Range]] | None:
        """The runs of neighbours in every cluster, if X has an order."""
        lists = [cluster.get("ranges") for cluster in self._found["described"][: self.k]]
        if any(ranges is None for ranges in lists):
            return None
        return [[Range(r["range"], r.get("low"), r.get("high")) for r in ranges] for ranges in lists]

    def describe(self) -> Any:
        """Return a data frame with a description of every cluster in a row.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns are `cluster` (its number), `name`, `mass` (its share of the records, and of a group
            of missing values its share of all records), `i` (its contribution to I(Z;Y), in bits), `values`,
            and `more` and `less`: the values of Y that are more and less frequent in it than elsewhere, the
            most telling first.
        """
        told = self._found["described"]

        def spoken(cluster: dict[str, Any], key: str) -> str:
            """Return the values of Y with their share in the cluster and, in brackets, in all."""
            return ", ".join(
                f"{v['y']} {percent(v['p'])} ({percent(v['overall'])})" for v in cluster.get(key, [])
            )

        columns = {
            "cluster": list(range(len(told))),
            "name": self.names,
            "mass": [cluster["mass"] for cluster in told],
            "i": [cluster["i"] for cluster in told],
            "values": self.clusters,
            "more": [spoken(cluster, "tells") for cluster in told],
            "less": [spoken(cluster, "tells_not") for cluster in told],
        }
        return frame(columns, "the attributes of the grouping")

    def table(self, event: Any = None) -> Any:
        """Return the binning table: a data frame with a row for each group, and a last one for all of them.

        Parameters
        ----------
        event : optional
            The value of Y that `rate`, `woe`, `iv` and `js` are about: the last of two values by default.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns are `name`, `count` and `share`; `rate`, the share of the event, and `rate_se`, its
            standard error; `woe`, ln(P(group|event) / P(group|others)), and `woe_se`; `iv` and `js`, the
            terms of the information value and of the Jensen-Shannon divergence, in nats; and `i`, the term
            of I(Z;Y), in bits. WoE and IV take an empty cell as half a record. If Y has more than two values
            and no event is chosen, there is a column ``p(value)`` for each of them in place of `rate` to
            `js`. Numbers that are not known are NaN: counts and standard errors of a table of
            probabilities, and `woe_se` of all groups together.

        Raises
        ------
        InputError
            Y does not have the event, or the frontier does not hold the table of X and Y.
        """
        flags = [] if event is None else [f"--event={label_of(event)}"]
        found = json.loads(self.frontier._ask("select", *self._again, "--table", "--json", *flags))["table"]
        return binning_frame(found, "str(grouping)")

    def plot(
        self,
        ax: Axes | None = None,
        *,
        figure: Literal["groups", "rates"] = "groups",
        event: Any = None,
        woe: bool = False,
        title: str | None = None,
        legend: bool = True,
    ) -> Axes:
        """Draw the groups with matplotlib: a row for each, with what it says about Y, and its share.

        A row shows the rate of an event, by default the second of two values of Y, and its 95 % interval; the
        mean of numbers and its interval; the distribution of up to 8 values of Y; or the values of Y that set
        it apart.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; new axes if it is left out.
        figure : {"groups", "rates"}
            ``"rates"`` refuses a Y without an event.
        event : optional
            The value of Y whose rate is drawn.
        woe : bool
            With ``"rates"``: whether to draw the weight of evidence in place of the rate.
        title : str, optional
            The title; a sentence about the grouping if it is left out, none if it is empty.
        legend : bool
            Whether to explain what is drawn.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; `ax.figure` is the figure.

        Raises
        ------
        DibmapError
            matplotlib is not installed.
        InputError
            An argument is wrong, or the frontier does not hold the table of X and Y.
        """
        from ._plotgroups import groups

        if figure not in ("groups", "rates"):
            raise InputError(f"figure is {figure!r}: choose groups or rates")
        flags = flags_of({"event": None if event is None else label_of(event), "woe": woe})
        return groups(json.loads(self.frontier._numbers(figure, *self._again, *flags)), ax, title, legend)

    def drift(
        self,
        data: Any,
        *,
        x: str | Sequence[str] | None = None,
        count: str | None = None,
    ) -> Drift:
        """Compare the shares of the groups in new records and in the table that was mapped.

        Parameters
        ----------
        data
            New records, as for `transform`.
        x : str or sequence of str, optional
            The column of X in `data`, if its name differs from the frontier's.
        count : str, optional
            The column of a table `data` with the counts of records: the frontier's by default, and none if it
            is empty.

        Raises
        ------
        InputError
            A column is missing, or `data` is empty.
        """
        return drift(self, data, x=x, count=count)

    @overload
    def transform(
        self, data: list[Any] | tuple[Any, ...], *, unknown: Unknown | None = ..., names: Form = ...
    ) -> list[Any]: ...

    @overload
    def transform(
        self, data: npt.NDArray[Any], *, unknown: Unknown | None = ..., names: Form = ...
    ) -> npt.NDArray[Any]: ...

    @overload
    def transform(
        self,
        data: Any,
        *,
        unknown: Unknown | None = ...,
        names: Form = ...,
        x: str | Sequence[str] | None = ...,
        y: str | Sequence[str] | None = ...,
    ) -> Any: ...

    def transform(
        self,
        data: Any,
        *,
        unknown: Unknown | None = None,
        names: Form = "labels",
        x: str | Sequence[str] | None = None,
        y: str | Sequence[str] | None = None,
    ) -> Any:
        """Return the cluster of every value or record.

        Parameters
        ----------
        data
            Values of X, as a pandas or polars Series, an Arrow array, a numpy array or a list; or a data
            frame, an Arrow table or a dict of columns that has the column of X.
        unknown : {"error", "label", "nearest", "rare", "other"}, optional
            The treatment of a value that the frontier's table did not have: an error (the default); the
            name ``(unknown)`` and the number -1; the cluster with the most similar Y (`data` must then
            be a table with the column of Y); or the cluster of ``(rare)`` or ``(other)``,
            which is the default if the table was mapped with `min_count` or `top_x`.
        names : {"labels", "numbers"}
            Whether clusters are called by their names or by their numbers.
        x, y : str or sequence of str, optional
            The columns of X and Y in `data`, if their names differ from the frontier's.

        Returns
        -------
        A container like `data` with one element for each record. Names are a categorical column of pandas
        and polars, a dictionary of Arrow, and strings otherwise. A Series keeps its index and its name.

        Raises
        ------
        InputError
            A value is unknown, or a column is missing.
        """
        return transform(self, data, unknown=unknown, names=names, x=x, y=y)

    @cached_property
    def _lookup(self) -> Lookup | None:
        """What finds the clusters of values, if X are values of columns."""
        problem = self.frontier._meta["problem"]
        return Lookup(problem, self._found) if problem["kind"] in ("dib", "dmc", "mean") else None

    def to_json(self) -> str:
        """Return the mapping as JSON, which lists the values of each cluster."""
        return self._export("json")

    def to_dict(self) -> dict[Any, str]:
        """Return the name of the cluster of every value of X."""
        names = self.names
        return {value: names[n] for n, values in enumerate(self.clusters) for value in values}

    def to_sql(
        self,
        dialect: Literal[
            "sql", "sqlite", "postgres", "duckdb", "spark", "mysql", "bigquery", "snowflake"
        ] = "sql",
    ) -> str:
        """Return the mapping as a CASE for the list of a SELECT.

        Parameters
        ----------
        dialect : {"sql", "sqlite", "postgres", "duckdb", "spark", "mysql", "bigquery", "snowflake"}
            Standard SQL for SQLite, PostgreSQL and DuckDB, or the SQL of one database: of Apache Spark (for
            ``selectExpr`` too), of MySQL and MariaDB, and so on. Columns of times need the SQL of one.
        """
        dialects = ("sql", "sqlite", "postgres", "duckdb", "spark", "mysql", "bigquery", "snowflake")
        if dialect not in dialects:
            raise InputError(
                f"there is no dialect {dialect!r}: choose {', '.join(dialects[:-1])} or {dialects[-1]}"
            )
        return self._export("sql", *([] if dialect == "sql" else ["--dialect", dialect]))

    def to_python(self) -> str:
        """Return the mapping as the text of a Python module, with a dict and a function."""
        return self._export("python")

    def _export(self, form: str, *more: str) -> str:
        return self.frontier._ask("encode", *self._choice, "--export", form, *more)

    @property
    def _entropy(self) -> float:
        """H(Z) in bits, also where `h` is log2 k."""
        if self.frontier.meta["problem"].get("kind") != "dmc":
            return self.h
        masses = np.array([group["mass"] for group in self._found["described"][: self.k]])
        return float(np.log2(masses.sum()) - masses @ np.log2(masses) / masses.sum())

    def __repr__(self) -> str:
        bits = f"H(Z) = {self._entropy:.4f}, I(Z;Y) = {self.i:.4f} bits"
        return f"Grouping({self.k} groups of {len(self.assignment)} values, {bits})"

    def _repr_html_(self) -> str:
        from ._html import of_grouping

        return of_grouping(self)

    def __str__(self) -> str:
        return self.frontier._ask("select", *self._choice)


def grouping(frontier: Frontier, choice: Sequence[str], rule: str | None = None) -> Grouping:
    """Return the grouping that flags choose, or the one that a rule recommends."""
    answers = frontier._ask("select", *choice, *flags_of({"rule": rule}), "--json").splitlines()
    ranks = [int(flag.partition("=")[2]) for flag in choice if flag.startswith("--prominent=")]
    if ranks and ranks[0] > len(answers):  # select lists as many as there are
        raise InputError(f"only {len(answers)} points of the frontier stand out: prominent is {ranks[0]}")
    return of_choice(frontier, choice, json.loads(answers[-1]))


def of_choice(frontier: Frontier, choice: Sequence[str], found: dict[str, Any]) -> Grouping:
    """Return the grouping that ``select --json`` prints for flags, or recommends without them."""
    return Grouping(frontier, choice, found)
