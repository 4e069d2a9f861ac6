# SPDX-License-Identifier: MIT
"""Child processes that end with their parent, and what they leave."""

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from .errors import NearConnectError

_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


_REMOVE = """cat >/dev/null; n=0
while [ -e "$1" ] && [ $n -lt 100 ]; do rm -rf -- "$1" 2>/dev/null || sleep 0.1; n=$((n+1)); done"""


class TemporaryFolder:
    """A folder that is removed when it is closed, and also when this process is killed.

    A shell, in a session of its own, waits for the end of a pipe that only this process holds, and removes it.
    """

    def __init__(self, prefix: str) -> None:
        # The path of a UNIX socket has 107 bytes at most.
        place = None if len(tempfile.gettempdir()) < 60 else "/tmp"
        self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        self._keeper = subprocess.Popen(
            ["/bin/sh", "-c", _REMOVE, "sh", str(self.path)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)

    def close(self) -> None:
        """Removes the folder."""
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        self._keeper.wait()


def find_program(name: str, what: str, remedy: str) -> str:
    """Returns the path of a program; `remedy` says in the error what to do."""
    found = shutil.which(name)
    if found is None:
        raise NearConnectError(f"{what} isn't there: no program {name!r} was found. {remedy}")
    return os.path.abspath(found)


def free_port() -> int:
    """Returns a port of this computer that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def start(
    command: Sequence[str], environment: Mapping[str, str], log: Path, output: int | None = None
) -> subprocess.Popen[bytes]:
    """Starts a program that gets SIGTERM when the thread that called this ends; its standard error goes to a file."""
    parent = os.getpid()

    def end_with_parent() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    with log.open("ab") as errors:
        return subprocess.Popen(
            command, env=dict(environment), stdin=subprocess.DEVNULL, stdout=errors if output is None else output,
            stderr=errors, preexec_fn=end_with_parent)


def stop(process: subprocess.Popen[bytes], patience: float = 10) -> None:
    """Ends a process: asks it to, and ends it the hard way where that takes too long."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def until(condition: Callable[[], bool], patience: float) -> bool:
    """Waits for a condition, and returns whether it came true in time."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True


def first_line(stream: IO[bytes], process: subprocess.Popen[bytes], patience: float) -> bytes:
    """Returns the first line that a process prints; an empty one if it ended, or if none came in time."""
    os.set_blocking(stream.fileno(), False)
    line = b""

    def is_there() -> bool:
        nonlocal line
        ended = process.poll() is not None
        line += stream.read() or b""
        return b"\n" in line or ended

    until(is_there, patience)
    return line.partition(b"\n")[0] if b"\n" in line else b""


def tail(log: Path, limit: int = 2000) -> str:
    """Returns the end of a log."""
    with contextlib.suppress(OSError):
        return log.read_text(errors="replace")[-limit:].strip()
    return ""


def marked(mark: str) -> list[int]:
    """Returns the processes that live and have a text among the variables of their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if int(name) != os.getpid() and mark.encode() in Path(f"/proc/{name}/environ").read_bytes().split(b"\0"):
                found.append(int(name))
    return found


def living_children(parent: int) -> list[int]:
    """Returns the children of a process that haven't ended."""
    found = []
    for listing in Path(f"/proc/{parent}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in listing.read_text().split():
                with contextlib.suppress(OSError):
                    state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
                    if state not in "ZX":
                        found.append(int(child))
    return found
