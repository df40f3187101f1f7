"""How far the program is, and the bar that shows it."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

SHORT = 1.0
"""The seconds after which a run is long enough to show a bar."""


@dataclass(frozen=True)
class Progress:
    """How far a search, a proof or another stage of the work is.

    Attributes
    ----------
    stage
        The name of the current stage, such as ``"proof"``.
    done
        The share of the stage that is done, from 0 to 1; 0 while nothing is known.
    points
        How many points the search has found.
    seconds
        The time since the search began, in seconds.
    left
        The time until the stage is done, in seconds, or None without an estimate within a factor of two.
    text
        The text for people, such as ``"24 %, 1,774 points"``.
    """

    stage: str
    done: float
    points: int
    seconds: float
    left: float | None
    text: str

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Progress:
        """Return what a message of the program says."""
        return cls(**{name: message.get(name) for name in cls.__dataclass_fields__})  # type: ignore[arg-type]

    def __str__(self) -> str:
        """Return the stage and how far it is, as the program shows it."""
        return f"{self.stage}: {self.text}"


OnProgress = Callable[[Progress], object]
"""What is called with the progress of a run."""


class Bar:
    """A bar of tqdm, where that is installed, that comes up if a run is not short."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._missing = False

    def __call__(self, progress: Progress) -> None:
        """Show progress."""
        if self._missing or progress.seconds < SHORT:
            return
        if self._bar is None:
            try:
                # Without ipywidgets, the bar of a notebook is text; tqdm.auto would warn of it.
                widgets = "ipykernel" in sys.modules and importlib.util.find_spec("ipywidgets")
                tqdm = importlib.import_module("tqdm.auto" if widgets else "tqdm").tqdm
            except ImportError:
                self._missing = True
                return
            # A log is not filled with bars. The stream of a notebook is no terminal and shows them.
            disable = False if "ipykernel" in sys.modules else None
            layout = "{desc}: {percentage:3.0f}%|{bar}|{postfix}"
            self._bar = tqdm(total=100, leave=False, disable=disable, bar_format=layout)
        self._bar.n = round(100 * progress.done)
        self._bar.set_description_str(progress.stage, refresh=False)
        self._bar.set_postfix_str(progress.text, refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


@contextlib.contextmanager
def shown(on_progress: OnProgress | None) -> Iterator[OnProgress]:
    """Lend what is called with the progress of a run: a bar, if the caller has nothing."""
    if on_progress is not None:
        yield on_progress
        return
    with contextlib.closing(Bar()) as bar:
        yield bar
