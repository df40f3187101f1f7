"""Running the program: its messages, its ends, and that nothing is left of a run."""

import contextlib
import multiprocessing
import os
import pickle
import random
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import MagicMock

import pytest

import dibmap
from dibmap import _program
from dibmap._errors import translated
from dibmap._program import folder, run
from dibmap._progress import Bar

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these tests send signals and run scripts")

TINY = b"x,y\na,1\na,1\nb,2\nb,1\n"
OF_TINY = ["-", "--format", "csv", "--x", "x", "--y", "y"]


def text(content: bytes):
    return lambda stream: stream.write(content)


def endless():
    """Return a table and the arguments of a search that takes hours."""
    rng = random.Random(1)
    rows = [f"x{x}," + ",".join(str(1000 * rng.randrange(100)) for _ in range(30)) for x in range(200)]
    table = "," + ",".join(f"y{y}" for y in range(30)) + "\n" + "\n".join(rows) + "\n"
    return table.encode(), ["--effort", "1000000", "--prove=no"]


def children():
    """Return the processes that this one started, with those that nobody has asked for their end."""
    lists = Path("/proc/self/task").glob("*/children")  # Linux only
    found = set()
    for file in lists:
        with contextlib.suppress(OSError):  # a thread may end before its file is read
            found.update(int(child) for child in file.read_text().split())
    return found


