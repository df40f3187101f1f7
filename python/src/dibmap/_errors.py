"""The exceptions and the warning of this package, and the words of their messages."""

from __future__ import annotations

import json
import re
import sys
import warnings

_FRAMEWORKS = {"dibmap", "sklearn", "joblib", "threading", "concurrent", "contextlib"}
"""Packages whose lines a person did not write; a warning names the line that called them."""


class DibmapError(Exception):
    """The program could not do its work, as its line says.

    Attributes
    ----------
    output
        The standard output of the program up to the failure.
    """

    output: bytes = b""


class InputError(DibmapError, ValueError):
    """The call or the data were wrong; the message says what, where, and what to do."""


class DibmapWarning(UserWarning):
    """A note about a result, such as that the sample is small."""


def warn(message: str) -> None:
    """Warn of something; the warning names the line outside of this package that led to it."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in _FRAMEWORKS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DibmapWarning, stacklevel=level)


_SEE_HELP = re.compile(r"; see '[^']*--help'$")
_PRIVATE_FILE = re.compile(r"[^\s\"']*[/\\]dibmap-\w{8}\.python[/\\](\w+)(?:\.\w+)*")
_STANDARD_INPUT = re.compile(r"^(?:stdin|-)(?=:)|^stdin(?= )")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COLUMN = r"""(type|part) (?:'([^'=]+)=([\w-]+)'|([^\s'"=]+)=([\w-]+))"""
_TEXT = r"""(na|decimal|date-format) (?:'([^']*)'|([^\s']+))"""
_FLAG = re.compile(rf"{_QUOTED}|(?<![\w-])--(?:{_COLUMN}|{_TEXT}(?=,? or |$)|([a-z][a-z0-9-]*)=?)")
_OTHER_NAMES = {
    "symmetric": 'problem="symmetric"',
    "fast": "prove=False",
    "from": "start=",
    "fold": "validate=",
    "test": "validate=",
    "order-file": "order=",
    "for": "purpose=",
}
"""Arguments that do not have the name of their flag."""


def translated(message: str) -> str:
    """Return a message of the program in the terms of this package.

    Flags become arguments, standard input the data, and files in a private folder what they hold.
    What the message quotes stays as it is.

    >>> translated("stdin: --bins-x is wrong; see 'dibmap map --help'")
    'data: bins_x= is wrong'
    >>> translated("the texts of zip are a category: add --type zip=number")
    'the texts of zip are a category: add type={"zip": "number"}'
    >>> translated("prices may have a decimal comma: add --decimal ,")
    'prices may have a decimal comma: add decimal=","'
    >>> translated('--seed is "a": want a whole number')
    'seed= is "a": want a whole number'
    """
    message = _SEE_HELP.sub("", message)
    message = _PRIVATE_FILE.sub(r"the \1", message)
    message = _STANDARD_INPUT.sub("data", message)
    return _FLAG.sub(_argument, message)


def _argument(m: re.Match[str]) -> str:
    """Return the argument for a matched flag, and what is quoted as it is."""
    if m[1]:
        return f'{m[1]}={{"{m[2] or m[4]}": "{m[3] or m[5]}"}}'
    if m[6]:
        return f"{m[6].replace('-', '_')}={json.dumps(m[7] or m[8], ensure_ascii=False)}"
    return _OTHER_NAMES.get(m[9], m[9].replace("-", "_") + "=") if m[9] else m[0]
