"""The build of the package: it compiles the Go program of this repository into a wheel.

The program is static, so one wheel serves all versions of Python on a platform. As with any
build by Go, the environment variables GOOS and GOARCH choose the platform, and
``release/wheels.py`` sets them in turn. A source distribution carries the Go files.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The program needs no C library, so that glibc and musl serve equally: the tags name the oldest
# versions that pip knows on the processor. The system must be one that Go 1.26 supports: Linux 3.2,
# macOS 12, Windows 10.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
"""The platforms that wheels are released for, as Go names them, and their tags."""

COMMAND = "./cmd/dibmap"

# It leaves out a second package for JSON, which takes an eighth of the time of compiling, and which
# the program does not use.
GO_TAGS = "arrow_json_stdlib"


class ProgramBuildHook(BuildHookInterface[Any]):
    """Puts the program dibmap, or in a source distribution its Go files, into what is built."""

    scratch: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add files before the package is put together; the version is that of the target."""
        if self.target_name == "sdist":
            self._add_sources(build_data)
        elif version == "editable":  # this wheel only points to src
            self._compile(self._package() / self._name())
        else:
            self.scratch = tempfile.mkdtemp(prefix="dibmap-build-")
            program = Path(self.scratch) / self._name()
            self._compile(program)
            build_data["force_include"][str(program)] = f"dibmap/_bin/{program.name}"
        if self.target_name == "wheel":
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{self._tag()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made."""
        del version, build_data, artifact_path
        if self.scratch is not None:
            shutil.rmtree(self.scratch)

    def _package(self) -> Path:
        return Path(self.root) / "src" / "dibmap" / "_bin"

    def _sources(self) -> Path:
        """Return the folder of the Go module: beside this one, or in it in a source distribution."""
        inside = Path(self.root) / "go"
        return inside if inside.is_dir() else Path(self.root).parent

    def _go(self, *arguments: str, **environment: str) -> str:
        go = shutil.which("go")
        if go is None:
            raise RuntimeError(
                "dibmap is written in Go, and there is no wheel of it for this platform: "
                "install Go 1.26 or later from https://go.dev/dl"
            )
        done = subprocess.run(
            [go, *arguments],
            cwd=self._sources(),
            env={**os.environ, "CGO_ENABLED": "0", **environment},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def _platform(self) -> str:
        return "/".join(self._go("env", "GOOS", "GOARCH").split())

    def _name(self) -> str:
        return "dibmap" + self._go("env", "GOEXE").strip()

    def _tag(self) -> str:
        platform = self._platform()
        if platform in TAGS:
            return TAGS[platform]
        if platform != "/".join(self._go("env", "GOHOSTOS", "GOHOSTARCH").split()):
            raise RuntimeError(f"the tag of a wheel for {platform} is not known: build it on that platform")
        return sysconfig.get_platform().translate(str.maketrans("-.", "__"))

    def _compile(self, program: Path) -> None:
        """Compile the program, to the same bytes wherever the sources are."""
        link = f"-s -w -X main.release=v{self.metadata.version}"
        build = ["build", "-trimpath", "-buildvcs=false", "-tags", GO_TAGS, "-gcflags", "all=-dwarf=0"]
        self._go(*build, "-ldflags", link, "-o", str(program), COMMAND)

    def _add_sources(self, build_data: dict[str, Any]) -> None:
        """Add the Go files that the program is made of, on any platform, to a source distribution."""
        root = self._sources()
        files = {"go.mod", "go.sum", "LICENSE"}
        kinds = ["GoFiles", "IgnoredGoFiles", "SFiles", "HFiles", "EmbedFiles"]
        fields = ",".join(["Dir", "Module", *kinds])
        for platform in TAGS:
            goos, goarch = platform.split("/")
            text = self._go("list", "-deps", f"-json={fields}", COMMAND, GOOS=goos, GOARCH=goarch)
            decoder, at = json.JSONDecoder(), 0
            while at < len(text.rstrip()):
                package, at = decoder.raw_decode(text, at)
                at += 1  # the line's end
                if not package.get("Module", {}).get("Main"):
                    continue
                folder = Path(package["Dir"]).relative_to(root.resolve())
                names = [name for kind in kinds for name in package.get(kind, [])]
                files |= {(folder / name).as_posix() for name in names if not name.endswith("_test.go")}
        for name in sorted(files):
            build_data["force_include"][str(root / name)] = f"go/{name}"
