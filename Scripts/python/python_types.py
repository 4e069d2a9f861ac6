#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what mypy --strict finds in programs with near_connect or gi.repository.NearConnect.

    Scripts/python/python_types.py TOOLS FILE…    TOOLS is .build/check-tools

mypy looks for them where it does on a user's computer: in a virtual environment with PyGObject-stubs and the wheel of
Python/near-connect, which share the folder gi-stubs. Here it has links to their files.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import venv

PACKAGE = pathlib.Path("Python/near-connect").absolute()


def link(source, site):
    """Links the types of a folder gi-stubs into an environment's."""
    for file in source.rglob("*.pyi"):
        place = site / "gi-stubs" / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(file)


def main(tools, files):
    tools = pathlib.Path(tools).absolute()
    found = next(tools.glob("lib/python*/site-packages/gi-stubs"), None)
    if found is None:
        sys.exit("there is no PyGObject-stubs: Scripts/install-dependencies --check")
    with tempfile.TemporaryDirectory() as name:
        venv.create(name, symlinks=True)
        for source in (found, PACKAGE / "gi-stubs"):
            link(source, next(pathlib.Path(name).glob("lib/python*/site-packages")))
        command = [tools / "bin/mypy", "--strict", "--no-error-summary", "--cache-dir=/dev/null"]
        environment = {**os.environ, "MYPYPATH": str(PACKAGE)}
        status = subprocess.run(
            [*command, "--python-executable", f"{name}/bin/python", *files], env=environment, check=False).returncode
    # 1 is that it has found something, which it has printed.
    sys.exit(0 if status == 1 else status)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
