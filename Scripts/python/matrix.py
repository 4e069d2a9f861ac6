#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what a program's operations ended in with the tables of docs/embedding.md, which all languages share.

    python3 Scripts/python/matrix.py PAGE [--library] < LINES

LINES are `<operation>: <end>`; the programs of Tests/CNearConnectTests/matrix print one for each row of the table under
“The same in every language”, and those with the library (--library) one for each row under “Operations of the library alone”.
Prints what differs, and ends with 1 then.
"""

import re
import sys

ROW = re.compile(r"^\| ([a-z ]+) \| `([^`]+)` \|")


def table(page: str, heading: str) -> dict[str, str]:
    with open(page, encoding="utf-8") as stream:
        section = stream.read().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return {row[1]: row[2] for line in section.splitlines() if (row := ROW.match(line))}


def main(page: str, option: str = "") -> int:
    expected = table(page, "The same in every language")
    if option == "--library":
        expected |= table(page, "Operations of the library alone")
    lines = [line.split(": ", 1) for line in sys.stdin.read().splitlines()]
    printed = {line[0]: line[1] for line in lines if len(line) == 2 and line[0] in expected}
    names = [line[0] for line in lines if len(line) == 2 and line[0] in expected]
    differ = [f"{name}: it was printed twice" for name in printed if names.count(name) > 1]
    differ += [
        f"{operation}: {printed.get(operation, 'nothing was printed')}, and {end} by {page}"
        for operation, end in expected.items() if printed.get(operation) != end]
    print("\n".join(differ) if differ else f"{len(expected)} operations end as {page} says")
    return 1 if differ or not expected else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
