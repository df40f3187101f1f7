"""The exceptions and the warning of this package."""

from __future__ import annotations


class DibmapError(Exception):
    """The program could not do its work, as its line says."""


class InputError(DibmapError, ValueError):
    """The call or the data were wrong; the message says what, where, and what to do."""


class DibmapWarning(UserWarning):
    """What a person should know of a result, such as that the sample is small."""
