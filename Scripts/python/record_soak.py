# SPDX-License-Identifier: MIT
"""Writes a result of Scripts/soak into the table of docs/soak.md: one row a name, the newest result.

    record_soak.py FILE --name NAME --count N --seconds S --result TEXT --commit ID --cores N --date YYYY-MM-DD
"""

import argparse
import sys

HEADER = "| soak | count | result | seconds | cores | commit | date |"


def main():
    parser = argparse.ArgumentParser(description="Writes a result of Scripts/soak into a table.")
    parser.add_argument("file")
    for option in ("name", "count", "seconds", "result", "commit", "cores", "date"):
        parser.add_argument("--" + option, required=True)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if HEADER not in lines:
        sys.exit("%s has no table that begins with: %s" % (options.file, HEADER))
    begin = lines.index(HEADER) + 2
    end = begin
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    count = "{:,}".format(int(options.count))
    row = "| %s |" % " | ".join(
        ("`%s`" % options.name, count, options.result, options.seconds, options.cores, options.commit, options.date))
    rows = [line for line in lines[begin:end] if not line.startswith("| `%s` |" % options.name)]
    lines[begin:end] = sorted([*rows, row])
    with open(options.file, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
