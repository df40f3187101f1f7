"""Finding frontiers."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._arguments import Columns
from ._call import call_of
from ._errors import warn
from ._frontier import Frontier
from ._program import folder, run
from ._progress import OnProgress


def map(
    data: Any,
    x: Columns | None = None,
    y: Columns | None = None,
    count: str | None = None,
    *,
    x1: str | None = None,
    x2: str | None = None,
    columns: Columns | None = None,
    problem: str | None = None,
    target: str | None = None,
    leak: Any = None,
    also: Any = None,
    max_leak: float | None = None,
    order: str | Iterable[Any] | None = None,
    bins_x: int | str | Sequence[float] | None = None,
    bins_y: int | str | Sequence[float] | None = None,
    type: Mapping[str, str] | None = None,
    part: Mapping[str, str] | None = None,
    zone: str | None = None,
    date_format: str | None = None,
    missing: str | None = None,
    missing_y: str | None = None,
    min_count: int | None = None,
    top_x: int | None = None,
    top_y: int | None = None,
    na: Sequence[str] | None = None,
    decimal: str | None = None,
    trim: bool = False,
    fold_case: bool = False,
    text: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    comment: str | None = None,
    skip_ragged: bool = False,
    smooth: float | str | None = None,
    min_mass: float | None = None,
    min_group: int | None = None,
    max_clusters: int | None = None,
    monotone: str | None = None,
    must_link: Iterable[Sequence[Any]] | str | os.PathLike[str] | None = None,
    cannot_link: Iterable[Sequence[Any]] | str | os.PathLike[str] | None = None,
    search: str | None = None,
    effort: float | None = None,
    epsilon: float | None = None,
    seed: int | None = None,
    prove: bool | None = None,
    all_points: bool = False,
    best_up_to: int | None = None,
    per_k: bool = False,
    time_limit: float | str | datetime.timedelta | None = None,
    max_memory: int | str | None = None,
    workers: int | None = None,
    estimator: str | None = None,
    validate: Any = None,
    robust: bool = False,
    uncertainty: str | None = None,
    resamples: int | None = None,
    apart: str | None = None,
    overlap: str | None = None,
    sigma: float | None = None,
    soft: bool = False,
    start: Frontier | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    name: str | None = None,
    on_progress: OnProgress | None = None,
) -> Frontier:
    """Find every Pareto-optimal grouping of the values of X.

    The program chooses the value of an argument that you omit or set to None. Ctrl-C (KeyboardInterrupt)
    ends the search and returns the frontier so far, with a warning; a second Ctrl-C is raised.

    Parameters
    ----------
    data
        The table: a data frame of pandas or polars, an Arrow table, a dict of columns, a 2-D array or a
        crosstab of counts or probabilities, or the path of a file.
    x, y : str or sequence of str, optional
        The columns of X, whose values are grouped, and of Y; several count as one.
    count : str, optional
        The column that says how often a record counts; numbers that are not whole are weights.
    x1, x2 : str, optional
        The columns of both inputs of a symmetric problem.
    columns : str or sequence of str, optional
        The columns that hold coordinates, of points in space.
    problem : {"dib", "dmc", "symmetric", "quantizer", "kmeans", "mean"}, optional
        What makes a grouping small, and what makes it good; "dib" by default: H(Z) and I(Z;Y).
    target : {"mean"}, optional
        What groups tell about Y: ``"mean"`` groups by the mean of Y, a column of numbers without bins, and
        is short for ``problem="mean"``. By default, they tell its distribution.
    leak, also : str, sequence of str, or a joint table, optional
        A second variable about which groupings are to tell little or, as a second target, much: a column of
        the records, or several that count as one; for a joint table, another one with the same rows. The
        frontier of Y is the same without it. `Frontier.second` has the groupings that are Pareto-optimal in
        what they tell about both, and `select` takes `max_leak` or `min_also`.
    max_leak : float, optional
        With `leak`: search only among groupings that tell at most this number of bits about it.
    order : {"linear", "circular", "none"} or sequence, optional
        Group neighbours only, in the order of the table or of these values. By default the order of X,
        if it has one, as numbers and ordered categoricals do, and otherwise any groups.
    bins_x, bins_y : int, str or sequence of float, optional
        How numbers are cut: into this number of bins with equally many records, at these edges, or by
        ``"quantile:N"``, ``"width:W"``, ``"edges:A,B,C"`` or ``"none"``.
    type, part : mapping of str to str, optional
        Read a column, or "x" or "y", as a "category", "number", "time" or "duration"; take this part of
        its times, such as "hour" or "weekday".
    zone : str, optional
        The time zone of the times.
    date_format : str, optional
        How dates of texts are written, such as "d/m/y", "m/d/y" or "d.m.yy".
    missing : {"own", "drop", "nearest"}, optional
        The treatment of records without a value of X, if X is one column. By default, ``"own"``, they
        are a group of their own in addition to the k groups of values, if X has an order or less than
        1 % of the records have no value; for other categories, a missing value is like any other.
        ``"drop"`` leaves the records out, so that a missing value is unknown to `transform`, and
        ``"nearest"`` puts it into the most similar group.
    missing_y : {"drop", "own"}, optional
        The treatment of records without a value of Y: they are left out by default, and with ``"own"`` they
        have the value ``(missing)``.
    min_count : int, optional
        Put the values of X that occur less often together as one, ``(rare)``.
    top_x, top_y : int, optional
        Keep this number of values of X or of Y, the most frequent ones, and put the rest together as one,
        ``(other)``.
    na, decimal, trim, fold_case
        The texts of missing values, the decimal mark, whether to remove space around values, and
        whether values that differ in case only are the same.
    text : {"letters", "words"}, optional
        Read the file as text, and count each of these with its successor.
    format, encoding, delimiter, comment : str, optional
        How a file is written, if its name and content do not tell.
    skip_ragged : bool
        Whether to leave out records of CSV that have another number of fields than the header. Otherwise
        they are an error.
    smooth : float, "auto" or "none", optional
        Shrink the distribution of Y in each value of X towards the overall distribution before values are
        grouped, as if this number of records more had the value; with ``"auto"``, the number under which the
        counts are most likely. I(X;Y) and I(Z;Y) are of the smoothed table.
    min_mass : float, optional
        The smallest probability of a cluster.
    min_group : int, optional
        The smallest number of records of a cluster.
    max_clusters : int, optional
        The largest number of clusters.
    monotone : {"up", "down", "auto", "peak", "valley"}, optional
        The trend of the share of the last value of Y along clusters of neighbours: rising, falling, the
        better of both, rising and then falling, or falling and then rising. If Y has an order and more
        than two values, the share of the values from each value on has the trend.
    must_link, cannot_link : sequence of tuples, optional
        Values that share a cluster, and pairs of values that do not; or a file that lists them.
    search : {"auto", "local", "merge", "dp"}, optional
        The method of the search.
    effort : float, optional
        A factor on the number of steps that search and proof may take by default.
    epsilon : float, optional
        The depth of the search in bits, of "merge" and "local".
    seed : int, optional
        The seed of all that is drawn.
    prove : bool, optional
        Whether to prove that the frontier is complete, for as long as that takes. By default only if it
        takes seconds.
    all_points : bool, optional
        Whether to keep more than 20,000 groupings.
    best_up_to : int, optional
        The largest number of clusters in the search for the best grouping into k clusters.
    per_k : bool
        Whether to find the groupings that are Pareto-optimal within their number of clusters, too:
        `Frontier.per_k`. Then ``select(clusters=4, budget=1.8)`` chooses among all groupings into 4.
    time_limit : float, str or timedelta, optional
        The time after which the call ends, in seconds or as a text such as "10m".
    max_memory : int or str, optional
        The memory of the search: bytes, or a size such as "500MB".
    workers : int, optional
        The number of threads; the result does not depend on it.
    estimator : str, optional
        The estimator of H and I, such as "nsb".
    validate : True, int, str, or a table, optional
        Which records to hold out to score groupings: 5 random parts in turn, this number of parts, the
        records of each value of a column, or the records of another table.
    robust : bool
        Whether to compute how far each point may be off by chance.
    uncertainty, resamples, apart, overlap, sigma
        How that is done; see ``dibmap map --help``.
    soft : bool
        Whether to compute what soft encoders of the same rate can keep, too: ``Frontier.soft``.
    start : Frontier, optional
        An earlier result of the same table: the search begins with its groupings as well, and keeps
        those that are better than what it finds.
    checkpoint : path, optional
        The file that keeps the state of the call.
    resume : bool
        Whether to continue from the checkpoint, if it exists.
    name : str, optional
        The name of the table in texts and figures: by default the name of the file, or "data".
    on_progress : callable, optional
        Is called with the progress of the search. By default a bar of tqdm shows it, if tqdm is
        installed.

    Returns
    -------
    Frontier
        H and I in bits of every point, and the clusters of each.

    Raises
    ------
    InputError
        The data or an argument are wrong, as one line says.
    DibmapError
        The search failed.
    """
    given = locals()
    del given["on_progress"], given["start"]
    with folder() as place:
        table, arguments = call_of(place, **given)
        if start is not None:
            (place / "start").write_bytes(start._content)
            arguments = [*arguments, "--from", str(place / "start")]
        output = place / "frontier.npz"
        run(["map", *arguments, "-o", output], write=table.write, on_progress=on_progress, keeps=True)
        frontier = Frontier(output.read_bytes(), table.values)
    if frontier.status == "memory":
        warn("the search ended for lack of memory, so that groupings may be missing: raise max_memory=")
    return frontier
