"""The package as it is installed, and the command that it brings."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dibmap
from dibmap import _program


def run(*command: str | Path, path: str | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **({} if path is None else {"PATH": path})}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_python_dash_m_runs_the_program_of_the_package():
    ours = run(sys.executable, "-m", "dibmap", "info", "@occupation", path="")
    assert ours.returncode == 0
    assert ours.stdout == run(_program.path(), "info", "@occupation").stdout != ""


def test_exit_codes_are_the_programs():
    assert run(sys.executable, "-m", "dibmap", "mpa").returncode == 2


def installed() -> bool:
    """Tell whether the package comes from a wheel, not from the folder that it is developed in."""
    return "site-packages" in Path(dibmap.__file__).parts


@pytest.mark.skipif(not installed(), reason="dibmap is run from its sources")
def test_the_installed_command_is_the_program():
    command = shutil.which("dibmap", path=Path(sys.executable).parent)
    assert command is not None
    assert run(command, "--version").stdout.splitlines()[0] == f"dibmap v{dibmap.__version__}"


@pytest.mark.skipif(not installed(), reason="dibmap is run from its sources")
def test_the_program_has_the_version_of_the_package():
    assert dibmap.__version__ == importlib.metadata.version("dibmap")
    assert _program.run(["--version"]).output.decode().splitlines()[0] == f"dibmap v{dibmap.__version__}"
