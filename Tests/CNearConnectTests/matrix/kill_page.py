#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills the web processes of the program that has started this one, and of its helpers, as a crash would."""

import os
import signal
from pathlib import Path


def family() -> dict[int, tuple[int, str]]:
    """The parent and the name of each process."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            text = (entry / "stat").read_text() if entry.name.isdigit() else ""
        except OSError:
            continue
        if text:
            name, _, rest = text.partition("(")[2].rpartition(")")
            found[int(entry.name)] = int(rest.split()[1]), name
    return found


def belongs(process: int, ancestor: int, processes: dict[int, tuple[int, str]]) -> bool:
    while process in processes and process != ancestor:
        process = processes[process][0]
    return process == ancestor


def main() -> None:
    processes = family()
    killed = 0
    for process, (_, name) in processes.items():
        if name.startswith("WebKitWebProces") and belongs(process, os.getppid(), processes):
            os.kill(process, signal.SIGKILL)
            killed += 1
    assert killed, "there is no web process"


if __name__ == "__main__":
    main()
