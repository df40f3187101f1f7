"""Labels of the program as values of the column that they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Values:
    """How the labels of a variable become values again; it can be pickled.

    Attributes
    ----------
    kind
        What the values were: ``"str"``, ``"int"``, ``"float"``, ``"bool"``, ``"date"`` and so on.
    """

    kind: str = "str"

    def of(self, labels: Sequence[str]) -> list[Any]:
        """Return the values of labels."""
        if self.kind == "int":
            return [int(label) for label in labels]
        return list(labels)
