#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the types of gi.repository.NearConnect for type checkers, from what introspection says of the library.

    gir_stubs.py GIR OUT            writes the stub OUT
    gir_stubs.py --check GIR OUT    prints nothing if OUT is what would be written; else ends with 1

Signatures are those that PyGObject makes of the GIR: lengths of arrays aren't parameters, parameters at the end that
may be NULL have a default, what is written to a pointer is a result. An operation without a callback has an awaitable
of what its finish returns, as in PyGObject from 3.50 inside of an event loop. What this program doesn't know is an
error: it guesses nothing.
"""

import ast
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
WIDTH = 120
PLAIN = {
    "none": "None", "utf8": "str", "filename": "str", "gboolean": "bool", "gpointer": "Any", "GLib.Quark": "int",
    "gint": "int", "guint": "int", "gint64": "int", "guint64": "int", "gsize": "int", "gdouble": "float",
}
IMPORTED = ("GLib", "GObject", "Gio", "Gtk")
# Structures of classes are for programs in C; documentation sections are none of the library's parts.
LEFT_OUT = ("record", "docsection")
HEAD = """\
# SPDX-License-Identifier: MIT
# Written by Scripts/python/gir_stubs.py from the GIR of libnear-connect-1, which Scripts/test-library compares with it.
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, Self, TypeVarTuple, final, overload

from gi.repository import {imported}