@pytest.fixture
def traces(monkeypatch, tmp_path):
    """Return a function that lists what is left of runs: processes, threads, pipes and files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    processes, before = children(), threading.active_count()
    pipes = len(os.listdir("/dev/fd"))

    def left():
        yield from (f"the process {child}" for child in children() - processes)
        for thread in threading.enumerate()[before:]:
            thread.join(timeout=60)  # one that writes to an ended program ends at its next write
            if thread.is_alive():
                yield f"the thread {thread}"
        if (now := len(os.listdir("/dev/fd"))) != pipes:
            yield f"{now - pipes} file descriptors"
        yield from tmp_path.iterdir()
        yield from _program._live

    return lambda: list(left())


@pytest.fixture
def program(monkeypatch, tmp_path_factory):
    """Return a function that puts a script in the place of the program."""

    def put(script: str):
        path = tmp_path_factory.mktemp("bin") / "dibmap"
        path.write_text(
            f"#!{sys.executable} -u\nimport json, os, signal, sys, time\n" + textwrap.dedent(script)
        )
        path.chmod(0o755)
        monkeypatch.setattr(_program, "path", lambda: path)

    return put


def test_a_wrong_call_is_an_input_error_in_terms_of_arguments():
    with pytest.raises(dibmap.InputError) as caught:
        run(["map", *OF_TINY, "--bins-x", "few"], write=text(TINY))
    assert str(caught.value) == 'bins_x= is "few": want auto:N, quantile:N, width:W, edges:A,B,C or none'
    assert isinstance(caught.value, ValueError)
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), dibmap.InputError)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ('stdin: no column "--q"; the columns are a', 'data: no column "--q"; the columns are a'),
        ("-: Y is missing", "data: Y is missing"),
        ("stdin does not name X", "data does not name X"),
        ("unknown flag: --foo; see 'dibmap map --help'", "unknown flag: foo="),
        ("add --date-format d/m/y or m/d/y", 'add date_format="d/m/y" or m/d/y'),
        (
            "x is 'a': add --na 'a b', or --type 'my x=category'",
            'x is \'a\': add na="a b", or type={"my x": "category"}',
        ),
        ("add --decimal , or --decimal .", 'add decimal="," or decimal="."'),
        ("--prove=no or --min-count", "prove=no or min_count="),
        ("add --symmetric, or --order-file", 'add problem="symmetric", or order='),
        ("the well-known--not this", "the well-known--not this"),
        ("/tmp/dibmap-a_b12345.python/frontier.npz is rejected", "the frontier is rejected"),
        (r'C:\Temp\dibmap-a_b12345.python\data.csv.gz: "stdin"', 'the data: "stdin"'),
    ],
)
def test_messages_speak_of_arguments(said, meant):
    assert translated(said) == meant


def test_notes_are_warnings_of_the_line_that_called(tmp_path):
    file = tmp_path / "table.csv"
    file.write_bytes(b"x,y\n" + b"a,1\n" * 10 + b"a,2\n" * 4 + b"b,1\n" * 5 + b"b,2\n" * 10)
    with pytest.warns(dibmap.DibmapWarning, match="sample is small") as caught:
        dibmap.map(file, x="x", y="y")
    assert {warning.filename for warning in caught} == {__file__}


def test_a_failure_keeps_the_output(program):
    program("""
        print("row 3 is wrong")
        print(json.dumps({"error": "--x is rejected", "exit": 1}), file=sys.stderr)
        sys.exit(1)
    """)
    with pytest.raises(dibmap.DibmapError, match="x= is rejected") as caught:
        run(["verify"])
    assert not isinstance(caught.value, dibmap.InputError)
    assert caught.value.output == b"row 3 is wrong\n"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (
            "os.kill(os.getpid(), signal.SIGKILL)",
            "ended by SIGKILL; the system does that when memory runs out",
        ),
        ("os.kill(os.getpid(), signal.SIGTERM)", "ended by SIGTERM"),
        (
            "print('panic: no row\\n\\ngoroutine 1', file=sys.stderr); sys.exit(2)",
            "exit code 2: panic: no row",
        ),
        ("sys.exit(3)", "the exit code 3$"),
        ("print('[1]', file=sys.stderr); sys.exit(3)", r"the exit code 3: \[1\]$"),
    ],
)
def test_a_program_that_dies_is_an_error_that_says_how(program, traces, script, message):
    program(script)
    with pytest.raises(dibmap.DibmapError, match=message) as caught:
        run(["map"], write=text(bytes(1 << 22)))
    assert not isinstance(caught.value, dibmap.InputError)
    assert traces() == []


def test_a_missing_program_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(_program, "__file__", str(tmp_path / "_program.py"))
    with pytest.raises(
        dibmap.DibmapError, match=r"the program is missing from .*: install the package again"
    ):
        run(["map"])


def test_a_program_of_another_system_is_an_error(monkeypatch, tmp_path):
    foreign = tmp_path / "dibmap"
    foreign.write_bytes(b"\x7fELF of another machine")
    foreign.chmod(0o755)
    monkeypatch.setattr(_program, "path", lambda: foreign)
    with pytest.raises(dibmap.DibmapError, match=r"cannot be run: .*; install the package for this system"):
        run(["map"])


def test_arguments_that_no_program_can_get_are_input_errors():
    with pytest.raises(dibmap.InputError, match="the code 0"):
        run(["map", "--x", "a\0b"])
    with pytest.raises(dibmap.InputError, match="too long"):
        run(["map", "--x", "a" * (1 << 22)])


def test_nothing_is_left_of_a_hundred_runs(traces):
    for n in range(100):
        with folder() as place:
            if n % 2:
                with pytest.raises(dibmap.InputError):
                    run(["map", *OF_TINY, "--foo"], write=text(TINY))
            else:
                run(["map", *OF_TINY, "-q", "-o", place / "f.npz"], write=text(TINY))
                assert (place / "f.npz").exists()
    assert traces() == []


def another_process(script: str, temporary) -> int:
    """Run a script that has the package in another process, and return how it ended."""
    begin = (
        f"import os, signal, tempfile\ntempfile.tempdir = {str(temporary)!r}\nfrom dibmap import _program\n"
    )
    return subprocess.run([sys.executable, "-c", begin + script], check=False).returncode


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_what_a_killed_process_left_goes_with_the_next_one(tmp_path, name):
    inside = "with _program.folder() as place:\n    "
    killed = inside + f"(place / 'data').write_text('private'); os.kill(os.getpid(), signal.{name})"
    assert another_process(killed, tmp_path) == -getattr(signal, name)
    assert len(list(tmp_path.iterdir())) == 1
    assert another_process(inside + "pass", tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_a_process_that_lives_stays(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    others = [tmp_path / "dibmap-projects", tmp_path / "dibmap-explore-12345678"]
    for other in others:
        other.mkdir()
    (tmp_path / "dibmap-12345678.python").symlink_to(others[0], target_is_directory=True)
    with _program.folder() as place:
        assert another_process("with _program.folder():\n    pass", tmp_path) == 0
        assert place.is_dir()
    assert not place.exists()
    assert all(other.is_dir() for other in others)


def test_an_error_of_the_writer_is_raised(traces):
    def write(stream):
        stream.write(b"x,y\n" * 100_000)
        raise KeyError("row")

    with pytest.raises(KeyError, match="row"):
        run(["map", *OF_TINY], write=write)
    assert traces() == []


def test_a_program_that_does_not_read_on_says_why(traces):
    with pytest.raises(dibmap.InputError, match="unknown flag"):
        run(["map", *OF_TINY, "--foo"], write=text(bytes(1 << 24)))
    assert traces() == []


def test_libraries_that_write_to_a_program_that_does_not_read_on(traces):
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    table = pyarrow.table({"x": list(range(1_000_000))})

    def by_pyarrow(stream):
        with pyarrow.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)

    for write in (by_pyarrow, lambda stream: polars.from_arrow(table).write_ipc_stream(stream)):
        with pytest.raises(dibmap.InputError, match="unknown flag"):
            run(["map", *OF_TINY, "--foo"], write=write)
    assert traces() == []


def interrupts(times, points=0):
    """Return a function that interrupts this process some times, when some points are found."""
    left = [times]

    def on_progress(progress):
        if left[0] > 0 and progress.points >= points:
            left[0] -= 1
            signal.raise_signal(signal.SIGINT)

    return on_progress


def test_an_interrupt_keeps_what_was_found(traces):
    table, flags = endless()
    with folder() as place:
        output = place / "f.npz"
        arguments = ["map", "-", *flags, "-o", output]
        with pytest.warns(dibmap.DibmapWarning, match="interrupted: the result is what was found"):
            result = run(arguments, write=text(table), on_progress=interrupts(1, points=10), keeps=True)
        assert result.interrupted
        assert len(dibmap.load(output).h) >= 10
    assert traces() == []


def test_an_interrupt_ends_what_keeps_nothing(traces):
    table, flags = endless()
    with folder() as place:
        output = place / "f.npz"
        with pytest.raises(KeyboardInterrupt):
            run(["map", "-", *flags, "-o", output], write=text(table), on_progress=interrupts(1))
        assert not output.exists()
    assert traces() == []


def test_an_interrupt_that_cannot_be_passed_on_ends_the_program(program, traces, monkeypatch):
    def send_signal(*_):
        raise OSError("no console")

    program(STUBBORN)
    monkeypatch.setattr(subprocess.Popen, "send_signal", send_signal)
    monkeypatch.setattr(subprocess.Popen, "kill", lambda process: os.kill(process.pid, signal.SIGKILL))
    with pytest.raises(KeyboardInterrupt):
        run(["map"], on_progress=interrupts(1), keeps=True)
    assert traces() == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has pipes of several sizes")
def test_the_pipe_is_as_large_as_the_system_grants():
    import fcntl

    sizes = []
    with pytest.raises(dibmap.InputError):
        run(["map", *OF_TINY], write=lambda stream: sizes.append(fcntl.fcntl(stream, fcntl.F_GETPIPE_SZ)))
    if int(Path("/proc/sys/fs/pipe-max-size").read_text()) >= _program.PIPE_SIZE:
        assert sizes == [_program.PIPE_SIZE]


STUBBORN = """
    signal.signal(signal.SIGINT, lambda *_: print(json.dumps({"note": "later"}), file=sys.stderr))
    while True:
        state = {"stage": "s", "done": 0.5, "points": 1, "seconds": 0.1, "left": None, "text": "t"}
        print(json.dumps({"progress": state}), file=sys.stderr)
        time.sleep(0.001)
