#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long a user looks at a blank page, in a window under Xvfb.

    first_paint.py PROGRAM FLOOR [COUNT]

PROGRAM is near-connect-view, FLOOR the C program of Scripts/bench-floor. Each of COUNT starts has a profile of its own.
In it the list of wallets is opened by the button that has the focus (cold), closed by Escape, and opened again (warm);
the time is that from the key to the painted list. Before each, a start is timed to its first complete frame, beside one
of FLOOR's: a window with a view of WebKit's and nothing else. Xvfb keeps the screen in a file, which is read every few
milliseconds. Painted is the first moment from which the screen stays as it is at the end, but for a few rows (a caret).
Prints a JSON line for each of the three, with the median and all values in milliseconds, of starts the ratios.
"""

import json
import statistics
import sys
import time

from virtual_display import Display, Keys

BARS = {"cold": 500, "warm": 200}
# Of a start's first complete frame, beside FLOOR's.
FRAME_BAR = 1.3


def first_frame(*command: str) -> float:
    """Returns the milliseconds from a program's start to its window's first complete frame."""
    with Display() as display:
        before, begin = display.screen.pixels(), time.monotonic()
        window = display.start(*command)
        try:
            return display.screen.painted(before, begin, watch=6)
        finally:
            window.terminate()
            window.wait(20)


def painted_after(key: str, keys: Keys, display: Display) -> float:
    """Presses a key, and returns the milliseconds until the screen has what it has in the end."""
    before, begin = display.screen.pixels(), time.monotonic()
    keys.press(key)
    return display.screen.painted(before, begin)


def list_painted(program: str) -> dict[str, float]:
    """Returns the milliseconds to the painted list of wallets, when it is opened first, and again."""
    with Display() as display:
        window = display.start(program, "shell", "--devnet")
        try:
            display.screen.settle(30)
            keys = Keys(display.environment["DISPLAY"])
            values = {"cold": painted_after("Return", keys, display)}
            keys.press("Escape")
            display.screen.settle(10)
            values["warm"] = painted_after("Return", keys, display)
            return values
        finally:
            window.terminate()
            window.wait(20)


def write(metric: str, unit: str, values: list[float], bar: float, **more: object) -> None:
    median = statistics.median(values)
    line = {"metric": metric, "unit": unit, "value": round(median, 3), "bar": bar, "ok": median <= bar, "values": values, **more}
    print(json.dumps(line, separators=(",", ":")), flush=True)


def main() -> None:
    program, floor, count = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 9
    runs: list[dict[str, float]] = []
    starts: list[tuple[float, float]] = []
    for _ in range(count):
        starts.append((first_frame(program, "shell", "--devnet"), first_frame(floor, "window")))
        runs.append(list_painted(program))
    for name, bar in BARS.items():
        write(f"first-paint-{name}", "ms", [round(run[name], 1) for run in runs], bar)
    write(
        "first-frame", "ratio", [round(own / other, 3) for own, other in starts], FRAME_BAR,
        ms=[[round(own, 1), round(other, 1)] for own, other in starts])


if __name__ == "__main__":
    main()
