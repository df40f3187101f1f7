"""Running the program that the package holds.

Everything that dibmap computes is computed by one static program, which the wheel carries in
``dibmap/_bin``. A call of this package is one run of it: data go in through its standard input,
results come back through its standard output or a file in a private temporary folder, and
messages through its standard error, a JSON object a line.

Three threads serve the streams of a run, and the thread that called waits for their events, so
that a KeyboardInterrupt finds it where it can act. If this process is killed, the program notices
that nobody takes its signs of life, and ends.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

from ._errors import DibmapError, InputError, translated, warn
from ._progress import OnProgress, Progress, shown

INTERRUPT: int = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
"""What ends a search so that it writes what it has."""

WRONG_CALL = 2
"""The exit code of a wrong call or wrong data. A Go program that crashed has the same."""

PIPE_SIZE = 1 << 20
"""The bytes that the pipe to the program holds, if the system grants so many."""

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
    """What a run of the program left.

    Attributes
    ----------
    output
        What it wrote to standard output.
    interrupted
        Whether a KeyboardInterrupt ended it early.
    """

    output: bytes
    interrupted: bool


_PRIVATE = re.compile(r"dibmap-\w{8}\.python")
"""The names of private folders."""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a private folder for files that go to the program or come from it; it is removed at the end.

    A tempfile.TemporaryDirectory would also be removed at the exit of a forked process.
    """
    place, lock = private()
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def private() -> tuple[Path, int | None]:
    """Make a private folder, and return it with its lock, which is None where there are none.

    The system gives the lock back when the process ends, however it ends. Whoever finds
    the folder without one then removes it.
    """
    _sweep(tempfile.gettempdir())
    while True:
        place = tempfile.mkdtemp(prefix="dibmap-", suffix=".python")
        lock, free = _locked(place)
        if free or (lock is None and os.path.isdir(place)):
            return Path(place), lock
        if lock is not None:  # somebody has found it before it was locked, and removes it
            os.close(lock)


@cache
def _sweep(parent: str) -> None:
    """Remove the private folders of processes of this user that were killed, once in a process."""
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if not _PRIVATE.fullmatch(entry.name):
                continue
            lock, free = _locked(entry.path)
            if free:
                shutil.rmtree(entry.path, ignore_errors=True)
            if lock is not None:
                os.close(lock)


def _locked(place: str) -> tuple[int | None, bool]:
    """Lock a folder of this user, and tell whether it is still there and no other process has locked it."""
    try:
        import fcntl

        lock = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (ImportError, OSError):
        return None, False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        free = os.path.samestat(os.fstat(lock), os.lstat(place)) and os.fstat(lock).st_uid == os.getuid()
    except (BlockingIOError, FileNotFoundError):
        return lock, False
    except OSError:  # the file system has no locks
        os.close(lock)
        return None, False
    return lock, free


def run(
    arguments: Sequence[str | os.PathLike[str]],
    *,
    write: Writer | None = None,
    on_progress: OnProgress | None = None,
    keeps: bool = False,
    tell: Callable[[str], object] = warn,
) -> Result:
    """Run the program and return what it wrote to standard output.

    Its notes and warnings become a `DibmapWarning` each, unless something else takes them.

    Parameters
    ----------
    arguments
        The command and its flags.
    write
        Writes the standard input, in a thread of its own.
    on_progress
        Is called with the `Progress` of the run, in the thread of the caller. By default, tqdm
        shows a bar if it is installed and the run takes more than a second.
    keeps
        Whether an interrupted run still writes a result. Then the first KeyboardInterrupt is
        passed on to the program, whose result is returned; a second one ends it.

    Raises
    ------
    InputError
        The call or the data were wrong.
    DibmapError
        The work failed.
    KeyboardInterrupt
        The run was interrupted, and there is no result.
    """
    with shown(on_progress) as call:
        ended = _Run(_start(arguments, write is not None), call, keeps).wait(write)
    for message in ended.messages:
        tell(message)
    if ended.interrupted and not any(message.startswith("interrupted") for message in ended.messages):
        warn("interrupted: the result is what was found until then")
    return Result(ended.output, ended.interrupted)


def _start(arguments: Sequence[str | os.PathLike[str]], feeds: bool) -> subprocess.Popen[bytes]:
    """Start the program."""
    program = path()
    try:
        process = subprocess.Popen(
            [program, "--messages", "json", *arguments],
            stdin=subprocess.PIPE if feeds else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A signal from the terminal reaches Python only, which decides what becomes of it.
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0) * (sys.stdin is None),
        )
    except ValueError as error:  # a character that no argument can hold
        raise InputError(f"a name or another argument has a character with the code 0: {error}") from None
    except OSError as error:
        if error.errno == errno.E2BIG:
            raise InputError("the arguments are too long: name fewer columns, or shorten them") from None
        reason = error.strerror or str(error)
        message = f"{program} cannot be run: {reason}; install the package for this system"
        raise DibmapError(message) from error
    if process.stdin is not None:
        _widen(process.stdin)
    return process


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold as much as Linux grants everybody, so that processes change places less often."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)


