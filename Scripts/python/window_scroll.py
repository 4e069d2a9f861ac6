#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what a user sees of the window's Activity page with 10,000 entries in its archive, under Xvfb.

    window_scroll.py FOLDER [COUNT]

FOLDER has near-connect, near-connect-view and near-connect-devnet. The journal of a new profile gets 10,000 settled
entries; one payment by `near-connect send` moves them into the archive. Then Page Down is pressed COUNT times in the
list, which reads a hundred entries when its end comes near. GTK glides to the next page in 200 ms. Prints a JSON line
with the longest time between two pictures of the list on the way, that of each key, and the longest from a key to the
first picture after it, which takes two frames of the display's sixty a second, in milliseconds.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time
from itertools import pairwise

from virtual_display import Display, Keys

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
        environment = display.environment
        entries = write_journal(display.folder)
        chain = subprocess.Popen(
            [folder / "near-connect", "devnet", "--json"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        window = None
        try:
            assert chain.stdout
            address = json.loads(chain.stdout.readline())
            node = ["--network", "devnet", "--rpc-url", address["rpcUrl"]]
            policy = display.folder / "policy.json"
            policy.write_text('{"version": 1, "rules": [{"name": "bench", "networks": ["devnet"], "deposit": "2 NEAR"}]}')
            subprocess.run(
                [
                    folder / "near-connect", "send", "bob.test.near", "1", "NEAR", "--signer", "alice.test.near",
                    "--credentials", address["credentials"], "--approve", policy, *node,
                ], env=environment, check=True, stdout=subprocess.DEVNULL)
            kept = display.folder / ".local/state/near-connect/default/archive.sqlite"
            assert kept.stat().st_size > ENTRIES * 100, "the entries weren't archived"
            window = display.start(str(folder / "near-connect-view"), "shell", *node)
            display.screen.settle(30)
            keys = Keys(environment["DISPLAY"])
            keys.press("Alt_L", "6")
            display.screen.settle(30)
            subprocess.run(["xdotool", "mousemove", "600", "400", "click", "1"], check=True, env=environment)
            display.screen.settle(10)
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
                "metric": "window-scroll", "unit": "ms", "value": max(values), "median": statistics.median(values),
                "entries": entries, "bar": BAR, "ok": max(values) <= BAR, "values": values}
            print(json.dumps(line, separators=(",", ":")))
        finally:
            for process in [window, chain]:
                if process:
                    process.terminate()
                    process.wait(20)


if __name__ == "__main__":
    main()
