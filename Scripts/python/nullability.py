# SPDX-License-Identifier: MIT
"""Compares what the GIR of libnear-connect-1 says of NULL and of ownership with the library's sources in C.

g-ir-scanner writes an ownership for everything, and nothing where a comment doesn't speak of NULL: the GIR alone can't
say that somebody has thought of either. So a parameter that may not be NULL has to be refused by its function, one that
may be has to be taken, and the comment of a result says whose it is, and whether it may be NULL without an error.
"""

import pathlib
import re

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
CALLABLES = ("function", "method", "constructor")


def functions(sources):
    """The functions that have a comment for introspection, by name: the comment and the body."""
    found = {}
    for path in sorted(pathlib.Path(sources).glob("*.c")):
        for part in path.read_text(encoding="utf-8").split("\n/**\n")[1:]:
            comment, _, code = part.partition(" */\n")
            head, _, rest = code.partition(" {\n")
            name = re.search(r"\b(near_connect_\w+)\([^;]*$", head)
            if name:
                found[name[1]] = (comment, rest.partition("\n}")[0])
    return found


def pointer(element):
    """The type of a parameter or a result in C where it is a pointer, else an empty text."""
    kinds = [element.find(CORE + kind) for kind in ("array", "type")]
    name = next((kind.get(C + "type", "") for kind in kinds if kind is not None), "")
    return name if name.endswith("*") else ""


def refuses(body, name):
    """Whether a function ends at once where this parameter is NULL."""
    checks = " && ".join(re.findall(r"g_return_(?:val_)?if_fail\((.*?)\);\n", body, re.DOTALL))
    if re.search(rf"\b{name} == NULL \|\|", checks):
        return False
    # GTask asks whether a result is of this manager and this call; NULL is of none.
    end = re.search(rf"near_connect_private_end\(self, {name},|_IS_\w+\({name}\)|g_task_is_valid\({name},", body)
    return bool(end or re.search(rf"\b{name} != NULL", checks))


def unclear_parameter(parameter, comment, body):
    """What is unclear of one parameter, or nothing."""
    name, kind = parameter.get("name"), pointer(parameter)
    if parameter.get("direction") == "out":
        line = re.search(rf"^ \* @{name}:(.*)$", comment, re.MULTILINE)
        if kind.endswith("**") and (line is None or "(transfer " not in line[1]):
            yield f"whose {name} is"
    elif kind and (parameter.get("nullable") == "1") == refuses(body, name):
        yield f"{name}, which {'may' if refuses(body, name) else 'may not'} be NULL, and the function says otherwise"


def unclear(namespace, sources):
    """The names of functions with what the GIR and the sources don't agree on, or don't say."""
    known = functions(sources)
    for element in namespace.iter():
        name = element.get(C + "identifier")
        if element.tag.removeprefix(CORE) not in CALLABLES or name is None or name.endswith("_get_type"):
            continue
        comment, body = known.get(name, ("", ""))
        for parameter in element.iter(CORE + "parameter"):
            yield from (f"{name}: {what}" for what in unclear_parameter(parameter, comment, body))
        result = element.find(CORE + "return-value")
        if not pointer(result):
            continue
        marks = re.search(r"^ \* Returns: ((?:\([^)]*\) ?)*)", comment, re.MULTILINE)
        said = "" if marks is None else marks[1]
        if "(transfer " not in said:
            yield f"{name}: whose its result is"
        if "nullable)" not in said and element.get("throws") != "1":
            yield f"{name}: whether its result may be NULL"
