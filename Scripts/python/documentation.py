#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the documentation of a module with the toolchain's docc, and finds what is wrong with it. Prints each finding as
file:line: message; the exit code is 1 when there is one.

    Scripts/python/documentation.py --module NAME --catalogue DIR --sources DIR --products DIR --output DIR
        [--package FILE --checkouts DIR]

    --module     the module; what its files re-export (`@_exported`) is documented with it
    --catalogue  the .docc folder
    --sources    the folder that has a folder of sources for each module
    --products   where the build put modules (`swift build --show-bin-path`)
    --package    what `swift package dump-package` prints, for the C modules of a package
    --checkouts  the folder of the sources of other packages, for theirs
    --output     where the HTML goes; its former contents are removed

What is found: public symbols without a comment; paragraphs of a comment that Markdown takes for the end of the list above
them; public types that stand in no topic group of the catalogue, or in two; and whatever docc warns of, dead links among it.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

EXPORT = re.compile(r"^@_exported\s+(?:public\s+)?import\s+(\w+)", re.MULTILINE)
TOPIC = re.compile(r"^- ``([^`/]+)``$")
# The title of a page about a type, whose topic groups list its members.
MEMBERS = re.compile(r"^# ``[^`/]+/[^`]+``$")
ITEM = re.compile(r"^\s*- (?:Parameters?\b|Returns:|Throws:)")


def reexports(sources, module):
    """The modules that a module re-exports, and those that these do."""
    names, left = set(), [module]
    while left:
        for folder, _, files in os.walk(os.path.join(sources, left.pop())):
            for file in files:
                if file.endswith(".swift"):
                    with open(os.path.join(folder, file), encoding="utf-8") as text:
                        new = set(EXPORT.findall(text.read())) - names
                    names |= new
                    left += new
    return sorted(names)


def package_targets(options):
    """The targets of the package's manifest; none where no package was named."""
    if options.package is None:
        return []
    with open(options.package, encoding="utf-8") as dump:
        return json.load(dump)["targets"]


def module_maps(targets, options):
    """The maps of C modules: written by hand, by the build for targets in C, or those of packages for libraries of Debian."""
    yield from sorted(glob.glob(os.path.join(options.checkouts or "", "*", "Sources", "*", "module.modulemap")))
    for name in (target["name"] for target in targets):
        for path in (os.path.join("Sources", name, "module.modulemap"),
                     os.path.join(options.products, name + ".build", "module.modulemap")):
            if os.path.exists(path):
                yield path


def header_paths(targets):
    """The options with which clang finds the headers of the package's system libraries."""
    names = sorted({target["pkgConfig"] for target in targets if target.get("pkgConfig")})
    if not names:
        return []
    flags = subprocess.run(["pkg-config", "--cflags-only-I", *names], capture_output=True, text=True, check=True).stdout
    return flags.split()


