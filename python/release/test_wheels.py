"""What is published holds what it should: ``pytest python/release`` after ``wheels.py``.

The folder of the files is python/dist, or what the environment variable DIBMAP_DIST names. If
DIBMAP_PLATFORMS lists platforms, it has wheels for these, and otherwise for all.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from email.parser import HeaderParser
from pathlib import Path

import numpy as np
import pytest
from wheels import PACKAGE, SETTINGS, TAGS

DIST = Path(os.environ.get("DIBMAP_DIST", PACKAGE / "dist"))
PLATFORMS = os.environ.get("DIBMAP_PLATFORMS", " ".join(TAGS)).split()


def elf(machine: int) -> Callable[[bytes], None]:
    """Return a check of a program for Linux: a 64-bit ELF file that asks for no dynamic linker."""

    def check(program: bytes) -> None:
        assert program[:5] == b"\x7fELF\x02"
        assert int.from_bytes(program[18:20], "little") == machine
        start, count = int.from_bytes(program[32:40], "little"), int.from_bytes(program[56:58], "little")
        headers = [program[start + 56 * n : start + 56 * n + 4] for n in range(count)]
        dynamic, interpreter = (2).to_bytes(4, "little"), (3).to_bytes(4, "little")
        assert headers
        assert dynamic not in headers
        assert interpreter not in headers

    return check


def macho(machine: int) -> Callable[[bytes], None]:
    """Return a check of a program for macOS, which must run on the version in the tag: 12.0."""

    def check(program: bytes) -> None:
        word = [int.from_bytes(program[n : n + 4], "little") for n in range(0, 32768, 4)]
        assert word[0] == 0xFEEDFACF
        assert word[1] == machine
        commands, at = {}, 8
        for _ in range(word[4]):
            commands[word[at]] = word[at : at + word[at + 1] // 4]
            at += word[at + 1] // 4
        build_version, code_signature = 0x32, 0x1D
        assert commands[build_version][3] == 12 << 16
        # The system kills a program for ARM that has no signature; Go adds one.
        assert machine != ARM or code_signature in commands

    return check


def pe(machine: int) -> Callable[[bytes], None]:
    """Return a check of a program for Windows, of the console."""

    def check(program: bytes) -> None:
        at = int.from_bytes(program[60:64], "little")
        assert program[:2] == b"MZ"
        assert program[at : at + 4] == b"PE\0\0"
        assert int.from_bytes(program[at + 4 : at + 6], "little") == machine
        console = 3
        assert int.from_bytes(program[at + 92 : at + 94], "little") == console

    return check


ARM = 0x0100000C
FORMATS = {
    "linux/amd64": elf(62),
    "linux/arm64": elf(183),
    "darwin/amd64": macho(0x01000007),
    "darwin/arm64": macho(ARM),
    "windows/amd64": pe(0x8664),
    "windows/arm64": pe(0xAA64),
}


def wheel(platform: str) -> Path:
    """Return the wheel of a platform."""
    found = list(DIST.glob(f"dibmap-*-py3-none-{TAGS[platform]}.whl"))
    assert len(found) == 1, f"{DIST} has {len(found)} wheels for {platform}: run release/wheels.py"
    return found[0]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_wheel_holds_the_package_and_one_program(platform):
    with zipfile.ZipFile(wheel(platform)) as archive:
        names = archive.namelist()
        info = next(name for name in names if name.endswith(".dist-info/WHEEL")).removesuffix("WHEEL")
        sources = {
            path.relative_to(PACKAGE / "src").as_posix() for path in PACKAGE.glob("src/dibmap/**/*.py")
        }
        program = "dibmap/_bin/dibmap" + (".exe" if platform.startswith("windows") else "")
        about = ["METADATA", "WHEEL", "entry_points.txt", "licenses/LICENSES.txt", "RECORD"]
        assert sorted(names) == sorted(
            sources | {"dibmap/py.typed", program} | {info + name for name in about}
        )

        head = HeaderParser().parsestr(archive.read(info + "WHEEL").decode())
        assert head["Root-Is-Purelib"] == "false"
        assert sorted(head.get_all("Tag")) == sorted(f"py3-none-{tag}" for tag in TAGS[platform].split("."))
        assert archive.read(info + "licenses/LICENSES.txt") == (PACKAGE / "LICENSES.txt").read_bytes()

        head = HeaderParser().parsestr(archive.read(info + "METADATA").decode())
        assert head.get_all("Requires-Dist") == ["numpy>=1.22"]
        assert head["Requires-Python"] == ">=3.10"
        assert head["License-File"] == "LICENSES.txt"
        assert head["Description-Content-Type"] == "text/markdown"

        executable = {name for name in names if archive.getinfo(name).external_attr >> 16 & 0o111}
        assert executable == {program}
        FORMATS[platform](archive.read(program))


def test_only_the_program_and_the_tags_differ_between_platforms():
    contents = []
    for platform in PLATFORMS:
        with zipfile.ZipFile(wheel(platform)) as archive:
            apart = ("_bin/dibmap", "_bin/dibmap.exe", "/WHEEL", "/RECORD")
            contents.append(
                {name: archive.read(name) for name in archive.namelist() if not name.endswith(apart)}
            )
    assert all(content == contents[0] for content in contents)


@pytest.mark.skipif(
    not shutil.which("qemu-aarch64-static") and not os.environ.get("DIBMAP_REQUIRE_TOOLS"),
    reason="no emulator of ARM",
)
def test_the_program_for_arm_finds_the_same_bits(tmp_path):
    outputs = []
    for platform, runner in [("linux/amd64", []), ("linux/arm64", ["qemu-aarch64-static"])]:
        folder, output = tmp_path / platform, tmp_path / f"{len(runner)}.npz"
        with zipfile.ZipFile(wheel(platform)) as archive:
            program = Path(archive.extract("dibmap/_bin/dibmap", folder))
        program.chmod(0o755)
        subprocess.run([*runner, program, "map", "@occupation", "-q", "-o", output], check=True)
        outputs.append(np.load(output, allow_pickle=False))
    for name in outputs[0].files:
        if name != "meta.json":  # which has the time that was taken
            assert outputs[0][name].tobytes() == outputs[1][name].tobytes()


def test_the_source_distribution_builds_the_same_wheel(tmp_path):
    """Build a wheel from the files of the source distribution, and compare its bytes."""
    (source,) = DIST.glob("dibmap-*.tar.gz")
    with tarfile.open(source) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path, filter="data")
    assert not [name for name in names if name.endswith("_test.go") or "/_bin/" in name]
    (root,) = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=root,
        env={**os.environ, **SETTINGS, "GOOS": "linux", "GOARCH": "amd64"},
        check=True,
    )
    (again,) = root.glob("dist/*.whl")
    first = wheel("linux/amd64")
    assert again.name == first.name
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(first.read_bytes()).digest()


def test_the_version_is_that_of_the_tag():
    """The commit of a release, whose tag Go modules go by, builds a package of the same version."""
    tags = subprocess.run(
        ["git", "tag", "--points-at", "HEAD"], cwd=PACKAGE, capture_output=True, text=True, check=True
    ).stdout.split()
    releases = [tag for tag in tags if tag.startswith("v")]
    (source,) = DIST.glob("dibmap-*.tar.gz")
    version = source.name.removeprefix("dibmap-").removesuffix(".tar.gz")
    assert releases in ([], [f"v{version}"])
