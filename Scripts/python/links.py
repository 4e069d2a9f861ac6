#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds links between the repository's documents that lead nowhere: to a file, or to a heading, that isn't there.

    python3 Scripts/python/links.py FILE…      FILE…: documents in Markdown
"""

import re
import sys
from functools import cache
from pathlib import Path

LINK = re.compile(r"\]\(([^()\s]+)\)")
OUTSIDE = re.compile(r"^([a-z]+:|<)")


def prose(path):
    """The lines with their numbers, without blocks of code."""
    is_code = False
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield place, line


@cache
def headings(path):
    """The names by which GitHub links a document's headings."""
    found = []
    for _, line in prose(path):
        if heading := re.match(r"#+ +(.*?) *$", line):
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            count = sum(1 for other in found if other == name or re.fullmatch(rf"{re.escape(name)}-\d+", other))
            found.append(f"{name}-{count}" if count else name)
    return found


def main(*paths):
    for name in paths:
        path = Path(name)
        for place, line in prose(path):
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if OUTSIDE.match(target):
                    continue
                file, _, anchor = target.partition("#")
                aim = path.parent / file if file else path
                if not aim.exists():
                    print(f"{name}:{place}: there is no {target}")
                elif anchor and aim.suffix == ".md" and anchor not in headings(aim):
                    print(f"{name}:{place}: {file or name} has no heading #{anchor}")


if __name__ == "__main__":
    main(*sys.argv[1:])
