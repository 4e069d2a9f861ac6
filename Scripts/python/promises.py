# SPDX-License-Identifier: MIT
"""Finds promises of docs/threat-model.md that nothing attacks.

A promise is a row of a table whose first cell is its number. The number is its own, and the last cell names at least one
type or function of the tests in backticks; each `…Tests` that it names is declared in a Swift file.

    python3 Scripts/python/promises.py PAGE FILE…      FILE…: the tests
"""

import re
import sys

ROW = re.compile(r"^\| (\d+[a-z]*) \|(.*)\|\s*$")
NAME = re.compile(r"`([A-Za-z_]\w*)[^`]*`")
DECLARATION = re.compile(r"\b(?:class|struct|enum|actor|extension)\s+(\w+)")


def findings(page, tests):
    declared = set()
    for path in tests:
        with open(path, encoding="utf-8") as stream:
            declared.update(DECLARATION.findall(stream.read()))
    numbers = set()
    with open(page, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    for place, line in enumerate(lines, start=1):
        if not (row := ROW.match(line)):
            continue
        number, cells = row.groups()
        if number in numbers:
            yield place, f"row {number} is there twice"
        numbers.add(number)
        names = NAME.findall(re.split(r"(?<!\\)\|", cells)[-1])
        if not names:
            yield place, f"row {number} names no test"
        for name in names:
            if name.endswith("Tests") and name not in declared:
                yield place, f"row {number} names {name}, which is not there"


def main(page, *tests):
    found = list(findings(page, tests))
    for place, text in found:
        print(f"{page}:{place}: {text}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