_Data = TypeVarTuple("_Data")
"""


class UnknownError(Exception):
    """Something of the GIR for which this program has no rule."""


def snake(name):
    return name.replace("-", "_")


def written(head, parameters, result, indent):
    """The lines of a function whose body is left out, none of them wider than WIDTH."""
    pad = " " * indent
    line = f"{pad}{head}({', '.join(parameters)}) -> {result}: ..."
    if len(line) <= WIDTH:
        return [line]
    lines, row = [f"{pad}{head}("], ""
    for word in (f"{parameter}," for parameter in parameters):
        if row and len(f"{pad}    {row} {word}") > WIDTH:
            lines.append(f"{pad}    {row}")
            row = word
        else:
            row = f"{row} {word}".lstrip()
    return [*lines, f"{pad}    {row}", f"{pad}) -> {result}: ..."]


class Stub:
    """The stub of one namespace."""

    def __init__(self, namespace):
        self.namespace = namespace
        kinds = ("class", "enumeration")
        self.own = {part.get("name") for kind in kinds for part in namespace.findall(CORE + kind)}
        self.enumerations = {part.get("name") for part in namespace.findall(CORE + "enumeration")}

    def named(self, name):
        """A type by its name in the GIR."""
        if name in PLAIN:
            return PLAIN[name]
        if name in self.own or name.split(".")[0] in IMPORTED:
            return name
        raise UnknownError(f"type {name}")

    def typed(self, element, *, is_given):
        """The type of a parameter, a result or a property; lists may be any sequence where they are given."""
        array, plain = element.find(CORE + "array"), element.find(CORE + "type")
        if array is not None or plain.get("name") == "GLib.PtrArray":
            inner = (plain if array is None else array).find(CORE + "type")
            return f"{'Sequence' if is_given else 'list'}[{self.named(inner.get('name'))}]"
        return self.named(plain.get("name"))

    def result(self, callable_):
        """What a function returns: its result, then what it writes to pointers."""
        returned = callable_.find(CORE + "return-value")
        parts = [returned, *(part for part in parameters_of(callable_) if part.get("direction") == "out")]
        types = [
            self.typed(part, is_given=False) + (" | None" if part.get("nullable") == "1" else "") for part in parts]
        if types[0] == "None" and len(types) > 1:
            del types[0]
        return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"

    def parameters(self, callable_):
        """The parameters that are given, each as (name, type, whether it may be NULL); the callback's name."""
        every = parameters_of(callable_)
        lengths = {int(array.get("length")) for array in callable_.iter(CORE + "array") if array.get("length")}
        datas = {int(part.get("closure")) for part in every if part.get("closure")}
        given, has_callback = [], False
        for index, part in enumerate(every):
            if index in lengths or index in datas or part.get("direction") == "out":
                continue
            if part.get("direction", "in") != "in":
                raise UnknownError(f"direction of {part.get('name')}")
            if part.find(f"{CORE}type[@name='Gio.AsyncReadyCallback']") is not None:
                has_callback = True
                continue
            may_be_null = part.get("nullable") == "1" or part.get("allow-none") == "1"
            given.append((part.get("name"), self.typed(part, is_given=True), may_be_null))
        return given, has_callback

    def function(self, callable_, name, indent, first=()):
        """The lines of a function, a constructor or a method that waits for nothing."""
        given, has_callback = self.parameters(callable_)
        if has_callback:
            raise UnknownError(f"callback of {name}")
        return written(f"def {name}", [*first, *with_defaults(given)], self.result(callable_), indent)

    def operation(self, class_name, method, finish, indent):
        """The lines of a method with a callback, and of the same without one."""
        name = method.get("name")
        given, _ = self.parameters(method)
        callback = f"callback: _{class_name}Callback[*_Data]"
        plain = [f"{part}: {kind}{' | None' if may_be_null else ''}" for part, kind, may_be_null in given]
        head = [" " * indent + "@overload"]
        return [
            *head, *written(f"def {name}", ["self", *plain, callback, "*user_data: *_Data"], "None", indent),
            *head, *written(
                f"def {name}", ["self", *with_defaults(given), "callback: None = None"],
                f"Awaitable[{self.result(finish)}]", indent),
        ]

    def methods(self, class_):
        methods = {method.get("name"): method for method in class_.findall(CORE + "method")}
        for name, method in methods.items():
            if name.endswith("_async"):
                finish = methods[name.removesuffix("_async") + "_finish"]
                yield from self.operation(class_.get("name"), method, finish, 4)
            else:
                yield from self.function(method, name, 4, ["self"])

    def property_type(self, class_, part, *, is_given):
        """The type of a property. Whether it may be None says its accessor; what has none is set to NULL by default."""
        kind = self.typed(part, is_given=is_given)
        accessor = part.get("setter" if is_given else "getter")
        if accessor is not None:
            method = next(one for one in class_.findall(CORE + "method") if one.get("name") == accessor)
            said = parameters_of(method)[0] if is_given else method.find(CORE + "return-value")
            may_be_none = said.get("nullable") == "1"
        else:
            may_be_none = kind not in ("bool", "int", "float") and kind not in self.enumerations
        return kind + (" | None" if may_be_none else "")

    def properties(self, class_):
        """The lines of `props`, and of the constructor's keywords."""
        parent, parts = class_.get("parent"), class_.findall(CORE + "property")
        yield f"    class Props({parent}.Props):"
        for part in parts:
            name, kind = snake(part.get("name")), self.property_type(class_, part, is_given=False)
            if part.get("readable") == "0":
                raise UnknownError(f"property that can't be read: {name}")
            if part.get("writable") == "1" and part.get("construct-only") != "1":
                yield f"        {name}: {kind}"
            else:
                yield from (" " * 8 + "@property", f"        def {name}(self) -> {kind}: ...")
        yield from ("    @property", "    def props(self) -> Props: ...")
        words = [
            f"{snake(part.get('name'))}: {self.property_type(class_, part, is_given=True)} = ..."
            for part in parts if part.get("writable") == "1"]
        if parent != "GObject.Object":
            words.append("**properties: Any")
        star = ["*"] if any(not word.startswith("*") for word in words) else []
        yield from written("def __init__", ["self", *star, *words], "None", 4)

    def signals(self, class_):
        """Overloads of `connect`. A class below GObject itself has no other signals than these and `notify`."""
        handlers = [
            (f'Literal["{signal.get("name")}"]', [self.typed(part, is_given=False) for part in parameters_of(signal)],
             self.typed(signal.find(CORE + "return-value"), is_given=False))
            for signal in class_.findall(GLIB + "signal")]
        if not handlers:
            return
        is_plain = class_.get("parent") == "GObject.Object"
        if is_plain:
            names = ", ".join(f'"notify::{part.get("name")}"' for part in class_.findall(CORE + "property"))
            handlers.append((f'Literal["notify", {names}]', ["GObject.ParamSpec"], "None"))
        for name, kinds, result in handlers:
            returned = "object" if result == "None" else result
            callback = f"Callable[[Self, {', '.join([*kinds, '*_Data'])}], {returned}]"
            yield "    @overload"
            if "notify" in name:
                yield from wrapped_literal(name, callback)
            else:
                yield from written(
                    "def connect",
                    ["self", f"signal_name: {name}", f"callback: {callback}", "/", "*user_data: *_Data"], "int", 4)
        if not is_plain:
            yield "    @overload"
            yield from written(
                "def connect",
                ["self", "signal_name: str", "callback: Callable[..., Any]", "/", "*user_data: object"], "int", 4)

    def of_class(self, class_):
        name, parent = class_.get("name"), class_.get("parent")
        if parent == "GObject.Object" and class_.find(CORE + "implements") is not None:
            raise UnknownError(f"interfaces of {name}")
        # A class of which the instance is hidden can't be derived from.
        yield from ("",) if class_.find(CORE + "field") is not None else ("", "@final")
        yield f"class {name}({self.named(parent)}):"
        yield from self.properties(class_)
        for constructor in class_.findall(CORE + "constructor"):
            given, _ = self.parameters(constructor)
            yield "    @classmethod"
            yield from written(f"def {constructor.get('name')}", ["cls", *with_defaults(given)], name, 4)
        yield from self.static(class_)
        yield from self.methods(class_)
        yield from self.signals(class_)
        if any(method.get("name").endswith("_async") for method in class_.findall(CORE + "method")):
            yield from ("", f"_{name}Callback = Callable[[{name}, Gio.AsyncResult, *_Data], object]")

    def static(self, container):
        for function in container.findall(CORE + "function"):
            yield "    @staticmethod"
            yield from self.function(function, function.get("name"), 4)

    def of_enumeration(self, enumeration):
        yield from ("", f"class {enumeration.get('name')}(GObject.GEnum):")
        for member in enumeration.findall(CORE + "member"):
            yield f"    {member.get('name').upper()} = {member.get('value')}"
        yield from self.static(enumeration)

    def lines(self):
        """All lines below the head: enumerations and classes by name, then functions."""
        functions = []
        for child in self.namespace:
            kind = child.tag.removeprefix(CORE)
            if kind == "class":
                yield from self.of_class(child)
            elif kind == "enumeration":
                yield from self.of_enumeration(child)
            elif kind == "function":
                functions.append(child)
            elif kind not in LEFT_OUT:
                raise UnknownError(f"{kind} {child.get('name')}")
        yield ""
        for function in functions:
            if function.get("moved-to") is None:
                yield from self.function(function, function.get("name"), 0)

    def text(self):
        body = "".join(f"{line}\n" for line in self.lines())
        used = [name for name in sorted(IMPORTED, key=str.casefold) if f"{name}." in body]
        text = HEAD.format(imported=", ".join(used)) + body
        ast.parse(text)
        return text


