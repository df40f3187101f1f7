"""A frontier: every Pareto-optimal grouping of the values of X."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._arguments import duration, flags_of
from ._errors import DibmapError, InputError
from ._grouping import Grouping, grouping
from ._program import folder, run
from ._reading import reading, table_flags
from ._record import Record
from ._table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._page import Page

FIGURES = ("frontier", "groups", "rates", "kept", "robust")


class Frontier(Record):
    """Every Pareto-optimal grouping of the values of X that was found, by increasing H(Z).

    :func:`map`, :func:`load` and :func:`merge` return frontiers. They never change, and can be copied,
    pickled and compared.
    """

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
        max_leak: float | None = None,
        min_also: float | None = None,
    ) -> Grouping:
        """Choose a grouping; without an argument, the recommended one.

        Parameters
        ----------
        clusters
            The most informative grouping into this number of clusters, at any H(Z).
        budget
            The most informative grouping with an H(Z) of at most this number of bits; with `clusters`,
            among the groupings into that number of clusters, which a frontier mapped with `per_k` has all.
        keep
            The grouping of fewest bits that keeps this share of I(X;Y), such as 0.95; with `clusters`, among
            the groupings into that number of clusters.
        prominent
            The grouping of this rank among the most prominent points of the frontier; 1 is the most
            prominent.
        on_frontier
            With `clusters`: only points of the frontier.
        robust
            Only among the points that are apart by resampling, of a frontier mapped with `robust`.
        max_leak, min_also
            Only among the groupings that tell at most, or at least, this number of bits about the second
            variable, of a frontier mapped with `leak` or `also`; with any of the other choices, or for a
            recommendation.

        Raises
        ------
        InputError
            The grouping does not exist, or arguments contradict each other.
        """
        choice = flags_of({
            "clusters": clusters, "budget": budget, "keep": keep, "prominent": prominent,
            "on_frontier": on_frontier, "robust": robust, "max_leak": max_leak, "min_also": min_also,
        })  # fmt: skip
        return grouping(self, choice)

    def recommend(
        self,
        *,
        rule: Literal["explain", "predict"] | None = None,
        max_leak: float | None = None,
        min_also: float | None = None,
    ) -> Grouping:
        """Return the recommended grouping, whose `recommendation` says why it is.

        Parameters
        ----------
        rule : {"explain", "predict"}, optional
            For a reader, or for a model that takes the groups in place of X: of a frontier mapped with
            `validate`, the fewest that predict held-out records within one standard error of the best or, if
            X has no order, the number that predicts them best.
        max_leak, min_also
            Only among the groupings within a limit on a second variable, as of :meth:`select`; they do not
            go with ``rule="predict"``.
        """
        return grouping(self, flags_of({"max_leak": max_leak, "min_also": min_also}), rule)

    def at(self, index: int) -> Grouping:
        """Return the grouping of the point of this index in `h`, `i` and `k`.

        Raises
        ------
        InputError
            The frontier has no such point.
        """
        if not -len(self) <= index < len(self):
            raise InputError(f"index is {index}, but the frontier has {len(self)} points")
        return grouping(self, flags_of({"budget": self.h[index]}))

    # The program's answers.

    def _ask(self, command: str, *arguments: str) -> str:
        """Return what a command prints of this frontier."""
        with self._file() as file:
            return run([command, file, *arguments]).output.decode()

    @contextlib.contextmanager
    def _file(self) -> Iterator[Path]:
        """Lend the frontier file, in a private folder."""
        with folder() as place:
            file = place / f"frontier.{'json' if self._is_json else 'npz'}"
            file.write_bytes(self._content)
            yield file

    def _as_arrays(self) -> bytes:
        with self._file() as file:
            output = file.with_suffix(".npz")
            run(["merge", file, "-q", "-o", output])
            return output.read_bytes()

    # Pictures.

    def plot(
        self,
        ax: Axes | None = None,
        *,
        figure: Literal["frontier", "groups", "rates", "kept", "robust"] = "frontier",
        truth: Frontier | None = None,
        max_leak: float | None = None,
        min_also: float | None = None,
        event: Any = None,
        woe: bool = False,
        title: str | None = None,
        hull: bool = True,
        best: bool = True,
        balanced: bool = True,
        held_out: bool = True,
        proof: bool = True,
        shade: bool = True,
        legend: bool = True,
        paper: bool = False,
    ) -> Axes:
        """Draw the frontier with matplotlib, as the command ``dibmap plot`` draws it.

        Colours suit light and dark axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; new axes if it is left out.
        figure : {"frontier", "groups", "rates", "kept", "robust"}
            All points; the recommended grouping as :meth:`Grouping.plot` draws it; how much the best
            groupings keep, against their number of groups; or the points that are apart by resampling with
            error bars and the rest in grey, of a frontier mapped with `robust`.
        truth : Frontier, optional
            For a figure of robust points: a frontier to draw as a line, such as the true frontier of the
            sampled distribution.
        max_leak, min_also
            Draw only the groupings within a limit on a second variable, as of :meth:`select`; not in a figure
            of robust points.
        event, woe
            For a figure of groups or rates: as of :meth:`Grouping.plot`.
        title : str, optional
            The title, none if it is empty. By default, a sentence about the recommended grouping in figures
            of groups, rates and kept, and else the table and its size.
        hull, best, balanced, held_out, proof, shade, legend
            Whether to draw the concave hull, circles at the best groupings into k groups, lines at the
            entropies of k equal groups (with `paper`), held-out information, a band below the proved part,
            shading of the region that groupings cannot reach, and the legend.
        paper : bool
            Draw axes as in the paper: symbols, and H(Z) growing to the left.

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
        from . import _plot, _plotgroups

        if figure in ("groups", "rates"):
            chosen = self.recommend(max_leak=max_leak, min_also=min_also)
            return chosen.plot(ax, figure=figure, event=event, woe=woe, title=title, legend=legend)
        if event is not None or woe:
            raise InputError("event and woe belong to a figure of rates: add figure='rates'")
        limits = flags_of({"max_leak": max_leak, "min_also": min_also})
        if figure == "kept":
            return _plotgroups.kept(json.loads(self._numbers(figure, *limits)), ax, title, legend)
        if limits and figure == "robust":
            raise InputError(
                "max_leak= and min_also= are for other figures than robust points: leave them out"
            )
        within = Frontier(self._numbers(figure, *limits)) if limits and figure == "frontier" else self
        drawing = _plot.Figure(within, ax, paper)
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
            raise InputError(f"figure is {figure!r}: choose {', '.join(FIGURES[:-1])} or {FIGURES[-1]}")
        return _plot.finish(drawing, title, legend)

    def _numbers(self, figure: str, *flags: str) -> bytes:
        """Return the numbers that a figure shows, as JSON."""
        with folder() as place:
            output = place / "numbers.json"
            self._ask("plot", f"--figure={figure}", "-o", str(output), *flags)
            return output.read_bytes()

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
        """Write a frontier file: .json, .json.zst, .json.gz, .csv, .parquet or .npz.

        A file is replaced as a whole or not at all. CSV holds the points only, and ``load`` does not read it.

        Raises
        ------
        InputError
            The name says none of these formats, or the file cannot be written.
        """
        try:
            self._ask("merge", "-q", "-o", os.fspath(path))
        except InputError as error:
            raise InputError(str(error).removeprefix("-o: ")) from None

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
        needed = [name for role in ("x", "y", "count", "second") for name in self._columns(role)]
        table, flags = (
            reading(data, also=needed, **how) if data is not None else (Table([]), table_flags(**how))
        )
        flags += flags_of({"time_limit": duration(time_limit), "workers": workers})
        with self._file() as file:
            arguments = ["verify", os.fspath(file), *table.arguments, *flags]
            try:
                return run(arguments, write=table.write).output.decode().splitlines()
            except InputError:
                raise
            except DibmapError as error:  # standard output says what is wrong
                lines = error.output.decode().splitlines()
                raise DibmapError("; ".join([str(error), *lines])) from None

    def __str__(self) -> str:
        return self._ask("show")
