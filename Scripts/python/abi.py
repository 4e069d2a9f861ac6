#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what programs depend on in libnear-connect-1 with abi/near-connect-1.txt, the record of what was promised.

    abi.py FOLDER            compares the library that Scripts/build-library has put there
    abi.py --write FOLDER    adds what is new to the record

Within 1.x the library only grows: a line of the record that isn't true any more is an error, and so is a new one that
the record lacks. The lines are symbols of the library; from the headers their names, macros and declarations of types;
and from the GIR classes, functions, properties, signals, the numbers of enumerations (which abidiff doesn't see) and the
fields of structures in their order. Each function, parameter and result has to be described, whose it is and whether it
may be NULL has to be said and true (nullability.py), and each code of an error has to have its row in
docs/embedding-errors.md, or it is named as well.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import nullability

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "abi" / "near-connect-1.txt"
ERRORS = ROOT / "docs" / "embedding-errors.md"
CALLABLES = ("function", "method", "constructor", "virtual-method", "callback")


def typed(element):
    """The type of a parameter, a result, a property or a field: by C's name, else by introspection's."""
    for kind in ("type", "array"):
        found = element.find(CORE + kind)
        if found is None:
            continue
        size = f" × {found.get('fixed-size')}" if found.get("fixed-size") else ""
        inner = f"[{typed(found)}{size}]" if kind == "array" or found.find(CORE + "type") is not None else ""
        return found.get(C + "type", found.get("name", kind)) + inner
    if element.find(CORE + "callback") is not None:
        return "callback"
    return "..." if element.find(CORE + "varargs") is not None else "none"


def marked(element):
    """What bindings have to know of a parameter or a result beside its type."""
    marks = [element.get("transfer-ownership", "none")]
    marks += [name for name in ("nullable", "allow-none", "optional") if element.get(name) == "1"]
    roles = ("direction", "scope", "closure", "destroy")
    marks += [f"{name}={element.get(name)}" for name in roles if element.get(name)]
    return " ".join(marks)


def called(element):
    """The parameters and the result of a function or a signal, in one line."""
    parameters = element.find(CORE + "parameters")
    named = [] if parameters is None else parameters.findall(CORE + "parameter")
    words = [f"{typed(part)} {part.get('name')} ({marked(part)})" for part in named]
    result = element.find(CORE + "return-value")
    throws = " throws" if element.get("throws") == "1" else ""
    return f"({', '.join(words)}) -> {typed(result)} ({marked(result)}){throws}"


def lines_of(container, name):
    """The lines of a class, a structure, an enumeration or the namespace."""
    for child in container:
        kind = child.tag.removeprefix(CORE).removeprefix(GLIB)
        own = child.get("name", "")
        if kind in CALLABLES and child.get(C + "identifier"):
            yield f"{kind} {child.get(C + 'identifier')}{called(child)}"
        elif kind == "property":
            flags = [flag for flag in ("writable", "construct", "construct-only") if child.get(flag) == "1"]
            readable = [] if child.get("readable") == "0" else ["readable"]
            words = " ".join(readable + flags + [child.get("transfer-ownership", "none")])
            yield f"property {name}:{own} {typed(child)} ({words})"
        elif kind == "signal":
            yield f"signal {name}::{own}{called(child)} when={child.get('when')}"
        elif kind == "member":
            yield f"member {child.get(C + 'identifier')} = {child.get('value')}"


def fields_of(record):
    """The fields of a structure in their order, which makes its size and its places."""
    fields = [f"{typed(field)} {field.get('name')}" for field in record.findall(CORE + "field")]
    return f"structure {record.get(C + 'type')} {{{'; '.join(fields)}}}"


def declared(headers):
    """What C programs have of the headers and introspection doesn't see."""
    for path in sorted(headers.glob("*.h")):
        yield f"header {path.name}"
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for name, rest in re.findall(r"^#define (\w+)(.*)", text, re.MULTILINE):
            if f"#undef {name}\n" not in text:
                yield " ".join(f"macro {name}{rest}".split())
        for declaration in re.findall(r"^G_DE\w+\([^)]*\)", text, re.MULTILINE):
            yield "declaration " + " ".join(declaration.split())


def promised(folder):
    """All lines that are true of a library."""
    namespace = ElementTree.parse(folder / "share/gir-1.0/NearConnect-1.gir").getroot().find(CORE + "namespace")
    found = [f"library {namespace.get('shared-library')}"]
    for child in namespace:
        kind, name = child.tag.removeprefix(CORE), child.get("name", "")
        if kind == "class":
            type_name = child.get(C + "type")
            found.append(f"class {type_name} : {child.get('parent')}")
            found += [f"class {type_name} implements {part.get('name')}" for part in child.findall(CORE + "implements")]
        elif kind == "record":
            found.append(fields_of(child))
        elif kind == "enumeration":
            found.append(f"enumeration {child.get(C + 'type')} {child.get(GLIB + 'error-domain', '')}".rstrip())
        found += lines_of(child, name)
    found += lines_of(namespace, "")
    found += declared(folder / "include/near-connect-1")
    library = folder / "lib" / namespace.get("shared-library")
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    found += [f"symbol {line.split()[2]}" for line in symbols.splitlines() if "near_connect" in line]
    return sorted(set(found)), namespace


def undescribed(namespace):
    """The names of what the GIR doesn't describe; accessors are described by their property."""
    for element in namespace.iter():
        if element.tag.removeprefix(CORE) not in CALLABLES or not element.get(C + "identifier"):
            continue
        name = element.get(C + "identifier")
        is_accessor = element.get(GLIB + "get-property") or element.get(GLIB + "set-property")
        if element.find(CORE + "doc") is None and not is_accessor:
            yield name
        result = element.find(CORE + "return-value")
        if typed(result) not in ("none", "void") and result.find(CORE + "doc") is None:
            yield f"{name}: its result"
        for parameter in element.iter(CORE + "parameter"):
            if parameter.find(CORE + "doc") is None:
                yield f"{name}: {parameter.get('name')}"
    for kind in ("property", "member"):
        for element in namespace.iter(CORE + kind):
            if element.find(CORE + "doc") is None:
                yield f"{kind} {element.get('name')}"
    for element in namespace.iter(GLIB + "signal"):
        if element.find(CORE + "doc") is None:
            yield f"signal {element.get('name')}"


def rows_of_errors(namespace):
    """What docs/embedding-errors.md lacks, and what it has beside the library's codes and the helper's."""
    codes = {
        member.get(GLIB + "nick") for enumeration in namespace.iter(CORE + "enumeration")
        if enumeration.get("name") == "Error" for member in enumeration.iter(CORE + "member")}
    text = ERRORS.read_text(encoding="utf-8").partition("\n## Of the helper alone\n")[0]
    rows = {code for cell in re.findall(r"^\| (`[a-z-]+`[^|]*) \|", text, re.MULTILINE) for code in re.findall("[a-z-]+", cell)}
    yield from (f"{code}, in {ERRORS.name}" for code in sorted(codes - rows))
    yield from (f"{code} of {ERRORS.name}, which is no code" for code in sorted(rows - codes))


def main(words):
    writes = words[:1] == ["--write"]
    folder = pathlib.Path(words[-1])
    now, namespace = promised(folder)
    bare = list(undescribed(namespace))
    recorded = RECORD.read_text(encoding="utf-8").splitlines() if RECORD.exists() else []
    gone = [line for line in recorded if line not in now]
    new = [line for line in now if line not in recorded]
    bare += nullability.unclear(namespace, ROOT / "Sources/CNearConnect")
    bare += rows_of_errors(namespace)
    for line in gone:
        print(f"abi: not true any more, and 1.x only grows: {line}", file=sys.stderr)
    for name in bare:
        print(f"abi: not described: {name}", file=sys.stderr)
    if writes and not gone:
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
        new = []
    for line in new:
        print(f"abi: new; add it by abi.py --write: {line}", file=sys.stderr)
    if gone or new or bare:
        return 1
    print(f"{len(now)} promises hold")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
