# SPDX-License-Identifier: MIT
"""Reads `deno info --json` of all modules and prints what is wrong with their imports: cycles, arrows to a higher floor, names that lead
nowhere (the type checker would take them for `any`), and types that a page would load."""

import json
import os
import sys

ROOT = os.path.realpath(".")

# The floors of Resources, from the ground. A module may import its own floor and those below it; the longest match
# counts.
FLOORS = [
    "Resources/Connector/",
    "Resources/Connector/ui/",
    "Resources/Connector/sandbox/",
    "Resources/Connector/wallets/",
    "Resources/Connector/connector.js",
    "Resources/Connector/index.js",
    "Resources/Bridge/",
    "Resources/Provider/",
    "Resources/Provider/facades/",
    "Resources/Provider/provider.js",
    "Resources/Provider/framed.js",
    "Resources/Provider/personas/",
    "Resources/Provider/personas.js",
]


def name_of(specifier):
    """The path of a file of this repository, or the specifier itself."""
    path = specifier.removeprefix("file://")
    return os.path.relpath(path, ROOT) if path.startswith(ROOT + "/") else specifier


def floor_of(name):
    matches = [floor for floor in FLOORS if name.startswith(floor)]
    return FLOORS.index(max(matches, key=len)) if matches else None


def read(graph):
    """The modules that exist, and each one's imports as (kind, place, target)."""
    redirects = graph.get("redirects", {})
    modules = {name_of(module["specifier"]): module for module in graph["modules"]}
    known = {name for name, module in modules.items() if "error" not in module and module.get("kind") != "external"}
    imports = {}
    for name in known:
        found = imports.setdefault(name, [])
        for dependency in modules[name].get("dependencies", []):
            for kind in ("code", "type"):
                if kind not in dependency:
                    continue
                said = dependency[kind]
                target = said.get("specifier", dependency["specifier"])
                place = f'{name}:{said.get("span", {}).get("start", {}).get("line", 0) + 1}'
                found.append((kind, place, name_of(redirects.get(target, target)) if "error" not in said else dependency["specifier"]))
    return known, imports


def cycles(imports):
    """One cycle for each module that closes one, in the order in which they are met."""
    done, path = set(), []

    def visit(name):
        if name in path:
            yield path[path.index(name):] + [name]
            return
        if name in done:
            return
        path.append(name)
        for kind, _, target in imports.get(name, []):
            if kind == "code":
                yield from visit(target)
        path.pop()
        done.add(name)

    for name in sorted(imports):
        yield from visit(name)


def findings(graph):
    known, imports = read(graph)
    for name in sorted(imports):
        for kind, place, target in imports[name]:
            if target not in known:
                yield f"{place}: there is no {target}"
            elif kind == "code" and target.endswith(".d.ts"):
                yield f"{place}: a page would load {target}, which is for the type checker"
            elif kind == "code":
                own, other = floor_of(name), floor_of(target)
                if own is not None and (other is None or other > own):
                    yield f"{place}: {target} is on a higher floor"
    for cycle in cycles(imports):
        yield "cycle: " + " -> ".join(cycle)


for finding in findings(json.load(sys.stdin)):
    print(finding)
