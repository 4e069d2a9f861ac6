#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the manual page: its commands and options are those that the program declares, the rest is a template.

    Scripts/python/manual.py PROGRAM           writes Resources/Desktop/near-connect.1
    Scripts/python/manual.py PROGRAM --check   says where that file is another one

PROGRAM is near-connect as it was built. The template, Scripts/python/near-connect.1.in, has @COMMANDS@ and
@OPTIONS@ where they belong.
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATE = Path(__file__).resolve().parent / "near-connect.1.in"
PAGE = ROOT / "Resources/Desktop/near-connect.1"
# An option that so many commands declare alike is described once.
COMMON = 3
# Every command has these two.
EVERYWHERE = {"--help", "--version"}


@dataclass
class Verb:
    """A command, or a group of commands, which takes no words itself."""

    name: str
    abstract: str
    discussion: str
    is_group: bool = False
    operands: list[dict] = field(default_factory=list)
    options: list[dict] = field(default_factory=list)


def escaped(text: str) -> str:
    """Return text for roff, which gives backslashes, hyphens and some first letters a meaning."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in {".", "'"} else text


def paragraph(text: str) -> list[str]:
    """Return text with each sentence on a line of its own, as roff wants it, and options in bold."""
    sentences = re.split(r"(?<=[.!?]) +(?=[A-Z“-])", " ".join(text.split()))
    return [re.sub(r"(?<![\w-])(\\-\\-[a-z](?:\\-|[a-z0-9])*)", r"\\fB\1\\fR", escaped(each)) for each in sentences]


def spelled(name: dict) -> str:
    """Return an option's name as it is typed."""
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def names(argument: dict) -> list[str]:
    """Return an option's names, the short one first."""
    return sorted((spelled(each) for each in argument.get("names", [])), key=len)


def key(argument: dict) -> str:
    """Return what two commands have to declare alike for one description to do for both."""
    return json.dumps([names(argument), argument["kind"], argument.get("valueName"), argument.get("abstract")])


def described(argument: dict) -> list[str]:
    """Return an operand or an option with its help."""
    if argument["kind"] == "positional":
        head = f"\\fI{escaped(argument['valueName'])}\\fR"
    else:
        head = ", ".join(f"\\fB{escaped(each)}\\fR" for each in names(argument))
        if argument["kind"] == "option":
            head += f" \\fI{escaped(argument['valueName'])}\\fR"
    return [".TP", head, *paragraph(argument.get("abstract", "") or argument["valueName"])]


def operand(argument: dict) -> str:
    """Return an operand as it stands in a usage line."""
    text = f"\\fI{escaped(argument['valueName'])}\\fR" + (" ..." if argument.get("isRepeating") else "")
    return f"[{text}]" if argument.get("isOptional") else text


def verbs(command: dict, path: list[str]) -> list[Verb]:
    """Return the commands below one, in the order of the help, each group before its own."""
    below = [each for each in command.get("subcommands", []) if each.get("shouldDisplay", True)]
    below = [each for each in below if each["commandName"] != "help"]
    verb = Verb(" ".join(path), command.get("abstract", ""), command.get("discussion", ""), bool(below))
    if not below:
        for argument in command.get("arguments", []):
            if not argument.get("shouldDisplay", True) or EVERYWHERE & set(names(argument)):
                continue
            (verb.operands if argument["kind"] == "positional" else verb.options).append(argument)
    found = [verb] if path else []
    for each in below:
        found += verbs(each, [*path, each["commandName"]])
    return found


def commands(found: list[Verb], common: dict[str, dict]) -> list[str]:
    """Return the section of the commands."""
    lines = []
    for verb in found:
        usage = " ".join(["\\fB" + escaped(f"near-connect {verb.name}") + "\\fR", *map(operand, verb.operands)])
        rest = " \\fIcommand\\fR" if verb.is_group else " [\\fIoptions\\fR]" if verb.options else ""
        lines += [f".SS {escaped(verb.name)}", usage + rest, ".PP"]
        for text in [verb.abstract, *verb.discussion.split("\n\n")]:
            if text:
                lines += [*paragraph(text), ".PP"]
        while lines[-1] == ".PP":
            lines.pop()
        own = [each for each in verb.options if key(each) not in common]
        shared = [max(names(each), key=len) for each in verb.options if key(each) in common]
        for argument in [*verb.operands, *own]:
            lines += described(argument)
        if shared:
            also = ", ".join(f"\\fB{escaped(each)}\\fR" for each in sorted(set(shared)))
            lines += [".PP", f"Common options: {also}."]
    return lines


def options(found: list[Verb], common: dict[str, dict]) -> list[str]:
    """Return the section of the options that several commands have."""
    lines = []
    for text, argument in sorted(common.items(), key=lambda item: max(names(item[1]), key=len)):
        lines += described(argument)
        users = [verb.name for verb in found if any(key(each) == text for each in verb.options)]
        if len(users) < len(found) // 2:
            lines += [".br", f"Commands: {', '.join(escaped(each) for each in users)}."]
    return lines


def page(program: str) -> str:
    """Return the manual page of a program."""
    help_text = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True,
                               env={**os.environ, "LC_ALL": "C"})
    found = verbs(json.loads(help_text.stdout)["command"], [])
    counts: dict[str, int] = {}
    declared: dict[str, dict] = {}
    for verb in found:
        for argument in verb.options:
            counts[key(argument)] = counts.get(key(argument), 0) + 1
            declared[key(argument)] = argument
    common = {text: declared[text] for text, count in counts.items() if count >= COMMON}
    text = TEMPLATE.read_text(encoding="utf-8")
    text = text.replace("@COMMANDS@", "\n".join(commands(found, common)))
    return text.replace("@OPTIONS@", "\n".join(options(found, common)))


def main() -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    written = page(arguments.program)
    if not arguments.check:
        PAGE.write_text(written, encoding="utf-8")
        return 0
    there = PAGE.read_text(encoding="utf-8")
    difference = difflib.unified_diff(there.splitlines(), written.splitlines(), str(PAGE.relative_to(ROOT)), "written", "", "", 0)
    print("\n".join(list(difference)[:20]), end="" if there == written else "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
