"""Figures of frontiers in matplotlib, which look like those of ``dibmap plot``.

The entropy grows to the right, or to the left as in the paper, and the information upwards.
What no grouping reaches is shaded, and so is the part of it under the concave hull.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import InputError
from ._plotlabels import label_rings
from ._plotstyle import BAND, SMALL, Array, Colours, axes_for, legend, name, span
from ._thin import thinned

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from ._frontier import Frontier

DEEPEST = 0.5
"""How far the axis goes below the frontier for held-out information, as a part of its extent."""

MOST_MARKED = 2000
"""A frontier of more points is a line: markers that overlap hide the steps between them."""

MOST_RINGS, RING_GAP = 100, 4.0
"""Of more circles, only those are drawn that are this far apart, in millimetres."""


class Figure:
    """A figure of a frontier while it is drawn.

    Parameters
    ----------
    frontier
        What is drawn.
    ax
        The axes to draw on, or None for new ones.
    paper
        Whether the axes are as in the paper.
    """

    def __init__(self, frontier: Frontier, ax: Axes | None, paper: bool) -> None:
        self.paper = paper
        self.arrays, self.meta = frontier._arrays, frontier._meta
        self.h, self.i, self.k = frontier.h, frontier.i, frontier.k
        self.kind = self.meta["problem"].get("kind") or "dib"
        self.clusters = self.kind in ("dmc", "kmeans")  # h is log2 k
        self.known = self.kind in ("dib", "dmc", "symmetric", "quantizer", "kmeans", "mean")
        self.ax, self.new = axes_for(ax)
        self.colours = Colours.of(self.ax)
        self.handles: list[Artist] = []  # what the legend explains
        self.rings: list[dict[str, Any]] = []  # groupings with a circle
        self.curves: list[Array] = []  # what numbers at the circles keep clear of
        self.marks: list[tuple[float, float]] = []

    def names(self) -> tuple[str, str]:
        """Return the names of the axes, with the names of columns where they are known."""
        problem = self.meta["problem"]
        source = problem.get("source", {})
        x, y = source.get("x"), source.get("y")
        h, i = {
            "dib": ("H(Z)", "I(Z;Y)"),
            "dmc": ("log₂ k", "I(Z;Y)"),
            "symmetric": ("H(Z₁,Z₂)/2", "I(Z₁,Z₂;Y)"),
            "quantizer": ("H(Z)", "explained variance"),
            "kmeans": ("log₂ k", "explained variance"),
            "mean": ("H(Z)", "explained variance"),
        }.get(self.kind, ("h", "i"))
        if x and h == "H(Z)" and (y or self.kind == "quantizer"):
            h = f"H(group of {x})"
        if x and y and i == "I(Z;Y)":
            i = f"I(group of {x}; {y})"
        by = f", by {problem['estimator']}" if problem.get("estimator") else ""
        if not self.paper and self.kind == "dib":
            return "bits to record the group", f"bits that the group tells about {y or 'Y'}{by}"
        h, i = (f"{h} [bits{by}]" if self.known else h), (f"{i} [bits{by}]" if i.startswith("I") else i)
        return h, i

    def title(self) -> str:
        """Return the name of the table, if it has one, its size and the number of points."""
        problem = self.meta["problem"]
        source = problem.get("source", {})
        words = [source["name"] + ":"] if source.get("path") else []
        if problem.get("n") and problem.get("m"):
            sizes = [problem["n"]] * (2 if self.kind == "symmetric" else 1)
            if self.kind == "mean":
                words.append(f"{problem['n']} values,")
            elif self.kind in ("quantizer", "kmeans"):
                words.append(f"{problem['n']} points,")
            else:
                words.append(" × ".join(map(str, [*sizes, problem["m"]])) + ",")
        noun = "grouping" if self.kind in ("quantizer", "kmeans", "mean") else "point"
        words.append(f"{len(self.h)} {noun}{'s' if len(self.h) != 1 else ''}")
        second = self.meta.get("second", {})
        if "limit" in second:
            side = "at most" if second["aim"] == "leak" else "at least"
            words.append(f"with {side} {second['limit']:g} bits about {second['name']}")
        return " ".join(words)

    def extent(self, h: list[float], i: list[float]) -> None:
        """Set the limits so that they hold all points, some values, and what the objectives start at."""
        if self.known:
            h, i = [0.0, *h], [0.0, *i]
        if self.kind in ("quantizer", "kmeans", "mean"):
            i = [*i, 1.0]
        span(self.ax, [*h, self.h.min(), self.h.max()], [*i, self.i.min(), self.i.max()], self.paper)

    def best(self) -> list[dict[str, Any]]:
        """Return the most informative groupings, one for each number of groups that tells more."""
        if self.meta.get("best"):
            return list(self.meta["best"]["points"])
        # A point is the best of the frontier for its number of groups if all that tell more have more.
        later = np.append(np.minimum.accumulate(self.k[::-1])[::-1][1:], np.iinfo(np.int32).max)
        return [{"h": self.h[n], "i": self.i[n], "k": int(self.k[n])} for n in np.flatnonzero(self.k < later)]

    def held_out(self) -> Any:
        """Return the held-out values and errors of the points, as the list of the best has those in it."""
        values = np.array([self.arrays["held_out"], self.arrays["held_out_se"]], float)
        for p in self.meta.get("best", {}).get("points", []):
            at = (self.h == p["h"]) & (self.i == p["i"]) & (self.k == p["k"])
            values[:, at] = [[p["held_out"]], [p["held_out_se"]]]
        return values


def frontier(
    figure: Figure, *, hull: bool, best: bool, balanced: bool, held_out: bool, proof: bool, shade: bool
) -> None:
    """Draw a frontier, with what is asked for and what the frontier has."""
    held_out = held_out and bool(figure.meta.get("validation")) and "held_out" in figure.arrays
    best = best and not figure.clusters
    points = figure.best() if best else []
    i = [p["i"] for p in points]
    if held_out:
        floor = figure.i.min() - DEEPEST * np.ptp(figure.i)
        mean, se = figure.held_out()
        i += [max(float((mean - se).min()), floor), float((mean + se).max())]
    figure.extent([p["h"] for p in points], i)
    _curve(figure, hull and len(figure.h) > 1, shade)
    if held_out:
        _held_out(figure, points)
    if best:
        _rings(figure, points)
    if proof:
        _proof(figure)
    if balanced and figure.paper and figure.known and figure.h.max() >= 1:
        _balanced(figure)
    if shade:
        from matplotlib.patches import Patch

        figure.handles.append(
            Patch(fc=figure.colours.beyond, ec=figure.colours.guide, lw=0.3, label=_beyond(figure))
        )


def robust(figure: Figure, truth: Frontier | None) -> None:
    """Draw the points that are apart by resampling with error bars, the others in grey."""
    uncertainty = figure.meta.get("uncertainty")
    if not uncertainty:
        raise InputError("the frontier does not say how uncertain its points are: call map with robust=True")
    ax, colours, apart = figure.ax, figure.colours, figure.arrays["robust"].astype(bool)
    sigma = uncertainty["filter"]["sigma"]
    dh, di = sigma * figure.arrays["dh"], sigma * figure.arrays["di"]
    h, i = figure.h, figure.i
    figure.extent(
        [*(h - dh)[apart], *(h + dh)[apart], *(truth.h if truth else [])],
        [*(i - di)[apart], *(i + di)[apart], *(truth.i if truth else [])],
    )
    if not apart.all():
        figure.handles += ax.plot(
            h[~apart], i[~apart], "o", ms=2, mec="none", color=colours.faint, zorder=2.1,
            label="not told apart from these",
        )  # fmt: skip
    if truth:
        figure.handles += ax.plot(
            *_stairs(ax, truth.h, truth.i), color=colours.ink, lw=0.6, zorder=2.2, label="true frontier"
        )
    if apart.any():
        bars = ax.errorbar(
            h[apart], i[apart], di[apart], dh[apart], fmt="D", ms=3, mec="none", color=colours.ring,
            elinewidth=0.5, capsize=1.5, capthick=0.5, zorder=2.3,
            label=f"robust, which the sample tells apart: ± {sigma:g} sd ({uncertainty['method']})",
        )  # fmt: skip
        figure.handles.append(bars)  # type: ignore[arg-type]


def _stairs(ax: Axes, h: Array, i: Array) -> tuple[Array, Array]:
    """Return the corners of the bound of what points dominate, from the foot of the axes to their left."""
    return (
        np.append(np.repeat(h, 2), max(ax.get_xlim())),
        np.concatenate([[min(ax.get_ylim())], np.repeat(i, 2)]),
    )


def _curve(figure: Figure, hull: bool, shade: bool) -> None:
    """Draw the points and the staircase through them, and the areas beyond."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    ax, colours = figure.ax, figure.colours
    shown = thinned(figure.h, figure.i)
    h, i = figure.h[shown], figure.i[shown]
    stairs = _stairs(ax, h, i)
    corners = np.flatnonzero(figure.arrays["kink"] > 0) if "kink" in figure.arrays else np.empty(0, dtype=int)
    corners = np.unique(np.concatenate([[0], corners, [len(figure.h) - 1]]))
    hull_h, hull_i = figure.h[corners], figure.i[corners]
    if shade:
        ax.set_facecolor(colours.beyond)
        if hull:
            ax.fill([*hull_h, hull_h[-1]], [*hull_i, hull_i[0]], color=colours.hull, lw=0, zorder=0.5)
        foot = [(max(ax.get_xlim()), min(ax.get_ylim()))]
        ax.fill(*np.concatenate([np.transpose(stairs), foot]).T, color=colours.paper, lw=0, zorder=0.6)
    if hull:
        ax.plot(hull_h, hull_i, color=colours.frontier, lw=0.5, zorder=2.2)
        figure.curves.append(np.transpose([hull_h, hull_i]))
    line: dict[str, Any] = {"color": colours.frontier, "lw": 0.4}
    marker: dict[str, Any] = {"marker": "o", "ms": 2.5, "mec": "none"}
    if len(figure.h) > MOST_MARKED:
        line["lw"], marker = 0.9, {}
    ax.plot(*stairs, **line, zorder=2.3)
    figure.curves.append(np.transpose(stairs)[1:-1])
    if marker:
        size = 3.4 if len(h) <= 60 else 2.55 if len(h) <= 300 else 1.7
        ax.plot(h, i, "o", color=colours.frontier, ms=size, mec="none", zorder=2.5)
    words = "frontier: best for k groups" if figure.clusters else "frontier"
    figure.handles.append(Line2D([], [], **line, **marker, label=words))
    if hull:
        figure.handles.append(Patch(fc=colours.hull, ec=colours.frontier, lw=0.5, label="concave hull"))


