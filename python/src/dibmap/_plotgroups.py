"""Figures of groups in matplotlib: what each says about Y, and how much the best groupings keep.

The program decides what is shown, and in which words: these are the numbers of ``dibmap plot -o FILE.json``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._plotstyle import SMALL, Colours, axes_for, legend, name

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

Numbers = Mapping[str, Any]

MOST_ROWS = 40
"""Of more groups, the last row sums up those with the smallest shares."""

ROOM, BAR = 0.08, 0.5
"""The room between axes and the bars of shares, and the length of the longest, in inches."""

HUES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#808080", "#c8b820"]
"""The colours of values of Y, as ``dibmap plot`` has them."""


def groups(shown: Numbers, ax: Axes | None, title: str | None, explain: bool) -> Axes:
    """Draw the groups of a grouping: a row for each from the top, with a bar for its share at the right."""
    rows = _rows(shown)
    apart = shown["kind"] == "apart"
    ax, new = axes_for(ax, min(9.0, 1.7 + (0.62 if apart else 0.26) * (len(rows) + (shown["kind"] == "mix"))))
    colours = Colours.of(ax)
    name(ax, shown["axis"], shown["x"], None)
    _title(ax, new, shown["title"] if title is None else title)
    handles: list[Artist] = []
    if shown["kind"] == "mix":
        rows = [*rows, {"values": [shown["all"]], "share": None, "mix": shown["mix"]}]
        handles = _mix(ax, rows, shown["mixed"])
    elif apart:
        _apart(ax, rows, colours)
    elif shown["kind"] != "none":
        handles = _dots(ax, rows, shown, colours)
    else:
        ax.set_xticks([])
    _shares(ax, rows, colours)
    ax.set_yticks(range(len(rows)), [_listed(row["values"]) for row in rows], parse_math=False)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    if explain and handles:
        legend(ax, new, handles, "best")
    return ax


def kept(shown: Numbers, ax: Axes | None, title: str | None, explain: bool) -> Axes:
    """Draw how much the best groupings keep, against their number of groups."""
    from matplotlib.ticker import MaxNLocator

    ax, new = axes_for(ax)
    colours, points = Colours.of(ax), shown["points"]
    k, i = [point["k"] for point in points], [point["i"] for point in points]
    name(ax, shown["x"], shown["y"] + (", in %" if shown["percent"] else ""), None)
    _title(ax, new, shown["title"] if title is None else title)
    top = max(*i, 100.0 if shown["percent"] else 0.0)
    handles = ax.plot(k, i, "o-", color=colours.frontier, ms=3.5, lw=1, label=shown["best"])
    if shown.get("held_out"):
        held = np.array([[p["held_out"], p["held_out_se"]] for p in points], float).T
        ax.fill_between(k, held[0] - held[1], held[0] + held[1], color=colours.held_band, lw=0, zorder=0.7)
        handles += ax.plot(k, held[0], color=colours.held, lw=1, label=shown["held_out"])
    if shown["most"] is not None and shown["most"] >= k[0]:
        handles.append(
            ax.axvline(shown["most"], color=colours.held, lw=0.6, ls=(0, (5, 3)), label=shown["supported"])
        )
    chosen = (shown["k"], next(p["i"] for p in points if p["k"] == shown["k"]))
    handles += ax.plot(
        *chosen, "o", mfc="none", mec=colours.ring, ms=9, mew=1.1, zorder=2.6, label=shown["recommended"]
    )
    ax.set_ylim(-0.03 * top, 1.04 * top)
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    if explain:
        legend(ax, new, handles, "lower right")
    return ax


def _rows(shown: Numbers) -> list[dict[str, Any]]:
    """Return the rows that are drawn."""
    rows: list[dict[str, Any]] = list(shown["groups"])
    if len(rows) <= MOST_ROWS or any(row["share"] is None for row in rows):
        return rows
    order = np.argsort([-row["share"] for row in rows], kind="stable")
    drawn, rest = sorted(order[: MOST_ROWS - 1]), [rows[n] for n in order[MOST_ROWS - 1 :]]
    return [
        *(rows[n] for n in drawn),
        {"values": [f"{len(rest)} more groups"], "share": sum(row["share"] for row in rest), "value": None},
    ]


def _dots(ax: Axes, rows: Sequence[Numbers], shown: Numbers, colours: Colours) -> list[Artist]:
    """Draw a dot with an interval for each row, and a line at the value of all records."""
    handles: list[Artist] = []
    at = [n for n, row in enumerate(rows) if row["value"] is not None]
    value = np.array([rows[n]["value"] for n in at], float)
    # A value without an interval has none to either side.
    low, high = (np.array([rows[n][end] for n in at], float) for end in ("low", "high"))
    ends = np.nan_to_num([value - low, high - value])
    bars = ax.errorbar(
        value, at, xerr=ends, fmt="o", ms=5, lw=1, color=colours.frontier, zorder=2.5, label=shown["dots"]
    )
    handles.append(bars)  # type: ignore[arg-type]
    if shown["whole"] is not None:
        handles.append(
            ax.axvline(shown["whole"], color=colours.ink, lw=0.6, ls=(0, (4, 3)), label=shown["all"])
        )
    return handles


def _mix(ax: Axes, rows: Sequence[Numbers], mixed: Sequence[str]) -> list[Artist]:
    """Draw the distribution of Y in each row."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Patch

    parts = [[*row["mix"], 0.0] if row.get("mix") else [0.0] * (len(mixed) + 1) for row in rows]
    ends = np.cumsum(parts, axis=1)
    ax.set_xlim(0, 100)
    width = ax.get_window_extent().width / ax.get_figure(root=True).dpi * 72 / 100  # type: ignore[union-attr]
    for m, label in enumerate(mixed):
        colour = HUES[m % len(HUES)]
        left, size = ends[:, m] - [part[m] for part in parts], [part[m] for part in parts]
        ax.barh(range(len(rows)), size, 0.72, left, color=colour, ec=ax.get_facecolor(), lw=0.6)
        light = np.dot(np.array(to_rgb(colour)) ** 2.2, (0.2126, 0.7152, 0.0722)) > 0.18
        for n, share in enumerate(size):
            said = next(
                (s for s in (f"{label} {share:.0f}", f"{share:.0f}") if 6 * len(s) < width * share), None
            )
            if said and share > 0:
                ax.text(
                    left[n] + share / 2, n, said, ha="center", va="center", fontsize=SMALL,
                    color="black" if light else "white", parse_math=False,
                )  # fmt: skip
    return [Patch(fc=HUES[m % len(HUES)], label=label) for m, label in enumerate(mixed)]


