#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what a user sees of the window's Activity page with 10,000 entries in its archive, under Xvfb.

    window_scroll.py FOLDER [COUNT]

FOLDER has near-connect, near-connect-view and near-connect-devnet. The journal of a new profile gets 10,000 settled
entries; one payment by `near-connect send` moves them into the archive. Then Page Down is pressed COUNT times in the
list, which reads a hundred entries when its end comes near. GTK glides to the next page in 200 ms. Prints a JSON line
with the longest time between two pictures of the list in the first three quarters of a glide, that of each key, and
the longest from a key to the first picture after it, in milliseconds. A frame takes 17 ms.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time
from itertools import pairwise

from virtual_display import Display, Keys
from window_chain import Chain

ENTRIES = 10_000
BAR = 50
# Of the list, without its scroll bar, which fades in.
COLUMNS = (150, 850)
# At the end of a glide the list moves by less than a pixel a frame.
MOVING = 0.15
HASH = "A" * 43 + "k"


def entry(number: int) -> str:
    action = {"type": "Transfer", "amount": str(number * 10**24)}
    lines = [
        {
            "v": 1, "id": f"e{number}", "type": "intent", "time": 1_700_000_000_000 + number * 60_000, "request": "r1",
            "kind": "transactions", "network": "devnet", "signerId": "alice.test.near", "walletId": "w",
            "parts": [{"receiverId": f"shop{number % 7}.test.near", "actions": [action]}],
            "process": {"pid": 1, "start": 1, "boot": "another machine", "namespace": None},
        },
        {
            "v": 1, "id": f"e{number}", "type": "state", "part": 0, "state": "confirmed", "settled": True,
            "hash": HASH},
    ]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def write_journal(home: pathlib.Path) -> int:
    """Writes the entries, and as many more as fit below the next size at which the journal is compacted."""
    folder = home / ".local/state/near-connect/default"
    folder.mkdir(mode=0o700, parents=True)
    entries = [entry(number) for number in range(ENTRIES)]
    total, size = sum(map(len, entries)), 512 * 1024
    while size < total:
        size += size // 4
    while total + len(entry(len(entries))) < size:
        entries.append(entry(len(entries)))
        total += len(entries[-1])
    file = folder / "journal.jsonl"
    file.touch(0o600)
    file.write_text("".join(entries))
    return len(entries)


def main() -> None:
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    with Display() as display:
        entries = write_journal(display.folder)
        with Chain(folder, display) as chain:
            chain.send("1")
            kept = display.folder / ".local/state/near-connect/default/archive.sqlite"
            assert kept.stat().st_size > ENTRIES * 100, "the entries weren't archived"
            window = display.start(str(folder / "near-connect-view"), "shell", *chain.node, "--page", "activity")
            try:
                measure(display, entries, count)
            finally:
                window.terminate()
                window.wait(20)


def measure(display: Display, entries: int, count: int) -> None:
    display.screen.settle(30, calm=1.5)
    subprocess.run(["xdotool", "mousemove", "600", "400", "click", "1"], check=True, env=display.environment)
    display.screen.settle(10)
    keys = Keys(display.environment["DISPLAY"])
    first: list[float] = []
    values: list[float] = []
    for _ in range(count):
        before, begin = display.screen.pixels(COLUMNS), time.monotonic()
        keys.press("Next")
        moments = [moment for moment, _ in display.screen.frames(before, begin, 0.6, COLUMNS)]
        if len(moments) < 3:
            raise SystemExit("the list doesn't move")
        first.append(round((moments[0] - begin) * 1000, 1))
        moving = [moment for moment in moments if moment <= moments[0] + MOVING]
        values.append(round(max(end - start for start, end in pairwise(moving)) * 1000, 1))
    line = {
        "metric": "window-scroll", "unit": "ms", "value": max(values), "median": round(statistics.median(values), 1),
        "from_key": max(first), "entries": entries, "bar": BAR, "ok": max(values) <= BAR, "values": values}
    print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
