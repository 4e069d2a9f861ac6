# SPDX-License-Identifier: MIT
"""Builds a checkout from nothing, as a newcomer does, and says what each package takes.

    build_times.py FOLDER        builds its programs in a folder of its own; JSON lines on standard output

Dependencies are fetched before the clock starts. `swiftc` and `clang` are run by way of this file, which adds a line with
the seconds of each run to the file that NEAR_CONNECT_BUILD_LOG names.

A line a package: {"metric","package","cpu_s","begins_s","ends_s"}: processor time of its compilers, and when the first one
began and the last one ended, in seconds from the start; the last line is the whole: {"metric","unit","value","cpu_s"}.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

LOG = "NEAR_CONNECT_BUILD_LOG"
# What Scripts/run builds for a newcomer. An older checkout has fewer, since one program was all of them.
PROGRAMS = ("near-connect", "near-connect-view", "near-connect-devnet")


def package_of(arguments):
    """The name of the package whose files a compiler was given; this project's has none."""
    for argument in arguments:
        _, marker, rest = argument.partition("/checkouts/")
        if marker:
            return rest.split("/", 1)[0]
    return "near-connect"


def compile_once(tool, arguments):
    """Runs a compiler in place of which this file was started, and records what it took."""
    began = time.monotonic()
    status = subprocess.call([tool, *arguments])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = {
        "package": package_of(arguments), "began": began, "ended": time.monotonic(),
        "cpu": usage.ru_utime + usage.ru_stime,
    }
    with open(os.environ[LOG], "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    return status


def wrapper(folder, name, log):
    """Writes a program that stands in for the compiler `name`, and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec {sys.executable} {os.path.abspath(__file__)} --tool {shutil.which(name)} \"$@\"\n")
    os.chmod(path, 0o755)
    return path


def build(folder):
    """Builds the programs of the checkout in `folder` from nothing and prints the lines."""
    products = [name for name in PROGRAMS if os.path.isdir(os.path.join(folder, "Sources", name))]
    with tempfile.TemporaryDirectory() as scratch:
        log = os.path.join(scratch, "log")
        command = ["swift", "build", "--package-path", folder, "--scratch-path", os.path.join(scratch, "build")]
        subprocess.run(["swift", "package", *command[2:], "resolve"], check=True, stdout=sys.stderr)
        environment = dict(os.environ, **{LOG: log})
        environment["SWIFT_EXEC"] = wrapper(scratch, "swiftc", log)
        environment["CC"] = wrapper(scratch, "clang", log)
        began = time.monotonic()
        for product in products:
            subprocess.run([*command, "--product", product], check=True, stdout=sys.stderr, env=environment)
        whole = time.monotonic() - began
        with open(log, encoding="utf-8") as file:
            runs = [json.loads(line) for line in file]
    packages = {}
    for run in runs:
        packages.setdefault(run["package"], []).append(run)
    for name, own in sorted(packages.items(), key=lambda entry: -sum(run["cpu"] for run in entry[1])):
        print(json.dumps({
            "metric": "build-package", "package": name, "cpu_s": round(sum(run["cpu"] for run in own), 1),
            "begins_s": round(min(run["began"] for run in own) - began, 1),
            "ends_s": round(max(run["ended"] for run in own) - began, 1),
        }))
    cpu = sum(run["cpu"] for run in runs)
    print(json.dumps({"metric": "build", "unit": "s", "value": round(whole, 1), "cpu_s": round(cpu, 1)}))


def main():
    if sys.argv[1:2] == ["--tool"]:
        sys.exit(compile_once(sys.argv[2], sys.argv[3:]))
    parser = argparse.ArgumentParser(description="Says what a first build takes, by package.")
    parser.add_argument("folder")
    options = parser.parse_args()
    build(os.path.abspath(options.folder))


main()
