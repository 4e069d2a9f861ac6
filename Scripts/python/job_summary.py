#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the summary of a job in Markdown, as GITHUB_STEP_SUMMARY takes it, from a report in JUnit's XML.

    Scripts/python/job_summary.py REPORT
"""
import sys
import xml.etree.ElementTree as XML

ESCAPES = {ord(mark): "&#%d;" % ord(mark) for mark in "\\`*_[]|~#!:@"} | str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def cell(text):
    """A text in a cell of a table: texts of scenarios and wallets make no markup."""
    return " ".join(text.split())[:1000].translate(ESCAPES)


def seconds(case):
    try:
        return float(case.get("time") or 0)
    except ValueError:
        return 0.0


def read(path):
    """The test cases of a report as far as it can be read, and why it can't be read further."""
    cases = []
    try:
        for _, element in XML.iterparse(path):
            if element.tag == "testcase":
                cases.append(element)
    except (XML.ParseError, LookupError, ValueError) as error:
        return cases, str(error)
    return cases, None


def summary(cases, fault):
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    if fault is not None:
        yield "### The report can't be read to its end"
        yield ""
        yield "%s. The job's log has what is missing here." % cell(fault)
        yield ""
    if fault is None or cases:
        yield "### %s" % (
            "%d of %d scenarios failed" % (len(failed), len(cases)) if failed else "%d scenarios succeeded" % len(cases))
        yield ""
        yield "| scenario | result | time |"
        yield "| --- | --- | ---: |"
    for case in failed + [case for case in cases if case not in failed]:
        fault = next((case.find(name) for name in ("failure", "error") if case.find(name) is not None), None)
        said = "succeeded" if fault is None else "**failed**: " + cell(fault.get("message") or fault.text or "")
        yield "| %s | %s | %.1f s |" % (cell(case.get("name") or ""), said, seconds(case))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        lines = list(summary(*read(sys.argv[1])))
    except FileNotFoundError:
        # No scenario has run; the log says why.
        lines = ["### No scenario has run", "", "The job's log says why."]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