def _rings(figure: Figure, points: list[dict[str, Any]]) -> None:
    """Draw circles at the best groupings for k groups, which need not be on the frontier."""
    if len(points) > MOST_RINGS:
        points = _apart(figure, points)
    words = "highest explained variance" if figure.kind in ("quantizer", "mean") else "most information"
    words += " in k groups" + ("" if figure.meta.get("best") else ", on the frontier")
    h, i = [p["h"] for p in points], [p["i"] for p in points]
    figure.handles += figure.ax.plot(
        h, i, "o", mfc="none", mec=figure.colours.ring, ms=6.5, mew=0.8, zorder=2.6, label=words
    )
    figure.rings = points


def _apart(figure: Figure, points: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the groupings whose circles are apart from all that are returned before them."""
    gap = RING_GAP / 25.4 * figure.ax.figure.dpi
    places = figure.ax.transData.transform([(p["h"], p["i"]) for p in points])
    kept: list[int] = []
    for n, place in enumerate(places):
        if not kept or np.hypot(*(places[kept] - place).T).min() >= gap:
            kept.append(n)
    return [points[n] for n in kept]


def _held_out(figure: Figure, points: list[dict[str, Any]]) -> None:
    """Draw what held-out records say, and up to where they support more groups."""
    ax, colours, validation = figure.ax, figure.colours, figure.meta["validation"]
    foot = min(ax.get_ylim())
    mean, se = figure.held_out()
    shown = thinned(figure.h, mean)
    h, mean, se = figure.h[shown], mean[shown], se[shown]
    ax.fill_between(
        h, np.maximum(mean - se, foot), np.maximum(mean + se, foot), color=colours.held_band, lw=0, zorder=0.7
    )
    ax.plot(h, np.maximum(mean, foot), color=colours.held, lw=0.6, zorder=2.4)
    marks = [(p["h"], p["held_out"]) for p in points if p.get("held_out", foot) > foot]
    figure.marks += marks
    figure.curves.append(np.transpose([h, mean]))
    (line,) = ax.plot(
        *np.transpose(marks or np.empty((0, 2))), "D", mfc="none", mec=colours.held, color=colours.held,
        ms=4.2, mew=0.8, zorder=2.55, label="on held-out records, ± 1 se",
    )  # fmt: skip
    supported = f"supported up to here, and k ≤ {validation['clusters']}"
    if validation["clusters"] <= 1:
        supported = "no groups are supported"
    up_to = ax.axvline(
        validation["h"], color=colours.held, lw=0.6, dashes=(6.7, 3.3), zorder=2.35, label=supported
    )
    figure.handles += [line, up_to]


def _proof(figure: Figure) -> None:
    """Draw a band below what is proved, and the upper bound above what is not."""
    from matplotlib.lines import Line2D

    certificate = figure.meta.get("certificate")
    if not certificate:
        return
    ax, colours = figure.ax, figure.colours
    proved = [edge["certified"] for edge in certificate["edges"]]
    for edge in certificate["edges"]:
        ends = [edge["h_lo"], edge["h_hi"]]
        if edge["certified"]:
            ax.fill_between(
                ends, 0, BAND, color=colours.proof, lw=0, transform=ax.get_xaxis_transform(), zorder=0.8
            )
        else:
            h = np.linspace(edge["h_lo"], edge["h_hi"], 100)
            ax.plot(
                h,
                _bound(figure.meta, h, edge["h_hi"]),
                color=colours.ink,
                lw=0.6,
                ls=(0, (5, 2.7)),
                zorder=2.2,
            )
    if any(proved):
        figure.handles.append(Line2D([], [], color=colours.proof, lw=3, label="proved complete"))
    if not all(proved):
        figure.handles.append(
            Line2D([], [], color=colours.ink, lw=0.6, ls=(0, (5, 2.7)), label="upper bound")
        )


def _bound(meta: Mapping[str, Any], h: Array, end: float) -> Array:
    """Return the least upper bound on the information at entropies up to an end (docs/formats.md)."""
    problem = meta["problem"]
    lines = [(0.0, 1.0), (problem["ixy"], 0.0)]
    for edge in meta["certificate"]["edges"]:
        if end <= edge["h_hi"]:
            lines.append((problem["hy"] + sum(edge["dual"]), edge["slope"]))
    least: Array = np.min([start + slope * h for start, slope in lines], axis=0)
    return least


def _balanced(figure: Figure) -> None:
    """Draw lines at log2 k, the entropy of k groups of equal weight, with k at the top of the axes."""
    ax, low, high = figure.ax, *sorted(figure.ax.get_xlim())
    groups = [2]
    while np.log2(groups[-1] + 1) <= figure.h.max() and np.log2(1 + 1 / groups[-1]) > 0.0125 * (high - low):
        groups.append(groups[-1] + 1)
    at = np.log2(groups)
    words = "k groups" if figure.clusters else "entropy of k equal groups"
    lines = ax.vlines(
        at,
        0,
        1,
        transform=ax.get_xaxis_transform(),
        color=figure.colours.guide,
        lw=0.5,
        ls=(0, (1.2, 3.6)),
        zorder=0.9,
    )
    lines.set_label(words)
    figure.handles.append(lines)
    top = ax.secondary_xaxis("top")
    top.tick_params(length=0, pad=2, labelsize=SMALL)
    labelled = [0]
    for n in range(1, len(at)):
        if at[labelled[-1]] - at[n] < -0.032 * (high - low):
            labelled.append(n)
    top.set_xticks(at[labelled], [f"k={groups[n]}" if n == 0 else str(groups[n]) for n in labelled])


def _beyond(figure: Figure) -> str:
    """Say what is known of groupings beyond the frontier."""
    if (figure.meta.get("certificate") or {}).get("complete"):
        return "no grouping exists"
    if figure.meta["problem"].get("constraints"):
        return "none found within the constraints"
    return "no grouping found"


def finish(figure: Figure, title: str | None, explain: bool) -> Axes:
    """Write names, title and legend, and return the axes."""
    name(figure.ax, *figure.names(), figure.title() if title is None else title)
    if explain:
        legend(figure.ax, figure.new, figure.handles)
    if figure.rings:
        if figure.new:  # only then is it known what is beside the axes, and so how large they are
            figure.ax.figure.canvas.figure.draw_without_rendering()
        label_rings(figure.ax, figure.rings, figure.curves, marks=figure.marks, colour=figure.colours.ink)
    return figure.ax
