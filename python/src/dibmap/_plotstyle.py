"""What all figures have in common: colours, axes, the legend and the places of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ._errors import DibmapError, InputError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

Array = npt.NDArray[Any]
Place = Literal["lower left", "lower right", "best"]

FRAME = 0.03
"""The room between the extreme points and the frame, as a part of the axis."""

BAND = 0.013
"""The height of the band that shows what is proved, as a part of the axis."""

SMALL = "x-small"
"""The size of the numbers of groups."""


@dataclass(frozen=True)
class Colours:
    """The colours of a figure, most of them those of Okabe and Ito, which differ for everybody."""

    paper: Any
    ink: Any
    beyond: Any
    hull: Any
    held_band: Any
    frontier: str
    ring: str
    proof: str
    held: str
    guide: str
    faint: str

    @classmethod
    def of(cls, ax: Axes) -> Colours:
        """Return the colours that suit axes, which may be dark."""
        from matplotlib.colors import to_rgb

        paper = np.array(to_rgb(ax.get_facecolor()))
        ink = np.array(to_rgb(ax.xaxis.label.get_color()))
        if dark := bool(paper @ (0.2126, 0.7152, 0.0722) < 0.4):
            lines = ["#56b4e9", "#e8823c", "#2cc295", "#cc79a7", "#9a9a9a", "#707070"]
        else:
            lines = ["#0072b2", "#d55e00", "#009e73", "#8a3d66", "#777777", "#b0b0b0"]

        def tint(colour: Any, part: float) -> Any:
            return tuple((1 - part) * paper + part * np.array(to_rgb(colour)))

        areas = [
            tint(ink, 0.12 if dark else 0.06),
            tint(lines[0], 0.3 if dark else 0.22),
            tint(lines[3], 0.3 if dark else 0.17),
        ]
        return cls(tuple(paper), tuple(ink), *areas, *lines)


def axes_for(ax: Axes | None, height: float = 4.33) -> tuple[Axes, bool]:
    """Return axes to draw on, and whether they are new: then in a figure of this height, in inches."""
    try:
        import matplotlib.pyplot as plt
        from matplotlib.axes import Axes
    except ImportError as error:
        raise DibmapError("plot needs matplotlib: pip install matplotlib") from error
    if ax is None:
        _, ax = plt.subplots(figsize=(6.3, height), layout="constrained")
        return ax, True
    if not isinstance(ax, Axes):
        raise InputError(
            f"ax must be axes of matplotlib, not {type(ax).__name__}: see matplotlib.pyplot.subplots"
        )
    return ax, False


def span(ax: Axes, h: Sequence[float], i: Sequence[float], leftward: bool) -> None:
    """Set the limits of axes, with room around what lies between the values given.

    What the axes show already stays in view.
    """
    fresh = not ax.has_data()
    for values, axis, room in [(h, ax.xaxis, FRAME), (i, ax.yaxis, 1.6 * FRAME)]:
        low, high = min(values), max(values)
        if high - low < 1e-9 * max(1, abs(low), abs(high)):
            high = low + max(1, abs(low))
        low, high = low - room * (high - low), high + room * (high - low)
        if not fresh:
            low, high = min(low, *axis.get_view_interval()), max(high, *axis.get_view_interval())
        if axis is ax.xaxis:
            ax.set_xlim(*((high, low) if leftward else (low, high)))
        else:
            ax.set_ylim(low, high)


def name(ax: Axes, x: str, y: str, title: str | None) -> None:
    """Name the axes; names of columns are not formulas, whatever signs of dollars they have."""
    ax.set_xlabel(x, parse_math=False)
    ax.set_ylabel(y, parse_math=False)
    if title:
        ax.set_title(title, parse_math=False)


def legend(ax: Axes, new: bool, handles: Sequence[Artist], place: Place = "lower left") -> None:
    """Explain what is drawn: below new axes, else at a place that is empty, as that corner of a frontier."""
    if new:
        figure = ax.get_figure()
        assert figure is not None
        columns = 3 if max(len(str(handle.get_label())) for handle in handles) < 28 else 2
        figure.legend(
            handles=handles, loc="outside lower center", ncols=columns, fontsize="small", frameon=False
        )
    else:
        ax.legend(handles=handles, loc=place, fontsize="small")
