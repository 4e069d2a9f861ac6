# SPDX-License-Identifier: MIT
"""Compares what could end a host's process with the table of docs/threat-model.md.

A fatal error in the engine ends the program that embeds it. Each place of the code that the engine links where one is
written stands in the table under “Traps”, with its words, its files, how often it stands in one (“×2”), and why
nothing from outside reaches it; a row without its place is found too. The engine's targets are those that
NEARConnectEngine needs by Package.swift.

A trap is a call of fatalError, a precondition or an assertion, a forced try, cast or unwrapping (which swift-format
refuses besides), `unowned`, a thread that is taken for granted (`assumeIsolated`), a dictionary of keys that are taken
to be unique, and in C g_error, g_assert and abort. Its words are the text that it is given, or else its own name. Places
in arrays and sums that overflow have no such name: parsers are fuzzed for them (Scripts/fuzz), and the engine's table is
attacked (Tests/CNearConnectTests/test-table.c).

    python3 Scripts/python/traps.py PAGE [ROOT]
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ENGINE = "NEARConnectEngine"
# The C library stands in the same process.
BESIDE = ["CNearConnect"]
TRAPS = {
    ".swift": re.compile(
        r"(?<![.\w])(fatalError|precondition(?:Failure)?|assert(?:ionFailure)?)\(|\b(try!|as!|unowned)(?!\w)"
        r"|(?<=\.)(unsafelyUnwrapped|assumeIsolated|assertIsolated|preconditionIsolated)\b|\b(uniqueKeysWithValues):"),
    ".c": re.compile(r"(?<!\w)(g_error|g_assert\w*|g_abort|abort|assert|__builtin_trap)(?= ?\()"),
}
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
ROW = re.compile(r"^\| “(.+?)” \| (.+?) \| (.+?) \|$")
FILE = re.compile(r"`([^`]+)`(?: ×(\d+))?")


def closure(root):
    """The names of the targets that the engine links, with those that the package has sources of."""
    said = subprocess.run(
        ["swift", "package", "dump-package"], cwd=root, capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: target for target in json.loads(said)["targets"]}
    found, open_ones = set(), [ENGINE]
    while open_ones:
        name = open_ones.pop()
        if name in found or name not in targets:
            continue
        found.add(name)
        for need in targets[name]["dependencies"]:
            open_ones += [words[0] for kind, words in need.items() if kind in ("byName", "target")]
    return {name: targets[name].get("path") or f"Sources/{name}" for name in found}


def words(text, match):
    """What a trap says: the last text of its call, or its name."""
    name = next(group for group in match.groups() if group)
    if not match.group().endswith("("):
        return name
    depth, place, said = 1, match.end(), None
    while depth and place < len(text):
        if literal := TEXT.match(text, place):
            said, place = literal[1], literal.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return said or name


def in_the_code(root):
    """(words, file): the lines where it stands."""
    found = defaultdict(list)
    folders = [*closure(root).values(), *(f"Sources/{name}" for name in BESIDE)]
    for folder in sorted(folders):
        for path in sorted((root / folder).rglob("*")):
            if (pattern := TRAPS.get(path.suffix)) is None:
                continue
            text = path.read_text(encoding="utf-8")
            for match in pattern.finditer(text):
                start = text.rfind("\n", 0, match.start()) + 1
                if text[start:match.start()].lstrip().startswith(("//", "*", "/*")):
                    continue
                key = words(text, match), path.relative_to(root / "Sources").as_posix()
                found[key].append(text.count("\n", 0, match.start()) + 1)
    return found


def in_the_table(page):
    """(words, file): the row's line, and how often the file has it."""
    found, is_table = {}, False
    for place, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("## "):
            is_table = line == "## Traps"
        elif is_table and (row := ROW.match(line)):
            for file, times in FILE.findall(row[2]):
                found[row[1].replace(r"\|", "|"), file] = place, int(times or 1)
    return found


def main(page, root="."):
    root = Path(root)
    code, table = in_the_code(root), in_the_table(root / page)
    for (said, file), lines in sorted(code.items(), key=lambda item: item[0][::-1]):
        if (said, file) not in table:
            print(f"Sources/{file}:{lines[0]}: “{said}” is not in the table of {page}")
        elif len(lines) != (times := table[said, file][1]):
            print(f"Sources/{file}:{lines[-1]}: “{said}” stands here {len(lines)} times; the table of {page} has {times}")
    for (said, file), (line, _) in table.items():
        if (said, file) not in code:
            print(f"{page}:{line}: there is no “{said}” in Sources/{file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