def parameters_of(callable_):
    return callable_.findall(f"{CORE}parameters/{CORE}parameter")


def with_defaults(given):
    """Parameters as Python has them: a default have those that may be NULL, with nothing behind that may not."""
    words, may_be_left_out = [], True
    for name, kind, may_be_null in reversed(given):
        may_be_left_out = may_be_left_out and may_be_null
        words.append(f"{name}: {kind}{' | None' if may_be_null else ''}{' = None' if may_be_left_out else ''}")
    return words[::-1]


def wrapped_literal(literal, callback):
    """The lines of `connect` for a list of names that is longer than a line."""
    yield from ("    def connect(", "        self, signal_name: Literal[")
    row = ""
    for word in literal.removeprefix("Literal[").removesuffix("]").split(", "):
        if row and len(f"            {row} {word},") > WIDTH:
            yield f"            {row}"
            row = ""
        row = f"{row} {word},".lstrip()
    yield from (f"            {row}", "        ],")
    yield from (f"        callback: {callback}, /, *user_data: *_Data,", "    ) -> int: ...")


def main(words):
    checks = words[:1] == ["--check"]
    if len(words) != 2 + checks:
        sys.exit("usage: gir_stubs.py [--check] GIR OUT")
    gir, out = map(pathlib.Path, words[-2:])
    try:
        text = Stub(ElementTree.parse(gir).getroot().find(CORE + "namespace")).text()
    except UnknownError as error:
        sys.exit(f"{gir.name}: gir_stubs.py has no rule for this {error}")
    if not checks:
        out.write_text(text, encoding="utf-8")
    elif not out.exists() or out.read_text(encoding="utf-8") != text:
        sys.exit(f"{out}: the library has other types. Write them: Scripts/build-library --no-engine FOLDER, then "
                 f"Scripts/python/gir_stubs.py FOLDER/share/gir-1.0/{gir.name} {out}")


if __name__ == "__main__":
    main(sys.argv[1:])
