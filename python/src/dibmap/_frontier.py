"""A frontier: every Pareto-optimal grouping of the values of X."""

from __future__ import annotations

import datetime
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ._arguments import duration, flags_of, separate
from ._errors import DibmapError, InputError
from ._files import read
from ._frames import frame
from ._grouping import Grouping, grouping
from ._program import folder, run
from ._reading import reading, table_flags
from ._table import Table
from ._values import Values

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._page import Page


class Frontier:
    """Every Pareto-optimal grouping of the values of X that was found, by increasing H(Z).

    :func:`map`, :func:`load` and :func:`merge` return frontiers. They never change, and can be copied,
    pickled and compared.
    """

    def __init__(self, content: bytes, values: Mapping[str, Values] | None = None) -> None:
        self._content = content
        self._values = dict(values or {})
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            self._arrays: dict[str, npt.NDArray[Any]] = {
                name: archive[name] for name in archive.files if name != "meta.json"
            }
            self._meta: dict[str, Any] = json.loads(archive["meta.json"])
        for array in self._arrays.values():
            array.flags.writeable = False

    # What was found.

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """H(Z) of every point, in bits; shape (points,)."""
        return self._arrays["h"]

    @property
    def i(self) -> npt.NDArray[np.float64]:
        """I(Z;Y) of every point, in bits; shape (points,)."""
        return self._arrays["i"]

    @property
    def k(self) -> npt.NDArray[np.int32]:
        """The number of clusters of every point; shape (points,)."""
        return self._arrays["k"]

    @property
    def assignments(self) -> npt.NDArray[np.int32]:
        """The cluster of every value of X in every point; shape (points, values of X)."""
        return self._arrays["assignment"]

    @property
    def labels(self) -> list[str]:
        """The labels of the values of X, in the order of the table."""
        return list(self._meta["problem"]["x_labels"])

    @property
    def x(self) -> str | None:
        """The name of the column of X, if it has one; several have commas between them."""
        return ", ".join(self._columns("x")) or None

    @property
    def y(self) -> str | None:
        """The name of the column of Y, if it has one."""
        return ", ".join(self._columns("y")) or None

    @property
    def hx(self) -> float:
        """H(X), in bits."""
        return float(self._meta["problem"]["hx"])

    @property
    def hy(self) -> float:
        """H(Y), in bits."""
        return float(self._meta["problem"]["hy"])

    @property
    def ixy(self) -> float:
        """I(X;Y), in bits."""
        return float(self._meta["problem"]["ixy"])

    @property
    def status(self) -> str:
        """How the search ended.

        ``"complete"``: no grouping is missing. ``"converged"``: it ended by its own rule. ``"effort"``,
        ``"memory"``, ``"deadline"`` or ``"interrupted"``: it was cut short by that.
        """
        return str(self._meta["search"]["status"])

    @property
    def complete(self) -> bool:
        """Whether it is proved that no grouping is missing."""
        return self.status == "complete"

    @property
    def meta(self) -> dict[str, Any]:
        """All else that the frontier file holds, as docs/formats.md has it; a copy."""
        return json.loads(json.dumps(self._meta))  # type: ignore[no-any-return]

    @property
    def evidence(self) -> dict[str, Any] | None:
        """Whether the counts show that X and Y depend on each other, if they are counts."""
        return self.meta.get("evidence")

    @property
    def validation(self) -> dict[str, Any] | None:
        """Which records were held out, and what they support, if some were."""
        return self.meta.get("validation")

    @cached_property
    def points(self) -> Any:
        """All points as a data frame of pandas or, without it, of polars; one row a point.

        The columns are `h`, `i`, `k`, `ties`, `prominence` and `kink`, and `dh`, `di`, `cov`, `robust`,
        `held_out` and `held_out_se` where they were computed.
        """
        columns = {name: array for name, array in self._arrays.items() if name != "assignment"}
        return frame(columns, "the arrays h, i and k")

    @cached_property
    def best(self) -> Any:
        """The most informative grouping of each number of clusters, whatever its H(Z), as a data frame.

        The columns are those of `points` that apply, and `exact`: whether no grouping tells more.
        """
        points = self._meta.get("best", {}).get("points", [])
        keys = [key for key in (points[0] if points else ()) if key not in ("assignment", "exact")]
        columns = {key: [point[key] for point in points] for key in keys}
        columns["exact"] = [point.get("exact", False) for point in points]
        return frame(columns, "the member best of meta")

    # Choosing one.

    def select(
        self,
        *,
        clusters: int | None = None,
        budget: float | None = None,
        keep: float | None = None,
        prominent: int | None = None,
        on_frontier: bool = False,
        robust: bool = False,
    ) -> Grouping:
        """Choose a grouping; without an argument, the recommended one.

        Parameters
        ----------
        clusters
            The most informative grouping into so many clusters, whatever its H(Z).
        budget
            The most informative grouping with an H(Z) of at most so many bits; with `clusters`, of
            those into so many.
        keep
            The grouping of fewest bits that keeps this share of I(X;Y), such as 0.95.
        prominent
            The grouping of this rank among those that stand out from their neighbours on the frontier;
            1 stands out most.
        on_frontier
            With `clusters`: only groupings of which none tells more in as few bits.
        robust
            Only among the points that are apart by resampling, of a frontier mapped with `robust`.

        Raises
        ------
        InputError
            There is no such grouping, or arguments do not go together.
        """
        choice: list[str] = []
        given = {"clusters": clusters, "budget": budget, "keep": keep, "prominent": prominent}
        for name, value in given.items():
            if value is not None:
                choice += [f"--{name}={value!r}" if isinstance(value, float) else f"--{name}={value}"]
        choice += ["--on-frontier"] * on_frontier + ["--robust"] * robust
        return grouping(self, choice)

    def recommend(self) -> Grouping:
        """Return the recommended grouping, whose `recommendation` says why it is."""
        return grouping(self, [])

    def at(self, index: int) -> Grouping:
        """Return the grouping of the point of this index in `h`, `i` and `k`.

        Raises
        ------
        InputError
            The frontier has no such point.
        """
        if not -len(self) <= index < len(self):
            raise InputError(f"index is {index}, but the frontier has {len(self)} points")
        found = grouping(self, [f"--budget={float(self.h[index])!r}"])
        return found

    # The program's answers.

    def _ask(self, command: str, *arguments: str) -> str:
        """Return what a command prints of this frontier."""

        def write(stream: IO[bytes]) -> None:
            stream.write(self._content)

        return run([command, "-", *arguments], write=write).output.decode()

    def _columns(self, role: str) -> list[str]:
        """Return the columns of X, of Y or of counts that were mapped."""
        text = self._meta["problem"]["source"].get(role)
        return [text] if text and role == "count" else separate(text)

    def _x_values(self, labels: Sequence[str]) -> list[Any]:
        """Return labels of X as values of the column that they came from."""
        scales: list[dict[str, Any]] = self._meta["problem"].get("x_scales") or [{}]
        if len(scales) > 1:
            return list(labels)  # they are combinations of values
        scale = scales[0]
        values = self._values.get(scale.get("column", "x"))
        if values is None and scale.get("type") == "number":
            values = Values("int" if scale.get("whole") else "float")
        return (values or Values()).of(labels, scale)

    # Pictures.

    def plot(
        self,
        ax: Axes | None = None,
        *,
        figure: Literal["frontier", "robust"] = "frontier",
        truth: Frontier | None = None,
        title: str | None = None,
        hull: bool = True,
        best: bool = True,
        balanced: bool = True,
        held_out: bool = True,
        proof: bool = True,
        shade: bool = True,
        legend: bool = True,
    ) -> Axes:
        """Draw the frontier with matplotlib, as the command ``dibmap plot`` draws it.

        H(Z) grows to the left and I(Z;Y) upwards, so that better is up and to the right. Colours suit
        light and dark axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; new axes if it is left out.
        figure : {"frontier", "robust"}
            All points, or the points that are apart by resampling with error bars and the others in
            grey, of a frontier mapped with `robust`.
        truth : Frontier, optional
            Of a figure of robust points: a frontier to draw as a line, such as that of the distribution
            that was sampled.
        title : str, optional
            The title; the table and its size if it is left out, none if it is empty.
        hull, best, balanced, held_out, proof, shade, legend
            Whether to draw the concave hull, circles at the best groupings into k groups, lines at the
            entropies of k equal groups, what held-out records say, a band below what is proved, what no
            grouping reaches as shaded, and the legend.

        Returns
        -------
        matplotlib.axes.Axes
            The axes; `ax.figure` is the figure.

        Raises
        ------
        DibmapError
            matplotlib is not installed.
        InputError
            An argument is wrong, or the frontier does not have what the figure shows.
        """
        from . import _plot

        drawing = _plot.Figure(self, ax)
        if figure == "robust":
            _plot.robust(drawing, truth)
        elif figure == "frontier":
            if truth is not None:
                raise InputError("truth belongs to a figure of robust points: add figure='robust'")
            _plot.frontier(
                drawing,
                hull=hull,
                best=best,
                balanced=balanced,
                held_out=held_out,
                proof=proof,
                shade=shade,
            )
        else:
            raise InputError(f"figure is {figure!r}: choose 'frontier' or 'robust'")
        return _plot.finish(drawing, title, legend)

    def explore(self, open: bool | None = None, *, title: str | None = None, height: int = 760) -> Page:
        """Make a page to explore the frontier with: all points, their clusters, a budget to move.

        In a notebook, the page is shown where this is the last expression of a cell.

        Parameters
        ----------
        open
            Whether to open the page in the browser; if it is left out, everywhere but in a notebook.
        title
            The title of the page; the name of the table if it is left out.
        height
            The height of the page in a notebook, in pixels.

        Returns
        -------
        Page
            The page, which can be saved.
        """
        from ._page import Page, in_notebook

        page = Page(self._page(title), height)
        if open or (open is None and not in_notebook()):
            page.open()
        return page

    def _page(self, title: str | None) -> str:
        """Return the page to explore the frontier with."""
        with folder() as place:
            output = place / "page.html"
            flags = [] if title is None else [f"--title={title}"]
            self._ask("plot", "-o", str(output), *flags)
            return output.read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        from ._html import of_frontier

        return of_frontier(self)

    # Files and other tables.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a frontier file: .json, .csv, .parquet or .npz, which the command reads as well.

        A file is replaced as a whole or not at all. CSV holds the points only.

        Raises
        ------
        InputError
            The name says none of these formats, or the file cannot be written.
        """
        self._ask("merge", "-q", "-o", os.fspath(path))

    def verify(
        self,
        data: Any = None,
        *,
        time_limit: float | str | datetime.timedelta | None = None,
        workers: int | None = None,
        **how: Any,
    ) -> list[str]:
        """Check everything against the table, and the proof without trust in the program that made it.

        Parameters
        ----------
        data
            The table; by default the file that was mapped.
        time_limit
            When to give up, in seconds or as a text such as "10m".
        workers
            The number of threads.
        **how
            The columns and how they are read, as of `map`, where that differs from the call of `map`.

        Returns
        -------
        list of str
            What was checked, in sentences.

        Raises
        ------
        DibmapError
            Something is wrong, or the time was up.
        InputError
            The frontier is of another table.
        """
        # What the file says of the columns need not be said again.
        needed = [name for role in ("x", "y", "count") for name in self._columns(role)]
        table, flags = (
            reading(data, also=needed, **how) if data is not None else (Table([]), table_flags(**how))
        )
        flags += flags_of({"time_limit": duration(time_limit), "workers": workers})
        with folder() as place:
            file = place / "frontier.npz"
            file.write_bytes(self._content)
            arguments = ["verify", os.fspath(file), *table.arguments, *flags]
            try:
                return run(arguments, write=table.write).output.decode().splitlines()
            except InputError:
                raise
            except DibmapError as error:  # standard output says what is wrong
                lines = error.output.decode().splitlines()
                raise DibmapError("; ".join([str(error), *lines])) from None

    # Python.

    def __len__(self) -> int:
        return len(self.h)

    def __repr__(self) -> str:
        found = "proved complete" if self.complete else f"search ended: {self.status}"
        return f"Frontier({len(self)} points of {len(self.labels)} values of {self.x or 'X'}, {found})"

    def __str__(self) -> str:
        return self._ask("show")

    def __eq__(self, other: object) -> bool:
        """Tell whether two frontiers hold the same, but for how long the search took."""
        if not isinstance(other, Frontier):
            return NotImplemented
        return self._record() == other._record()

    __hash__ = None  # type: ignore[assignment]

    def _record(self) -> tuple[Any, ...]:
        search = {key: value for key, value in self._meta["search"].items() if key != "seconds"}
        arrays = {name: array.tobytes() for name, array in self._arrays.items()}
        return {**self._meta, "search": search}, arrays, self._values

    def __reduce__(self) -> tuple[Any, ...]:
        return Frontier, (self._content, self._values)


def load(path: str | os.PathLike[str]) -> Frontier:
    """Read a frontier file of any format; ``"last"`` is the last one that the command kept.

    Raises
    ------
    InputError
        There is no such file, or it is no frontier file.
    """
    return Frontier(read([os.fspath(path)]))


def merge(frontiers: Iterable[Frontier | str | os.PathLike[str]]) -> Frontier:
    """Unite frontiers of one table, such as of searches with several seeds.

    Parameters
    ----------
    frontiers
        Frontiers and paths of frontier files.

    Returns
    -------
    Frontier
        The points that no point of another one beats.

    Raises
    ------
    InputError
        They are of different tables, or a file is no frontier.
    """
    values: dict[str, Values] = {}
    paths: list[str] = []
    with folder() as place:
        for number, item in enumerate(frontiers):
            if isinstance(item, Frontier):
                file = place / f"{number}.npz"
                file.write_bytes(item._content)
                values = {**item._values, **values}
                paths.append(os.fspath(file))
            else:
                paths.append(os.fspath(item))
        return Frontier(read(paths), values)
