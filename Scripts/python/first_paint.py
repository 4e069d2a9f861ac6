#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long a user looks at a blank page: from a click to the painted wallet list, in a window under Xvfb.

    first_paint.py PROGRAM [COUNT]

PROGRAM is near-connect-view. Each of COUNT starts has a profile of its own; in it the list is opened by the button that
has the focus (cold), closed by Escape, and opened again (warm). Xvfb keeps the screen in a file, which is read every
few milliseconds. Painted is the first moment from which the screen stays as it is at the end, but for a few rows (a
caret). Prints a JSON line for each of the two, with the median and all values in milliseconds.
"""

import json
import mmap
import os
import pathlib
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

BARS = {"cold": 500, "warm": 200}
SIZE = (1280, 960)
# The share of rows that may differ from the end: a caret's.
TOLERANCE = 0.04
WATCH = 2.5


class Screen:
    """The pixels of a virtual display, in the file that Xvfb keeps them in."""

    def __init__(self, folder: pathlib.Path) -> None:
        file = open(folder / "Xvfb_screen0", "rb")
        self.map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self.map[:100])
        self.offset = head[0] + head[19] * 12
        self.stride, self.height = head[12], head[5]

    def pixels(self) -> bytes:
        return self.map[self.offset : self.offset + self.stride * self.height]

    def share_of_other_rows(self, one: bytes, other: bytes) -> float:
        if one == other:
            return 0
        rows = range(0, len(one), self.stride)
        return sum(one[row : row + self.stride] != other[row : row + self.stride] for row in rows) / self.height

    def settle(self, patience: float, calm: float = 0.7) -> None:
        """Waits until the screen has changed, and then stays the same for a moment."""
        first = last = self.pixels()
        since = end = time.monotonic()
        end += patience
        while time.monotonic() < end:
            now = self.pixels()
            if self.share_of_other_rows(now, last) > TOLERANCE:
                last, since = now, time.monotonic()
            if last != first and time.monotonic() - since > calm:
                return
            time.sleep(0.02)
        raise SystemExit("the screen doesn't settle")

    def painted(self, key: str, environment: dict[str, str]) -> float:
        """Presses a key, and returns the milliseconds until the screen has what it has in the end."""
        before = self.pixels()
        frames: list[tuple[float, bytes]] = []
        # xdotool takes a moment to start; the key comes at its end.
        subprocess.run(["xdotool", "key", "--delay", "0", key], check=True, env=environment)
        begin = time.monotonic()
        last = b""
        while time.monotonic() - begin < WATCH:
            now = self.pixels()
            if now != last:
                frames.append((time.monotonic(), now))
                last = now
            time.sleep(0.002)
        final = frames[-1][1]
        if self.share_of_other_rows(before, final) <= TOLERANCE:
            raise SystemExit(f"the screen is the same after {key}")
        painted = frames[-1][0]
        for moment, frame in reversed(frames):
            if self.share_of_other_rows(frame, final) > TOLERANCE:
                break
            painted = moment
        return (painted - begin) * 1000


def run_once(program: str) -> dict[str, float]:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="first-paint-"))
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp", "-fbdir", folder],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        display = f":{pipe.readline().strip()}"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("WAYLAND_", "WEBKIT_", "XDG_"))},
        "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "HOME": str(folder),
    }
    window = subprocess.Popen(
        [program, "shell", "--devnet"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        screen = Screen(folder)
        screen.settle(30)
        values = {"cold": screen.painted("Return", environment)}
        subprocess.run(["xdotool", "key", "Escape"], check=True, env=environment)
        screen.settle(10)
        values["warm"] = screen.painted("Return", environment)
        return values
    finally:
        window.terminate()
        window.wait(20)
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
    runs = [run_once(program) for _ in range(count)]
    for name, bar in BARS.items():
        values = [round(run[name], 1) for run in runs]
        median = statistics.median(values)
        line = {"metric": f"first-paint-{name}", "unit": "ms", "value": median, "bar": bar, "ok": median <= bar, "values": values}
        print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
