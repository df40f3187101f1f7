"""Builds what is published: a wheel for each platform, and the source distribution.

    python python/release/wheels.py [FOLDER] [PLATFORM ...]

It needs Go and hatchling. The folder is python/dist where none is given; a platform is as
``linux/arm64``, and without one all are built. Two builds of the same files by the same version
of Go have the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))

from hatch_build import TAGS  # noqa: E402

# What the person has set for builds of Go must not change what is published.
SETTINGS = {
    "GOFLAGS": "",
    "GOEXPERIMENT": "",
    "GOAMD64": "v1",
    "GOARM64": "v8.0",
    "SOURCE_DATE_EPOCH": "1767225600",
}


def main() -> None:
    """Build into the folder that is named."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else PACKAGE / "dist").resolve()
    platforms = sys.argv[2:] or list(TAGS)
    if unknown := set(platforms) - set(TAGS):
        raise SystemExit(f"wheels.py: no platform {', '.join(sorted(unknown))}: they are {', '.join(TAGS)}")
    build(folder, "sdist", {})
    for platform in platforms:
        goos, goarch = platform.split("/")
        build(folder, "wheel", {"GOOS": goos, "GOARCH": goarch})


def build(folder: Path, target: str, environment: dict[str, str]) -> None:
    """Build one file into the folder, whose name hatchling prints."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=PACKAGE,
        env={**os.environ, **SETTINGS, **environment},
        check=True,
    )


if __name__ == "__main__":
    main()
