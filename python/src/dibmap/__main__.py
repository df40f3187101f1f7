"""The command ``dibmap``, which is the program that the package holds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import NoReturn

from ._errors import DibmapError
from ._program import path


def main() -> NoReturn:
    """Run the program in the place of this process, with its arguments."""
    try:
        program = path()
    except DibmapError as error:
        sys.exit(f"dibmap: {error}")
    command = [str(program), *sys.argv[1:]]
    if sys.platform == "win32":  # where a process cannot become another one
        signal.signal(signal.SIGINT, lambda *_: None)  # it reaches the program, which decides
        sys.exit(subprocess.call(command))
    os.execv(program, command)


if __name__ == "__main__":
    main()