_live: dict[subprocess.Popen[bytes], int] = {}
"""The programs that run, and the thread that waits for each."""


def _forget() -> None:
    """Let go of the pipes of programs that belong to the process that was forked.

    Otherwise a program would wait for its input to end as long as the forked process lives.
    """
    for process in _live:
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None and not stream.closed:
                nothing = os.open(os.devnull, os.O_RDWR)
                os.dup2(nothing, stream.fileno())
                os.close(nothing)
    _live.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class _Run:
    """A run under way: a thread for each stream, whose events the caller's thread takes up."""

    def __init__(self, process: subprocess.Popen[bytes], on_progress: OnProgress, keeps: bool) -> None:
        self.process, self.on_progress, self.keeps = process, on_progress, keeps
        self.interrupted = False
        self.output = b""
        self.messages: list[str] = []
        self.error: DibmapError | None = None
        self.crash: list[str] = []
        self.failure: BaseException | None = None
        self.events: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()

    def wait(self, write: Writer | None) -> _Run:
        """Serve the streams until the program ends, and leave nothing whatever happens."""
        tasks = [self._read, self._listen] + ([lambda: self._feed(write)] if write else [])
        threads = [threading.Thread(target=task, daemon=True) for task in tasks]
        try:
            _live[self.process] = threading.get_ident()
            for thread in threads:
                thread.start()
            self._attend()
            self.process.wait()
            for thread in threads:
                thread.join()
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            _live.pop(self.process, None)
            for thread, stream in zip(threads, (self.process.stdout, self.process.stderr), strict=False):
                if thread.ident is not None:
                    thread.join()
                _close(stream)
            # The thread that writes closes its stream by itself, as soon as it is not busy.
            if write and threads[-1].ident is None:
                _close(self.process.stdin)
        self._judge()
        return self

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.output = self.process.stdout.read()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                self.crash.append(line.decode("utf-8", "replace").strip())
            elif "alive" not in message:
                self.events.put(message)
        self.events.put(None)

    def _feed(self, write: Writer) -> None:
        assert self.process.stdin is not None
        try:
            with self.process.stdin as stream:
                write(stream)
        except BaseException as error:
            if not _broken(error):
                self.failure = error
                self.process.kill()

    def _attend(self) -> None:
        """Take up events until there are no more, and interrupts."""
        more = True
        while more:
            try:
                more = self._next()
            except KeyboardInterrupt:
                if not self.keeps or self.interrupted:
                    raise
                try:
                    self.process.send_signal(INTERRUPT)
                except OSError:  # Windows needs a console for it
                    raise KeyboardInterrupt from None
                self.interrupted = True

    def _next(self) -> bool:
        """Take up the next event, and tell whether there may be more."""
        try:
            # Windows does not wake a thread for a signal.
            message = self.events.get(timeout=0.1 if os.name == "nt" else None)
        except queue.Empty:
            return True
        if message is None:
            return False
        if "error" in message:
            kind = InputError if message.get("exit") == WRONG_CALL else DibmapError
            self.error = kind(translated(message["error"]))
        elif "note" in message or "warning" in message:
            self.messages.append(translated(message.get("note") or message["warning"]))
        elif "progress" in message and self.events.empty():  # otherwise it is out of date
            self.on_progress(Progress.of(message["progress"]))
        return True

    def _judge(self) -> None:
        """Raise what went wrong."""
        code = self.process.returncode
        if self.failure is not None:
            raise self.failure
        if code == 0:
            return
        if self.interrupted:
            raise KeyboardInterrupt from self.error
        error = self.error or DibmapError(_ending(code, self.crash))
        error.output = self.output
        raise error


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


def _broken(error: BaseException | None) -> bool:
    """Tell whether an error says that the program does not read on, for which it has its reasons.

    Libraries that write have errors of their own around that of the system.
    """
    while error is not None:
        # Windows calls a broken pipe an invalid argument.
        if isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.EINVAL):
            return True
        if "Broken pipe" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _ending(code: int, crash: list[str]) -> str:
    """Say how a program ended that did not say so itself."""
    said = f": {crash[0]}" if crash else ""
    if code >= 0:
        return f"the program ended with the exit code {code}{said}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    if name == "SIGKILL":
        said += "; the system does that when memory runs out"
    return f"the program was ended by {name}{said}"
