"""The page to explore a frontier with, in a notebook or in the browser."""

from __future__ import annotations

import atexit
import html
import os
import shutil
import sys
import webbrowser
from functools import cache
from pathlib import Path

from ._errors import warn
from ._program import private


class Page:
    """A web page to explore a frontier with, in one text that needs neither other files nor a network.

    A notebook shows it in a frame that has no access to the notebook.

    Attributes
    ----------
    html : str
        The page.
    height : int
        The height of the frame, in pixels.
    """

    def __init__(self, text: str, height: int) -> None:
        self.html = text
        self.height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def open(self) -> None:
        """Open the page in the browser, from a file that is removed when Python ends."""
        file = _folder(os.getpid()) / f"page-{os.urandom(4).hex()}.html"
        self.save(file)
        if not webbrowser.open(file.as_uri()):
            warn("no browser was found: save the page by explore(open=False).save('page.html')")

    def __repr__(self) -> str:
        return f"Page({len(self.html):,} characters of HTML)"

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts allow-downloads" '
            f'title="The frontier" style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


def in_notebook() -> bool:
    """Report whether a notebook shows the result of a call."""
    # IPython is there already if a notebook is, so that it need not be imported.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")


@cache
def _folder(process: int) -> Path:
    """Return the folder of this process for pages that a browser reads; it goes when Python ends."""
    place, _ = private()  # until the process ends

    def remove() -> None:
        if os.getpid() == process:  # a process that was forked has folders of its own
            shutil.rmtree(place, ignore_errors=True)

    atexit.register(remove)
    return place