def _apart(ax: Axes, rows: Sequence[Numbers], colours: Colours) -> None:
    """Draw the values of Y that set each row apart: more frequent ones to the right, others to the left."""
    most = 1e-9
    for n, row in enumerate(rows):
        for side in (1, -1):
            telling = [a for a in row.get("apart") or [] if side * (a["share"] - a["overall"]) > 0]
            for line, of in enumerate(telling):
                step, at = of["share"] - of["overall"], n + 0.26 * (line - 1)
                ax.barh(at, step, 0.16, color=colours.frontier if side > 0 else colours.faint)
                ax.annotate(
                    f"{of['y']} {of['share']:.0f} %", (step, at), (4 * side, 0), textcoords="offset points",
                    ha="left" if side > 0 else "right", va="center", fontsize=SMALL, parse_math=False,
                )  # fmt: skip
                most = max(most, abs(step))
    ax.axvline(0, color=colours.ink, lw=0.6, ls=(0, (4, 3)))
    ax.set_xlim(-1.7 * most, 1.7 * most)
    ax.xaxis.set_major_formatter(lambda v, _: f"{v:+.0f} %" if v else "0 %")


def _shares(ax: Axes, rows: Sequence[Numbers], colours: Colours) -> None:
    """Draw the share of each row to the right of the axes, with the number of its records."""
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    known = [row["share"] for row in rows if row["share"] is not None]
    if not known:
        return
    figure = ax.get_figure(root=True)
    assert figure is not None
    # In inches from the frame.
    beside = figure.dpi_scale_trans + ScaledTranslation(1, 0, ax.transAxes)  # type: ignore[arg-type]
    at = blended_transform_factory(beside, ax.transData)
    for n, row in enumerate(rows):
        if row["share"] is None:
            continue
        length = BAR * row["share"] / max(known)
        ax.add_patch(Rectangle((ROOM, n - 0.3), length, 0.6, fc=colours.faint, transform=at, clip_on=False))
        said = f"{100 * row['share']:.{1 if row['share'] < 0.01 else 0}f} %"
        said += f" ({row['records']:,.0f})" if row.get("records") is not None else ""
        ax.text(1.5 * ROOM + length, n, said, va="center", fontsize=SMALL, transform=at)
    head = blended_transform_factory(beside, ax.transAxes)
    ax.text(ROOM, 1, "share of records", va="bottom", fontsize=SMALL, transform=head)


def _listed(values: Sequence[str], most: int = 34) -> str:
    """Return the first of some values that have room, and how many others there are."""
    text = textwrap.shorten(values[0], most, placeholder="…") if len(values[0]) > most else values[0]
    for n, value in enumerate(values[1:], 1):
        rest = len(values) - n - 1
        more = f"{text}, {value}"
        if len(more) + (len(f" +{rest}") if rest else 0) > most:
            return f"{text} +{rest + 1}"
        text = more
    return text


def _title(ax: Axes, new: bool, text: str) -> None:
    """Write the title in lines that have room, over all of a new figure or else over the axes."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    wide = figure.get_figwidth() if new else ax.get_window_extent().width / figure.dpi
    lines = textwrap.fill(
        text.replace(" %", "\u00a0%"), max(20, int(2 * 72 * wide / float(ax.title.get_fontsize())))
    )
    if new:
        figure.suptitle(lines, fontsize=ax.title.get_fontsize(), parse_math=False)
    else:
        ax.set_title(lines, parse_math=False)