"""


def test_a_second_interrupt_ends_the_program(program, traces):
    program(STUBBORN)
    with pytest.raises(KeyboardInterrupt):
        run(["map"], on_progress=interrupts(2), keeps=True)
    assert traces() == []


def test_a_signal_from_the_terminal_does_not_reach_the_program(program):
    program(STUBBORN)
    groups = []

    def on_progress(_):
        (process,) = _program._live
        groups.append(os.getpgid(process.pid))
        raise StopIteration

    with pytest.raises(StopIteration):
        run(["map"], on_progress=on_progress)
    assert groups != [os.getpgid(0)]


def test_an_interrupted_program_without_a_result_is_an_interrupt(program, traces):
    program("""
        def end(*_):
            print(json.dumps({"error": "stdin: interrupted while it was read", "exit": 1}), file=sys.stderr)
            sys.exit(1)
        signal.signal(signal.SIGINT, end)
        state = {"stage": "s", "done": 0.5, "points": 1, "seconds": 0.1, "left": None, "text": "t"}
        print(json.dumps({"progress": state}), file=sys.stderr)
        while True:
            time.sleep(1)
    """)
    with pytest.raises(KeyboardInterrupt) as caught:
        run(["map"], on_progress=interrupts(1), keeps=True)
    assert "interrupted while it was read" in str(caught.value.__cause__)
    assert traces() == []


def test_an_error_of_on_progress_ends_the_program(program, traces):
    program(STUBBORN)

    def enough(progress):
        raise StopIteration(progress.stage)

    with pytest.raises(StopIteration, match="s"):
        run(["map"], on_progress=enough)
    assert traces() == []


def test_progress_is_what_the_program_says():
    seen = []
    table, flags = endless()

    def on_progress(progress):
        seen.append(progress)
        raise StopIteration

    with pytest.raises(StopIteration):
        run(["map", "-", *flags, "-o", "-"], write=text(table), on_progress=on_progress)
    (first,) = seen
    assert isinstance(first, dibmap.Progress)
    assert 0 <= first.done <= 1
    assert first.seconds >= 0.1
    assert str(first) == f"{first.stage}: {first.text}"


def test_progress_that_is_out_of_date_is_left_out(program, tmp_path):
    program("""
        for n in range(1000):
            state = {"stage": "s", "done": n / 1000, "points": 1, "seconds": 0.1, "left": None, "text": "t"}
            print(json.dumps({"progress": state}), file=sys.stderr)
            while not os.path.exists(sys.argv[-1]):  # until the first state is seen
                time.sleep(0.01)
        print("ready")
        sys.stdout.close()
    """)
    first = tmp_path / "first"
    seen = []

    def on_progress(progress):
        seen.append(progress)
        first.touch()
        for process in list(_program._live):
            while process.poll() is None:  # until the program has said all
                time.sleep(0.01)

    run(["map", str(first)], on_progress=on_progress)
    assert 1 <= len(seen) < 1000


TWO_STATES = """
    for done, seconds in ((0.25, 0.5), (0.5, 1.5)):
        state = {"stage": "proof", "done": done, "points": 1, "seconds": seconds, "left": None, "text": "t"}
        print(json.dumps({"progress": state}), file=sys.stderr)
        time.sleep(0.2)
    sys.exit(int(sys.argv[-1]))
