"""A frontier and its groupings."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._program import folder, run


class Frontier:
    """Every Pareto-optimal grouping that was found of the values of X."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            self._arrays: dict[str, npt.NDArray[Any]] = {
                name: archive[name] for name in archive.files if name != "meta.json"
            }
            self._meta: dict[str, Any] = json.loads(archive["meta.json"])

    @property
    def h(self) -> npt.NDArray[np.float64]:
        """H(Z) of every point, in bits."""
        return self._arrays["h"]

    @property
    def i(self) -> npt.NDArray[np.float64]:
        """I(Z;Y) of every point, in bits."""
        return self._arrays["i"]

    @property
    def k(self) -> npt.NDArray[np.int32]:
        """The number of groups of every point."""
        return self._arrays["k"]

    def _ask(self, command: str, *arguments: str) -> bytes:
        with folder() as place:
            file = place / "frontier.npz"
            file.write_bytes(self._content)
            return run([command, file, *arguments]).output


def load(path: str | Path) -> Frontier:
    """Read a frontier file."""
    return Frontier(Path(path).read_bytes())
