#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps the samples of documents equal to files that are compiled or run. Prints each finding as file:line: message; the exit
code is 1 when there is one.

    Scripts/python/samples.py DOCUMENT…          says which samples differ
    Scripts/python/samples.py --write DOCUMENT…  copies the code into the documents

A sample is a block below a line that names its source, a path from the working folder and a name:

    <!-- sample: Examples/Payment/Sources/Payment/main.swift program -->

In the source it stands between the lines `// sample: program` and `// end of sample`, or the same behind `#`, in one
piece or in several. A block of Swift without such a line is a finding too: nobody would compile it.
"""
import re
import sys
import textwrap

NAMED = re.compile(r"^<!-- sample: (\S+) (\S+) -->$")
BEGIN = re.compile(r"^\s*(?://|#) sample: (\S+)$")
END = re.compile(r"^\s*(?://|#) end of sample$")


def region(path, name):
    """The lines of a sample, without the indentation that they have in common; None where there is no such sample."""
    pieces, piece = [], None
    with open(path, encoding="utf-8") as source:
        for line in source.read().split("\n"):
            begin = BEGIN.match(line)
            if begin:
                piece = [] if begin.group(1) == name else None
            elif END.match(line):
                if piece is not None:
                    pieces.append(textwrap.dedent("\n".join(piece)))
                piece = None
            elif piece is not None:
                piece.append(line)
    return "\n".join(pieces).split("\n") if pieces else None


def synchronize(document):
    """The document's text with its samples as they are compiled, and what was wrong with it."""
    with open(document, encoding="utf-8") as file:
        lines = file.read().split("\n")
    result, findings, number = [], [], 0
    while number < len(lines):
        line = lines[number]
        result.append(line)
        number += 1
        named = NAMED.match(result[-2]) if len(result) > 1 else None
        if line != "```swift" and not (named and line.startswith("```")):
            continue
        close = lines.index("```", number)
        here = "%s:%d: " % (document, number)
        block, number = lines[number:close], close
        compiled = None
        if not named:
            findings.append(here + "this sample isn't compiled: name its source in the line above it, "
                            "<!-- sample: FILE NAME -->")
        else:
            try:
                compiled = region(*named.groups())
            except OSError as error:
                findings.append(here + "%s can't be read: %s" % (error.filename, error.strerror))
            else:
                if compiled is None:
                    findings.append(here + "%s has no sample named %s" % named.groups())
                elif compiled != block:
                    findings.append(here + "the sample differs from %s, %s" % named.groups())
        result += compiled or block
    return "\n".join(result), findings


def main():
    arguments = sys.argv[1:]
    writes = arguments[:1] == ["--write"]
    failed = False
    for document in arguments[1:] if writes else arguments:
        text, findings = synchronize(document)
        if writes:
            with open(document, "w", encoding="utf-8") as file:
                file.write(text)
            findings = [finding for finding in findings if "differs from" not in finding]
        for finding in findings:
            print(finding)
        failed = failed or bool(findings)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
