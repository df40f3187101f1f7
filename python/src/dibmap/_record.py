"""What a frontier file holds."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arguments import separate
from ._changes import CLUSTERINGS, unpacked
from ._frames import frame
from ._values import Values


class Record:
    """The points of a frontier, and all else that its file holds."""

    def __init__(self, content: bytes, values: Mapping[str, Values] | None = None) -> None:
        self._content = content
        self._values = dict(values or {})
        if self._is_json:
            self._meta: dict[str, Any] = json.loads(content)
            del self._meta["points"]
        else:
            with np.load(io.BytesIO(content), allow_pickle=False) as archive:
                self._meta = json.loads(archive["meta.json"])

    @property
    def _is_json(self) -> bool:
        return self._content.startswith(b"{")

    @cached_property
    def _arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The points, which the program makes arrays if the file is JSON."""
        if self._is_json:
            self._content = self._as_arrays()
        with np.load(io.BytesIO(self._content), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files if name != "meta.json"}
        for array in arrays.values():
            array.flags.writeable = False
        return arrays

    @property
    def _sizes(self) -> set[int]:
        """The numbers of clusters of groupings that can be chosen by it."""
        points = self._meta.get("best", {}).get("points", [])
        return {point["k"] for point in points} or set(self.k.tolist())

    def _as_arrays(self) -> bytes:
        """Return the file in the format npz."""
        raise NotImplementedError

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
        if "assignment" not in self._arrays:  # a large frontier, of groupings as changes
            matrix = unpacked(self._arrays, len(self.labels))
            matrix.flags.writeable = False
            self._arrays["assignment"] = matrix
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
    def soft(self) -> npt.NDArray[np.float64] | None:
        """The curve of soft encoders: I(X;Z) and I(Z;Y) of its corners, in bits; None if not computed.

        Its shape is (corners, 2).
        """
        curve = self.meta.get("soft")
        return curve and np.array([[point["rate"], point["i"]] for point in curve["points"]])

    @property
    def validation(self) -> dict[str, Any] | None:
        """Which records were held out, and what they support, if some were."""
        return self.meta.get("validation")

    @property
    def points(self) -> Any:
        """All points as a data frame of pandas or, without it, of polars; one row a point.

        The columns are `h`, `i`, `k`, `ties`, `prominence` and `kink`, and `dh`, `di`, `cov`, `robust`,
        `held_out` and `held_out_se` where they were computed. `leak` or `also` is what a grouping tells
        about a second variable, in bits.
        """
        columns = {name: array for name, array in self._arrays.items() if name not in CLUSTERINGS}
        return frame(columns, "the arrays h, i and k")

    @property
    def best(self) -> Any:
        """The most informative grouping of each number of clusters, whatever its H(Z), as a data frame.

        The columns are those of `points` that apply, and `exact`: whether no grouping tells more.
        """
        points = self._meta.get("best", {}).get("points", [])
        keys = [key for key in (points[0] if points else ()) if key not in (*CLUSTERINGS, "exact")]
        columns = {key: [point[key] for point in points] for key in keys}
        columns["exact"] = [point.get("exact", False) for point in points]
        return frame(columns, "the member best of meta")

    @property
    def per_k(self) -> Any:
        """The groupings that are Pareto-optimal within their number of clusters, as a data frame.

        The columns are `k`, `h`, `i`, `ties` and `on_frontier`, by increasing k and h. Of a frontier that was
        not mapped with `per_k`, they are its points. ``meta["per_k"]["exact"]`` is true if none is missing.
        """
        others = self._meta.get("per_k", {}).get("points", [])
        names = ("k", "h", "i", "ties")
        columns = {
            name: np.concatenate([self._arrays[name], [point[name] for point in others]]).astype(
                self._arrays[name].dtype
            )
            for name in names
        }
        columns["on_frontier"] = np.arange(len(self) + len(others)) < len(self)
        order = np.lexsort((columns["h"], columns["k"]))
        return frame({name: values[order] for name, values in columns.items()}, "the member per_k of meta")

    @property
    def second(self) -> Any:
        """The groupings that are Pareto-optimal in H(Z) and what they tell about Y and a second variable.

        A data frame of a frontier mapped with `leak` or `also`, by increasing k, h and i; otherwise None. A
        grouping is compared with those of the same number of groups. The columns are `k`, `h`, `i`, and
        `leak` or `also`, in bits. If records were held out, there are `held_out`, `held_out_se`, and the same
        for the second variable, such as `leak_held_out`.
        ``meta["second"]["exact"]`` is true if none is missing.
        """
        found = self._meta.get("second")
        if found is None:
            return None
        aim, points = found["aim"], found["points"]
        columns = {name: [p[name] for p in points] for name in ("k", "h", "i")} | {
            aim: [p["s"] for p in points]
        }
        if any("held_out" in p for p in points):
            for name, key in {"held_out": "i", "held_out_se": "i_se"}.items():
                columns[name] = [p.get("held_out", {}).get(key, np.nan) for p in points]
                columns[f"{aim}_{name}"] = [p.get("held_out", {}).get("s" + key[1:], np.nan) for p in points]
        return frame(columns, 'meta["second"]')

    def _columns(self, role: str) -> list[str]:
        """Return the columns of X, of Y, of counts or of the second variable that were mapped."""
        if role == "second":
            return separate(self._meta.get("second", {}).get("name")) if self._columns("x") else []
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

    def __len__(self) -> int:
        return len(self.h)

    def __repr__(self) -> str:
        found = "proved complete" if self.complete else f"search ended: {self.status}"
        return f"Frontier({len(self)} points of {len(self.labels)} values of {self.x or 'X'}, {found})"

    def __eq__(self, other: object) -> bool:
        """Tell whether files of two frontiers would say the same, but for how long the search took."""
        return self._said() == other._said() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _said(self) -> tuple[Any, ...]:
        search = {key: value for key, value in self._meta["search"].items() if key != "seconds"}
        arrays = {name: array.tobytes() for name, array in self._arrays.items()}
        return {**self._meta, "search": search}, arrays

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._content, self._values)
