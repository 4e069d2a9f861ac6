#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds cycles between the folders of a target, from names: an arrow A -> B is a file of folder A that names something
that only folder B declares. Prints, for each cycle, the arrows in it with the two files and the name that ties them.

    Scripts/python/arrows.py [--list] FOLDER…      folders of targets; --list prints every arrow as well

Names are the types of a target and the members that its extensions of other folders' types add. A name that several
folders declare says nothing and is left out, so an arrow that is printed is there; one that is not may still be.
Folders are compared with their siblings at every level; files beside folders are the parent's own and not compared
with them.
"""
import collections
import os
import re
import sys

SCOPE = re.compile(
    r"[{}]|\b(?:struct|class|enum|actor|protocol|typealias)\s+([A-Z]\w*)|\bextension\s+([A-Z][\w.]*)")
QUALIFIED = re.compile(r"\b([A-Z]\w*)\s*\.\s*([A-Z]\w*)")
MEMBER = re.compile(r"\b(?:func|var|let|case)\s+(`?[a-z_]\w*`?)")
WORD = re.compile(r"(\.?)\b([A-Za-z_]\w*)")
SKIPPED = re.compile(
    r'(?P<raw>#+)"""(?:.|\n)*?"""(?P=raw)|"""(?:\\.|[^\\])*?"""|(?P<hash>#+)".*?"(?P=hash)|"(?:\\.|[^"\\\n])*"'
    r"|//[^\n]*|/\*(?:.|\n)*?\*/")
INTERPOLATION = re.compile(r"\\\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def code(text):
    """The text without comments and literals, but with what literals interpolate."""

    def kept(match):
        literal = match.group()
        return " " if literal.startswith("/") else " " + " ".join(INTERPOLATION.findall(literal)) + " "

    return SKIPPED.sub(kept, text)


def scopes(text):
    """The types at the top of a file, the nested ones as (outer, inner), and the types that are extended."""
    top, nested, extended = set(), set(), set()
    stack, pending = [], None
    for match in SCOPE.finditer(text):
        name, extends = match.groups()
        if name:
            outer = next((scope for scope in reversed(stack) if scope), None)
            (nested.add((outer, name)) if outer else top.add(name))
            pending = name
        elif extends:
            extended.add(extends.split(".")[0])
            pending = extends.split(".")[-1]
        elif match.group() == "{":
            stack.append(pending)
            pending = None
        elif stack:
            stack.pop()
    return top, nested, extended


class File:
    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            text = code(stream.read())
        self.path = path
        self.types, self.nested, self.extended = scopes(text)
        self.qualified = set(QUALIFIED.findall(text))
        words = WORD.findall(text)
        self.names = {name for _, name in words}
        self.members = {name for dot, name in words if dot}
        self.declared_members = {name.strip("`") for name in MEMBER.findall(text)}


def files(folder):
    for root, _, names in os.walk(folder):
        yield from (File(os.path.join(root, name)) for name in sorted(names) if name.endswith(".swift"))


def arrows(rooms):
    """Arrows between rooms (name -> files): (from, to) -> [(file, file, name)]."""
    types, members = collections.defaultdict(set), collections.defaultdict(set)
    home, nested = {}, collections.defaultdict(set)
    for room, inside in rooms.items():
        for file in inside:
            for pair in file.nested:
                nested[pair].add((room, file.path))
            for name in file.types:
                types[name].add(room)
                home.setdefault((room, name), file)
            for name in file.declared_members:
                members[name].add(room)
    found = collections.defaultdict(list)
    for room, inside in rooms.items():
        for file in inside:
            for name in sorted(file.names & types.keys()):
                if len(types[name]) == 1 and room not in types[name] and name not in file.declared_members:
                    (other,) = types[name]
                    found[room, other].append((file.path, home[other, name].path, name))
            for pair in sorted(file.qualified & nested.keys()):
                if len(nested[pair]) == 1:
                    ((other, path),) = nested[pair]
                    if other != room:
                        found[room, other].append((file.path, path, ".".join(pair)))
    # What an extension adds to another room's type is seen where its name is used with a dot.
    for room, inside in rooms.items():
        for file in inside:
            foreign = {name for name in file.extended if name in types and room not in types[name]}
            if not foreign:
                continue
            for name in file.declared_members:
                if len(members[name]) != 1 or len(name) < 6:
                    continue
                for other, others in rooms.items():
                    if other == room:
                        continue
                    for user in others:
                        if name in user.members:
                            found[other, room].append((user.path, file.path, name))
    return found


def cycles(found):
    """Strongly connected components of more than one room."""
    after = collections.defaultdict(set)
    for start, end in found:
        after[start].add(end)

    def reach(start):
        seen, todo = set(), [start]
        while todo:
            for end in after[todo.pop()]:
                if end not in seen:
                    seen.add(end)
                    todo.append(end)
        return seen

    reached = {room: reach(room) for room in list(after)}
    components = []
    for room in sorted(reached):
        component = {other for other in reached[room] if room in reached.get(other, ())} | {room}
        if len(component) > 1 and component not in components:
            components.append(component)
    return components


def look(folder, lists):
    """Compares the folders directly inside `folder`, then those inside each of them. Returns how many cycles there are."""
    inside = sorted(entry.path for entry in os.scandir(folder) if entry.is_dir())
    count = 0
    rooms = {os.path.relpath(path, folder): list(files(path)) for path in inside}
    rooms = {name: inside for name, inside in rooms.items() if inside}
    found = arrows(rooms)
    if lists:
        for (start, end), ties in sorted(found.items()):
            print(f"{folder}: {start} -> {end} ({len({tie[0] for tie in ties})} files)")
            for user, declaring, name in ties[:200 if lists > 1 else 0]:
                print(f"    {user}: {name} ({declaring})")
    for component in cycles(found):
        count += 1
        print(f"{folder}: a cycle of {len(component)} folders: {', '.join(sorted(component))}")
        for (start, end), ties in sorted(found.items(), key=lambda item: len(item[1])):
            if start in component and end in component:
                user, declaring, name = ties[0]
                print(f"    {start} -> {end}: {user} names {name} of {declaring}"
                      + (f", and {len(ties) - 1} more" if len(ties) > 1 else ""))
    return count + sum(look(path, lists) for path in inside)


def main(arguments):
    lists = arguments.count("--list")
    folders = [argument for argument in arguments if argument != "--list"]
    return 1 if sum(look(folder, lists) for folder in folders) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
