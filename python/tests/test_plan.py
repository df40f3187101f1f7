"""Searches that are divided into units of work, which executors of Python, dask and Spark do."""

import datetime
import inspect
import json
import multiprocessing
import os
import pickle
import re
import shutil
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import dibmap
from dibmap import _program

DAYS = [datetime.date(2024, 1, 1 + number % 7) for number in range(4200)]
TABLE = {"day": DAYS, "sold": ["abcd"[(number % 7 + number % 11) // 5] for number in range(4200)]}
ARGUMENTS = {"x": "day", "y": "sold", "order": "none", "validate": 3}


@pytest.fixture
def plan(tmp_path):
    return dibmap.plan(TABLE, **ARGUMENTS, parts=4, folder=tmp_path / "run")


@pytest.fixture(scope="module")
def mapped():
    return dibmap.map(TABLE, **ARGUMENTS)


def processes():
    # A fork would copy the threads of other tests.
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


def dask():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    )
    return distributed.Client(cluster)


def spark():
    pyspark = pytest.importorskip("pyspark.sql")
    if not shutil.which("java") and not os.environ.get("DIBMAP_REQUIRE_TOOLS"):
        pytest.skip("there is no Java")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
        # It starts in half the time.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    return pyspark.SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()


def ended(executor):
    """End an executor and what it works with."""
    if hasattr(executor, "shutdown") and not hasattr(executor, "cluster"):
        executor.shutdown()
        return
    cluster = getattr(executor, "cluster", None)
    getattr(executor, "stop" if cluster is None else "close")()
    if cluster is not None:
        cluster.close()


@pytest.fixture(scope="module", params=[processes, dask, spark], ids=lambda make: make.__name__)
def executor(request):
    executor = request.param()
    yield executor
    ended(executor)


def test_other_processes_find_what_map_finds(plan, mapped, executor):
    assert plan.run(executor) == mapped
    assert plan.missing == []


def test_stages_of_a_proof_and_of_draws(tmp_path, executor):
    table = {
        "x": [number % 13 for number in range(5000)],
        "y": [number % 13 * (number % 7) // 16 for number in range(5000)],
    }
    arguments = {"x": "x", "y": "y", "order": "none", "prove": True, "robust": True, "resamples": 8}
    plan = dibmap.plan(table, **arguments, parts=3, folder=tmp_path / "run")
    assert plan.stages == [range(1, 6), range(6, 9), range(9, 12), range(12, 15)]
    found, mapped = plan.run(executor), dibmap.map(table, **arguments)
    assert found.complete

    def points(frontier, name):
        frontier.save(tmp_path / name)
        return json.loads((tmp_path / name).read_text())["points"]

    # Each point has its uncertainty; the certificates of the proofs may differ.
    assert "dh" in points(found, "found.json")[1]
    assert points(found, "found.json") == points(mapped, "mapped.json")


def test_a_unit_that_fails_is_done_again(plan, mapped, executor):
    # The search of the best of each number of groups begins with this frontier.
    start = plan.folder / "start.json.zst"
    content = start.read_bytes()
    start.write_bytes(content[:-1])
    with pytest.raises(dibmap.InputError, match=f"^unit 1 failed: {re.escape(str(start))}: is not what was"):
        plan.run(executor)
    assert plan.missing
    assert plan.done
    start.write_bytes(content)
    assert plan.run(executor) == mapped


def test_units_are_done_here(plan, mapped):
    assert (plan.units, plan.stages, plan.done) == (5, [range(1, 6)], [])
    assert repr(plan) == f"Plan({str(plan.folder)!r}, 5 units)"
    plan.work(2)
    plan.work(4, workers=1)
    plan.work(4)
    assert (plan.missing, plan.done) == ([1, 3, 5], [2, 4])
    with pytest.warns(dibmap.DibmapWarning, match="units 1, 3, 5 of 5 are not done"):
        some = plan.merge()
    assert some != mapped
    assert plan.run() == mapped
    with pytest.raises(dibmap.InputError, match="there is no unit 6"):
        plan.work(6)


def test_a_plan_is_opened_elsewhere(plan, mapped, monkeypatch):
    monkeypatch.chdir(plan.folder.parent)
    opened = dibmap.Plan.open("run")
    assert opened.folder == plan.folder
    opened.run()
    want = mapped.select(clusters=3).clusters
    assert isinstance(want[0][0], datetime.date)
    assert plan.merge().select(clusters=3).clusters == want
    assert pickle.loads(pickle.dumps(plan)).merge().select(clusters=3).clusters == want
    text = [[str(day) for day in group] for group in want]
    assert opened.merge().select(clusters=3).clusters == text
    with pytest.raises(dibmap.InputError, match="is no folder of 'dibmap plan'"):
        dibmap.Plan.open(".")


def test_a_plan_takes_the_arguments_of_map():
    ours, theirs = (inspect.signature(function).parameters for function in (dibmap.plan, dibmap.map))
    assert set(ours) - set(theirs) == {"parts", "folder"}
    # A plan is of the distribution of one variable, searches one frontier, and depends on neither a clock nor
    # an earlier result.
    assert set(theirs) - set(ours) == {
        "x1",
        "x2",
        "columns",
        "target",
        "per_k",
        "leak",
        "also",
        "max_leak",
        "soft",
        "time_limit",
        "start",
        "checkpoint",
        "resume",
    }
    for name in set(ours) & set(theirs):
        assert ours[name] == theirs[name]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"validate": "sold"}, "the parts of a plan hold random records out"),
        ({"validate": TABLE}, "the groupings are scored on other records"),
        ({"problem": "kmeans", "validate": None}, "a plan is for tables of two variables"),
        ({"parts": 0}, "parts= is 0: want 1 to 10000"),
        ({"folder": "."}, "the folder is not empty: name a new one"),
    ],
)
def test_what_is_not_divided_is_refused(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").write_bytes(b"")
    with pytest.raises(dibmap.InputError, match=message):
        dibmap.plan(TABLE, **{**ARGUMENTS, **arguments})
    assert [file.name for file in tmp_path.iterdir()] == ["full"]


@pytest.mark.parametrize("executor", [3, "spark", object()])
def test_what_is_no_executor_is_refused(plan, executor):
    with pytest.raises(dibmap.InputError, match=r"executor is of the type \w+: want a concurrent"):
        plan.run(executor)


posix = pytest.mark.skipif(os.name == "nt", reason="these tests put a script in the place of the program")


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """Put a script before the program, and return a function that lists the parts it was called for.

    Parts that are listed in the file ``fails`` fail. A part waits while there is a file ``waits``.
    """
    log, script = tmp_path / "calls", tmp_path / "dibmap"
    real = os.fspath(_program.path())
    code = f"""\
        #!{sys.executable} -S
        import json, os, signal, sys, time
        os.chdir({os.fspath(tmp_path)!r})
        part = [argument for argument in sys.argv if argument.startswith("--part=")]
        if part:
            with open("calls", "a") as log:
                log.write(" ".join(sys.argv[5:-1]) + "\\n")
            if os.path.exists("waits"):
                os.kill(os.getppid(), signal.SIGINT)
            while os.path.exists("waits"):
                time.sleep(0.01)
            if os.path.exists("fails") and part[0][7:] in open("fails").read().split():
                print(json.dumps({{"error": "the disk is full", "exit": 1}}), file=sys.stderr)
                sys.exit(1)
        os.execv({real!r}, [{real!r}, *sys.argv[1:]])
        """
    script.write_text(textwrap.dedent(code))
    script.chmod(0o755)
    monkeypatch.setattr(_program, "path", lambda: script)

    def listed():
        lines = log.read_text().splitlines() if log.is_file() else []
        log.unlink(missing_ok=True)
        return sorted(lines)

    return listed


@posix
def test_only_what_is_missing_is_done_again(plan, mapped, calls, tmp_path):
    (tmp_path / "fails").write_text("2 5")
    seen = []
    with ThreadPoolExecutor(2) as threads:
        with pytest.raises(dibmap.DibmapError) as caught:
            plan.run(threads, on_progress=seen.append)
        assert str(caught.value) == "unit 2 and 1 more failed: the disk is full"
        assert not isinstance(caught.value, dibmap.InputError)
        assert calls() == [f"--part={unit} --workers=1" for unit in range(1, 6)]
        assert plan.missing == [2, 5]
        assert [progress.text for progress in seen] == [f"{ended} of 5" for ended in range(1, 6)]
        assert seen[-1].done == 1

        (tmp_path / "fails").unlink()
        assert plan.run(threads, workers=2) == mapped
        assert calls() == ["--part=2 --workers=2", "--part=5 --workers=2"]
        assert plan.run(threads) == mapped
        assert calls() == []


@posix
def test_an_interrupt_cancels_what_has_not_begun(plan, calls, tmp_path):
    (tmp_path / "waits").touch()
    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(KeyboardInterrupt):
            plan.run(threads)
        (tmp_path / "waits").unlink()
    assert len(calls()) == 1
    assert len(plan.missing) == plan.units - 1


class Lost(ThreadPoolExecutor):
    """An executor whose workers do their work and are lost before they say so."""

    def submit(self, task, /, *arguments):
        def lost():
            task(*arguments)
            raise ConnectionError

        return super().submit(lost)


def test_a_unit_is_done_whatever_became_of_its_worker(plan, mapped):
    with Lost(2) as workers:
        assert plan.run(workers) == mapped


@posix
def test_stages_follow_each_other(program_of_stages):
    with ThreadPoolExecutor(2) as threads:
        plan = dibmap.Plan.open(program_of_stages)
        assert plan.stages == [range(1, 3), range(3, 5)]
        with pytest.raises(dibmap.DibmapError, match="unit 2 failed: not now"):
            plan.run(threads)
        assert plan.done == [1]
        with pytest.raises(dibmap.DibmapError, match="nothing to unite"):
            plan.run(threads)
        assert plan.missing == []


@pytest.fixture
def program_of_stages(monkeypatch, tmp_path):
    """Put a script in the place of the program whose plan has two stages; unit 2 fails once.

    Its units fail if the stage before is not done.
    """
    code = f"""\
        #!{sys.executable} -S
        import json, os, sys
        os.chdir({os.fspath(tmp_path)!r})
        done = {{int(name) for name in os.listdir("parts")}}
        stages, call = [[1, 2], [3, 4]], sys.argv[-1]

        def fail(message):
            print(json.dumps({{"error": message, "exit": 1}}), file=sys.stderr)
            sys.exit(1)

        if "merge" in sys.argv:
            fail("nothing to unite")
        elif call == "--units":
            print("1-2\\n3-4")
        elif call == "--missing":
            for stage in stages:
                print(*[unit for unit in stage if unit not in done], sep=",")
        else:
            unit = int([argument for argument in sys.argv if "--part=" in argument][0][7:])
            if unit > 2 and not {{1, 2}} <= done:
                fail("too early")
            if unit == 2 and not os.path.exists("once"):
                open("once", "w").close()
                fail("not now")
            open(f"parts/{{unit}}", "w").close()
        """
    (tmp_path / "parts").mkdir()
    script = tmp_path / "dibmap"
    script.write_text(textwrap.dedent(code))
    script.chmod(0o755)
    monkeypatch.setattr(_program, "path", lambda: script)
    return tmp_path


def test_the_command_goes_on_with_a_plan(plan, mapped, tmp_path):
    output = tmp_path / "frontier.json"
    for arguments in (["work", plan.folder, "--all"], ["merge", plan.folder, "-o", output]):
        subprocess.run([_program.path(), *arguments, "-q"], check=True)
    theirs = json.loads(Path(output).read_text())["points"]
    assert [(point["h"], point["i"]) for point in theirs] == list(zip(mapped.h, mapped.i, strict=True))
