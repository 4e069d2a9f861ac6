#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the wheels of Python/ without a network, installs them beside, and runs their tests and the example's.

    Scripts/python/test_plugin.py PROGRAM    PROGRAM is near-connect; the interpreter has Scripts/python/clients.txt

Two workers each. Ends with status 0 if all passed and none was skipped.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


def install(work):
    """Returns the folder with the packages, as a user's pip installs them."""
    # setuptools writes beside what it builds.
    source = shutil.copytree(ROOT / "Python", work / "source")
    wheel = ["wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", work]
    subprocess.run([*PIP, *wheel, source, source / "near-connect"], check=True)
    built = sorted(work.glob("*.whl"))
    subprocess.run([*PIP, "install", "--no-index", "--no-deps", "--target", work / "installed", *built], check=True)
    for package in ("near_connect", "pytest_near_connect"):
        assert (work / "installed" / package / "py.typed").is_file(), f"the wheel of {package} has no py.typed"
    stubs = [path for path in (work / "installed/gi-stubs").rglob("*") if path.is_file()]
    assert [path.name for path in stubs] == ["NearConnect.pyi"], f"PyGObject-stubs has files of the same name: {stubs}"
    return work / "installed"


def run(folder, environment):
    """Runs the tests of a copy of a folder."""
    name = str(folder.relative_to(ROOT)).replace("/", ".")
    copy = shutil.copytree(folder, pathlib.Path(environment["TMPDIR"]) / name)
    if (copy / "build.sh").exists():
        subprocess.run([copy / "build.sh", ROOT / "Resources/Connector"], check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", "-rs"]
    result = subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.PIPE, text=True)
    print(result.stdout, end="", flush=True)
    assert result.returncode == 0, f"the tests of {folder.name} failed"
    assert "skipped" not in result.stdout, f"tests of {folder.name} were skipped"
    left = sorted(path.name for path in copy.parent.glob("near-*"))
    assert not left, f"the tests of {folder.name} have left {left}"


with tempfile.TemporaryDirectory(prefix="n", dir="/tmp") as name:
    work = pathlib.Path(name)
    environment = dict(os.environ, NEAR_CONNECT=os.path.abspath(sys.argv[1]), PYTHONPATH=str(install(work)),
                       PYTHONDONTWRITEBYTECODE="1", TMPDIR=name, NEAR_CONNECT_ROOT=str(ROOT))
    for folder in ("Python/near-connect/tests", "Python/tests", "Examples/dapp-tests"):
        run(ROOT / folder, environment)
print("ok")