def extract(options, folder):
    """Writes the module's symbol graph, with what it re-exports, into `folder`: one graph, since links between the graphs of
    two modules would be dead. C modules are built again where the cache has none for these options, as in a new clone.
    The option for what is re-exported is called experimental; compiling with -emit-symbol-graph does the same and takes
    20 s instead of 1."""
    command = ["swift", "symbolgraph-extract", "-module-name", options.module, "-I",
               os.path.join(options.products, "Modules"), "-target", target(), "-minimum-access-level", "public",
               "-module-cache-path", os.path.join(options.products, "ModuleCache"), "-output-dir", folder]
    names = reexports(options.sources, options.module)
    if names:
        command.append("-experimental-allowed-reexported-modules=" + ",".join(names))
    targets = package_targets(options)
    for flag in header_paths(targets):
        command += ["-Xcc", flag]
    for path in module_maps(targets, options):
        command += ["-Xcc", "-fmodule-map-file=" + os.path.abspath(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    path = os.path.join(folder, options.module + ".symbols.json")
    if run.returncode != 0 or not os.path.exists(path):
        # A crash names what it was reading ("While deserializing 'name'") and then prints much more.
        told = [line for line in run.stderr.splitlines() if re.search(r"error:|While (reading|deserializing)", line)]
        sys.exit("swift symbolgraph-extract made no graph of %s:\n%s" % (options.module, "\n".join(told or [run.stderr])))
    with open(path, encoding="utf-8") as graph:
        return json.load(graph)["symbols"]


def target():
    """The triple that the toolchain compiles for."""
    said = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(said)["target"]["triple"]


def place(uri, line):
    """`file:line` below the working folder, lines counted from 1."""
    path = urllib.parse.unquote(urllib.parse.urlparse(uri).path)
    return "%s:%d" % (os.path.relpath(path), line)


def comments(symbols):
    """Findings in the comments of public symbols. What the compiler synthesizes has no location and isn't ours to describe;
    a member that a type gets from a protocol's extension is described there."""
    for symbol in symbols:
        location = symbol.get("location")
        if location is None or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        name = ".".join(symbol["pathComponents"])
        lines = symbol.get("docComment", {}).get("lines", [])
        first = next((line["text"].strip() for line in lines if line["text"].strip()), "")
        if not first or first.startswith("- "):
            start = place(location["uri"], location["position"]["line"] + 1)
            lacks = "sentence before the list in its comment" if first else "comment"
            yield "%s: %s is public and has no %s" % (start, name, lacks)
        above = ""
        for line in lines:
            text = line["text"]
            # Markdown's "lazy continuation": a line without indentation goes on with the list item above it.
            if is_in_item(above) and text.strip() and not text.startswith((" ", "-", "\t")):
                where = place(location["uri"], line["range"]["start"]["line"] + 1) if "range" in line else name
                yield "%s: this line becomes part of the list above it; put an empty line between" % where
                above = ""
            elif ITEM.match(text) or not text.strip() or not is_in_item(above):
                above = text


def is_in_item(line):
    """Whether a list of parameters, results or errors was opened and no empty line has ended it."""
    return bool(ITEM.match(line))


def topics(catalogue):
    """(name, file:line) of each type that a topic group of the catalogue lists."""
    for folder, _, files in sorted(os.walk(catalogue)):
        for file in sorted(files):
            if not file.endswith(".md"):
                continue
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as text:
                is_topic = False
                for number, line in enumerate(text, 1):
                    if MEMBERS.match(line.rstrip()):
                        break
                    if line.startswith("## "):
                        is_topic = line.strip() == "## Topics"
                    match = TOPIC.match(line.rstrip())
                    if is_topic and match:
                        yield match.group(1), "%s:%d" % (os.path.relpath(path), number)


def curation(symbols, catalogue):
    """Findings in the topic groups. docc would put types that stand in none under "Structures", "Enumerations" and so on."""
    listed = {}
    for name, where in topics(catalogue):
        if name in listed:
            yield "%s: %s stands in a topic group already: %s" % (where, name, listed[name])
        listed[name] = where
    for symbol in symbols:
        path = symbol["pathComponents"]
        if len(path) == 1 and path[0] not in listed and "location" in symbol:
            location = symbol["location"]
            start = place(location["uri"], location["position"]["line"] + 1)
            yield "%s: %s is public and stands in no topic group of %s" % (start, path[0], os.path.relpath(catalogue))


def convert(options, graph, diagnostics):
    """Runs docc; yields what it warns of."""
    shutil.rmtree(options.output, ignore_errors=True)
    run = subprocess.run(
        ["docc", "convert", options.catalogue, "--additional-symbol-graph-dir", graph, "--output-dir", options.output,
         "--fallback-display-name", options.module, "--fallback-default-module-kind", "Library",
         "--warnings-as-errors", "--diagnostics-file", diagnostics],
        capture_output=True, text=True, check=False)
    found = []
    if os.path.exists(diagnostics):
        with open(diagnostics, encoding="utf-8") as file:
            found = json.load(file)["diagnostics"]
    for finding in found:
        start = finding.get("range", {}).get("start", {}).get("line", 1)
        where = place(finding["source"], start) + ": " if finding.get("source") else ""
        better = "; ".join(solution["summary"] for solution in finding["solutions"])
        yield where + " ".join((finding["summary"] + ("; " + better if better else "")).split())
    if run.returncode != 0 and not found:
        yield "docc ended with code %d: %s" % (run.returncode, (run.stderr + run.stdout).strip())


def main():
    parser = argparse.ArgumentParser(description="Makes a module's documentation and finds what is wrong with it.")
    for option in ("module", "catalogue", "sources", "products", "output"):
        parser.add_argument("--" + option, required=True)
    for option in ("package", "checkouts"):
        parser.add_argument("--" + option)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        graph = os.path.join(scratch, "graph")
        os.mkdir(graph)
        symbols = extract(options, graph)
        findings = [*comments(symbols), *curation(symbols, options.catalogue),
                    *convert(options, graph, os.path.join(scratch, "diagnostics.json"))]
    for finding in sorted(set(findings)):
        print(finding)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