"""


@pytest.mark.parametrize("code", ["0", "1"])
def test_a_bar_shows_what_takes_more_than_a_second(program, monkeypatch, code):
    library = pytest.importorskip("tqdm")
    tqdm = MagicMock()
    monkeypatch.setattr(library, "tqdm", tqdm)
    program(TWO_STATES)
    with contextlib.suppress(dibmap.DibmapError):
        run(["map", code])
    tqdm.assert_called_once()
    bar = tqdm.return_value
    bar.set_description_str.assert_called_once_with("proof", refresh=False)
    bar.set_postfix_str.assert_called_once_with("t", refresh=False)
    bar.refresh.assert_called_once()
    bar.close.assert_called_once()
    assert bar.n == 50
    assert tqdm.call_args.kwargs["leave"] is False


@pytest.mark.parametrize(("modules", "disable"), [([], None), (["ipykernel"], False)])
def test_a_bar_fills_no_log_and_shows_in_a_notebook(monkeypatch, modules, disable):
    library = pytest.importorskip("tqdm")
    tqdm = MagicMock()
    monkeypatch.setattr(library, "tqdm", tqdm)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)  # ipywidgets is not there
    for name in modules:
        monkeypatch.setitem(sys.modules, name, MagicMock())
    Bar()(dibmap.Progress("proof", 0.5, 1, 2.0, None, "t"))
    assert tqdm.call_args.kwargs["disable"] is disable


def test_there_is_no_bar_without_tqdm(program, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    program(TWO_STATES)
    run(["map", "0"])


def test_runs_in_threads_do_not_meet(traces):
    def entropy(n):
        table = "x,y\n" + "".join(f"a{x},b{x}\n" for x in range(n))
        with folder() as place:
            run(["map", *OF_TINY, "-q", "-o", place / "f.npz"], write=text(table.encode()))
            return dibmap.load(place / "f.npz").h[-1]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(entropy, [1, 2, 4] * 8))
    assert found == pytest.approx([0, 1, 2] * 8)
    del pool
    assert traces() == []


def points_of_letters(_):
    with folder() as place:
        run(["map", "@alphabet", "--fast", "-q", "-o", place / "f.npz"])
        return len(dibmap.load(place / "f.npz").h) > 0


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_runs_in_other_processes(method):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks where there are threads
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(points_of_letters, range(4)) == [True] * 4


def test_a_process_that_is_forked_meanwhile_lets_go_of_the_pipes(program, traces):
    program(STUBBORN)
    codes = []
    forked = threading.Event()

    def fork(_):
        (process,) = _program._live
        numbers = [process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno()]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            devices = [stat.S_ISCHR(os.fstat(number).st_mode) for number in numbers]
            os._exit(0 if all(devices) and not _program._live else 1)
        codes.append(os.waitpid(child, 0)[1])
        forked.set()
        raise StopIteration

    with pytest.raises(StopIteration):
        run(["map"], write=lambda _: forked.wait() and None, on_progress=fork)
    assert codes == [0]
    assert traces() == []


def test_a_program_ends_after_python_was_killed():
    table, flags = endless()
    script = f"""
        import dibmap, sys
        from dibmap import _program
        def on_progress(_):
            (process,) = _program._live
            print(process.pid, flush=True)
        arguments = ["map", "-", *{flags!r}, "-o", "-"]
        _program.run(arguments, write=lambda stream: stream.write({table!r}), on_progress=on_progress)
    """
    python = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE)
    pid = int(python.stdout.readline())
    os.kill(pid, 0)
    python.kill()
    python.communicate()
    wait_until_gone(pid)


def wait_until_gone(pid):
    """Wait until a process that is not a child has ended."""
    while True:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return  # nobody asks for it in a container without an init process
        except (ProcessLookupError, FileNotFoundError):
            return
        time.sleep(0.01)
