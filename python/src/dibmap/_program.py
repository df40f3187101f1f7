"""Running the program that the package holds.

Everything that dibmap computes is computed by one static program, which the wheel carries in
``dibmap/_bin``. A call of this package is one run of it: data go in through its standard input,
results come back through its standard output or a file in a private temporary folder, and
messages through its standard error.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ._errors import DibmapError, DibmapWarning, InputError

INTERRUPT: int = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
"""What ends a search so that it writes what it has."""

Writer = Callable[[IO[bytes]], None]
"""A function that writes what the program reads from its standard input."""


def path() -> Path:
    """Return the path of the program, which is in this package and nowhere else."""
    program = Path(__file__).parent / "_bin" / ("dibmap.exe" if os.name == "nt" else "dibmap")
    if not program.is_file():
        raise DibmapError(f"the program is missing from {program.parent}: install the package again")
    return program


@dataclass(frozen=True)
class Result:
    """What a run of the program left."""

    output: bytes
    interrupted: bool


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a private folder for files that go to the program or come from it; it is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="dibmap-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def run(
    arguments: Sequence[str | os.PathLike[str]],
    *,
    write: Writer | None = None,
    on_progress: Callable[[str], None] | None = None,
    keeps: bool = False,
) -> Result:
    """Run the program and return what it wrote to standard output.

    Parameters
    ----------
    arguments
        The command and its flags.
    write
        Writes the standard input, in a thread of its own.
    on_progress
        Is called with what the program says of its progress.
    keeps
        Whether an interrupted run still writes a result. Then the first KeyboardInterrupt is
        passed on to the program, whose result is returned; a second one ends it.

    Raises
    ------
    InputError
        The call or the data were wrong.
    DibmapError
        The work failed.
    """
    process = subprocess.Popen(
        [path(), *arguments],
        stdin=subprocess.PIPE if write else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A signal from the terminal reaches Python only, which decides what becomes of it.
        start_new_session=os.name != "nt",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    return _Run(process, write, on_progress, keeps).wait()


class _Run:
    """A run under way: a thread for each stream, whose events the caller's thread takes up."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        write: Writer | None,
        on_progress: Callable[[str], None] | None,
        keeps: bool,
    ) -> None:
        self.process, self.on_progress, self.keeps = process, on_progress, keeps
        self.interrupted = False
        self.output = b""
        self.failure: BaseException | None = None
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.messages: list[str] = []
        tasks = [self._read, self._listen] + ([lambda: self._feed(write)] if write else [])
        self.threads = [threading.Thread(target=task, daemon=True) for task in tasks]
        for thread in self.threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.output = self.process.stdout.read()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def _feed(self, write: Writer) -> None:
        assert self.process.stdin is not None
        try:
            with self.process.stdin as stream:
                write(stream)
        except BrokenPipeError:
            pass  # the program has ended, and says why
        except BaseException as error:
            self.failure = error
            self.process.kill()

    def wait(self) -> Result:
        """Wait for the end, pass messages on, and clean up whatever happens."""
        try:
            while (line := self._next()) is not None:
                self._take(line)
            code = self.process.wait()
            for thread in self.threads:
                thread.join()
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        if self.failure is not None:
            raise self.failure
        if code != 0:
            message = self.messages[-1] if self.messages else f"the program ended with exit code {code}"
            raise (InputError if code == 2 else DibmapError)(message)
        for message in self.messages:
            warnings.warn(message, DibmapWarning, stacklevel=4)
        return Result(self.output, self.interrupted)

    def _next(self) -> str | None:
        while True:
            try:
                return self.lines.get(timeout=0.1 if sys.platform == "win32" else None)
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                if not self.keeps or self.interrupted:
                    raise
                self.interrupted = True
                self.process.send_signal(INTERRUPT)

    def _take(self, line: str) -> None:
        text = line.removeprefix("dibmap: ").removeprefix("note: ")
        self.messages.append(text)
