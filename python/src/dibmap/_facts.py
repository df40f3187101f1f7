"""Facts about a grouping that belong together."""

from __future__ import annotations

from typing import NamedTuple


class Range(NamedTuple):
    """A run of neighbours in the order of X.

    Attributes
    ----------
    text
        Its text, such as ``"18 - 24"``.
    low, high
        For a column of numbers: they are at least low and below high. None for an open end, and if X is
        not a column of numbers.
    """

    text: str
    low: float | None
    high: float | None


class Alternative(NamedTuple):
    """An alternative to the recommended grouping: H(Z) and I(Z;Y) in bits, and the number of clusters."""

    h: float
    i: float
    k: int


class Recommendation(NamedTuple):
    """Why a grouping is recommended.

    Attributes
    ----------
    rule
        A word for the rule that decided; ``"none"`` if there is nothing to group.
    reason
        The same in a sentence.
    coarser, finer
        The recommended groupings with fewer or more clusters, if they exist.
    """

    rule: str
    reason: str
    coarser: Alternative | None
    finer: Alternative | None


class Second(NamedTuple):
    """What a grouping tells about a second variable S, in bits.

    Attributes
    ----------
    name, aim
        Its name, and ``"leak"`` or ``"also"``.
    bits, of
        I(Z;S) and I(X;S) in the records that were mapped.
    corrected, p
        I(Z;S) corrected for the number of records, and the p-value of a permutation test, of counts.
    held_out, held_out_se
        I(Z;S) on records held out, of groupings that were found in its place, and its standard error.
    """

    name: str
    aim: str
    bits: float
    of: float
    corrected: float | None
    p: float | None
    held_out: float | None
    held_out_se: float | None
