#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Provokes Scripts/check: in a small tree in which it finds nothing, each violation has to be found, by the check that
is there for it, with file and line. Scripts/test runs this; it needs no network and builds nothing.

    Scripts/python/test_checks.py
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LICENCE = "// SPDX-License-Identifier: MIT\n"

# Accepted, although it looks like what is refused: literals, closures, operators, lists of generic arguments.
CLEAN = {
    "Sources/Room/Low/Low.swift": '''
/// A value in the lower folder.
///
/// More may follow: the first sentence is short.
public struct Low: Sendable {
    let texts = [
        "/// What", #"func f(_ a: Int, _ b: Int, _ c: Int) "quoted" "#, "\\("func")",
        """
        enum Bad: Error {
        """,
    ]

    /// Calls `body` with labels.
    func call(
        _ first: Int, _ second: [String: (Int, Int)], third: Dictionary<String, Int>,
        body: (_ a: Int, _ b: Int, _ c: Int) -> Void
    ) {}
    /// Adds without labels, as operators do.
    static func + (_ a: Low, _ b: Low) -> Low { a }
    /// Makes one of generics.
    init<T: Sequence, U>(_ a: T, _ b: U, c: Int = max(1, 2, 3)) where T: Sendable {}
    /// A place by two numbers.
    subscript(row: Int, column: Int) -> Int { row }
}
''',
    "Sources/Room/High/High.swift": '''
/// An error of the upper folder, which names the lower one.
enum HighError: Error, Equatable { case low(Low) }
/// Errors of one kind.
protocol RoomError: Error {}
extension HighError: RoomError {}
/// A result is no error.
struct Outcome<Failure: Error> { let failure: Failure }
''',
    "Sources/GTKToolkit/Call.swift": "import FoundationEssentials\n\nfunc call() { gtk_main_quit() }\n",
    "Sources/NEARConnectFoundation/UntypedJSON.swift": "internal import Foundation\n",
    "Sources/Room/Whole.swift": "import Foundation\n",
    "Tests/Empty.swift": "",
    "Benchmarks/Empty.swift": "",
    "Fuzzing/Empty.swift": "",
}

# check: [(file, its text below the licence, line of the finding or None where the check names none, what it says)]
VIOLATIONS = {
    "format": [
        (
            "Sources/Room/Undocumented.swift", "public struct Undocumented {}\n",
            2, "AllPublicDeclarationsHaveDocumentation",
        ),
        (
            "Sources/Room/Summary.swift", "/// A summary. A second sentence in its paragraph.\nlet summary = 1\n",
            3, "OneLineSummary",
        ),
    ],
    "bytes": [
        (
            "Sources/Room/Bytes.swift", "func same(_ a: Text, _ b: Text) -> Bool {\n    a.text == b.text\n}\n",
            3, r"a\.text == b\.text",
        ),
    ],
    "folders": [
        (
            "Sources/Room/Low/Back.swift", "let back: HighError? = nil\n",
            None, r"Low -> High: Sources/Room/Low/Back\.swift names HighError",
        ),
    ],
    "summaries": [
        ("Sources/Room/Long.swift", "/// A" + " word" * 20 + ".\nlet long = 1\n", 2, "21 words"),
        (
            "Sources/Room/LongLines.swift", "\n/// A first line that wraps,\n///" + " word" * 20 + ".\nlet long = 1\n",
            3, "25 words",
        ),
        (
            "Sources/Room/Riddle.swift",
            '\nlet raw = #"""\n    "\\(1)" /// What\n    """#\n/// Whether it is.\nlet riddle = 1\n',
            6, "begins with Whether",
        ),
        ("Sources/Room/Block.swift", "/**\n * How it is done.\n */\nlet block = 1\n", 2, "begins with How"),
        ("Sources/Room/Wide.swift", "// " + "wide " * 24 + "\n", 2, "123 columns"),
    ],
    "texts": [
        ("Sources/NEARConnectShell/Sentence.swift", 'let sentence = "Your wallet is gone."\n', 2, "Your wallet is gone"),
        (
            "Sources/near-connect/Straight.swift", 'let straight = localized("It isn\'t there.")\n', 2,
            "write ’ for an apostrophe",
        ),
        ("Sources/near-connect/Computed.swift", 'let computed = localized("Gone: \\(1).")\n', 2, "Gone"),
    ],
    "messages": [
        (
            "Translations/de.po",
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "To %1$s"\nmsgstr "An"\n',
            None, r"%1\$s got lost: To",
        ),
    ],
    "flatpak": [
        (
            "Resources/Desktop/io.github.near_connect.Shell.yml",
            "id: io.github.near_connect.Shell\nmodules: []\nnonsense: 1\n", None,
            "(?s)it has no runtime.*Unknown property nonsense",
        ),
    ],
    "promises": [
        (
            "docs/threat-model.md",
            "| # | promise | by | proof |\n| 1 | A | b | `RoomTests` |\n| 1 | C | d | `f()` |\n| 2 | E | f | g |\n"
            "\n## Traps\n\n| says | where | why |\n| --- | --- | --- |\n| “unowned” | `NEARConnect/Known.swift` | no |\n",
            3, "RoomTests, which is not there",
        ),
    ],
    "links": [
        ("docs/links.md", "# A page\n\n[there](links.md#a-page), [gone](links.md#b), `[code](c)`\n", 4, "no heading #b"),
        ("docs/lost.md", "See [it](../nowhere.md).\n", 2, r"there is no \.\./nowhere\.md"),
    ],
    "traps": [
        (
            "Sources/NEARConnect/Trap.swift", "func end() {\n    preconditionFailure(\"the end is near\")\n}\n",
            3, "“the end is near” is not in the table of docs/threat-model.md",
        ),
        ("Sources/SafeText/Forced.c", "void end(void) { abort(); }\n", 2, "“abort” is not in the table"),
        (
            "Sources/NEARConnect/Known.swift", "let first = unowned\nlet second = unowned\n",
            3, "“unowned” stands here 2 times; the table of docs/threat-model.md has 1",
        ),
    ],
    "steps": [
        (
            "action.yml", "runs:\n  using: composite\n  steps:\n    - name: Greet\n      run: echo $NAME\n",
            None, r"step “Greet”, 1:6: note: Double quote",
        ),
        (
            "Examples/CI/greet.yml", "jobs:\n  greet:\n    steps:\n      - name: Hi\n        run: echo '${{ inputs.name }}'\n",
            None, "step “Hi”: an expression stands in the shell's text",
        ),
    ],
    "container": [("Containerfile", "FROM debian\n", None, "Containerfile:2 DL3006")],
    "blocks": [("docs/ci.md", "# In CI\n\n```yaml\na: 1\n```\n", 4, "this block isn't run")],
    "python": [
        ("Python/near-connect/near_connect/loose.py", "def loose(value):\n    return value\n", 2, "no-untyped-def"),
        (
            "Examples/embed/network.py", "from gi.repository import NearConnect\n\nNearConnect.Manager(network=1)\n",
            4, "arg-type",
        ),
    ],
    "widths": [("Scripts/wide.py", "# " + "wide " * 24 + "\n", 2, "122 columns")],
    "labels": [
        (
            "Sources/Room/Labels.swift", "func three(_ a: Int, _ b: Int, _ c: Int) {}\n",
            2, r"three: 3 parameters .*\(a, b, c\)",
        ),
        (
            "Sources/Room/Lines.swift",
            "func lines<T: Sequence>(\n    _ a: [String: (Int, Int)],\n    _ b: @escaping (_ x: Int) -> Void,\n"
            "    label c: Int,\n    _ d: T = .init(1, 2)\n) where T: Sendable {}\n",
            2, r"lines: 3 .*\(a, b, d\)",
        ),
        (
            "Sources/Room/Initializer.swift",
            "struct Made {\n    init?(_ a: Int, _ b: Dictionary<String, Int>, _ c: inout Int) { nil }\n}\n",
            3, "init: 3",
        ),
        (
            "Sources/Room/Subscript.swift",
            "extension Array {\n    subscript(a: Int, b: Int, c: Int) -> Int { 1 }\n}\n",
            3, "subscript: 3",
        ),
        (
            "Sources/Room/Inside.swift", 'let text = "\\({ func inner(_ a: Int, _ b: Int, _ c: Int) {} }())"\n',
            2, "inner: 3",
        ),
    ],
    "errors": [
        (
            "Sources/Room/Fault.swift", "@frozen enum Fault: Int, Sendable, Error { case first }\n",
            2, "Fault conforms",
        ),
        (
            "Sources/Room/Extension.swift",
            "struct Gap {}\nextension Outer.Gap:\n    @unchecked Sendable,\n    Swift.Error {}\n",
            3, "Gap conforms",
        ),
        (
            "Sources/Room/Refined.swift", "struct Refusal<T>: RoomError where T: Sendable {}\n",
            2, "Refusal conforms",
        ),
    ],
    "toolkits": [
        ("Sources/Room/Toolkit.swift", "func quit() {\n    gtk_main_quit()\n}\n", 3, "gtk_main_quit"),
    ],
    "foundation": [
        ("Sources/NEARRPC/Whole.swift", "public import Foundation\n", 2, "import Foundation"),
        ("Sources/NEARConnect/Manager/Part.swift", "import struct Foundation.CharacterSet\n", 2, "CharacterSet"),
        ("Sources/Room/Accessor.swift", "let folder = Bundle.module.bundleURL\n", 2, r"Bundle\.module"),
    ],
    "process": [
        ("Sources/GTKToolkit/Variable.swift", 'func set() { setenv("DISPLAY", ":1", 1) }\n', 2, "setenv"),
        ("Sources/SafeText/Locale.swift", 'func speak() { setlocale(LC_ALL, "") }\n', 2, "setlocale"),
        ("Sources/NEARConnect/Signal.swift", "let before = signal(SIGPIPE, SIG_IGN)\n", 2, "signal"),
        ("Sources/NEARVault/Ending.swift", "func end() {\n    exit(1)\n}\n", 3, "exit"),
        ("Sources/NEARConnectCore/Setup.swift", "internal import ProcessSetup\n", 2, "ProcessSetup"),
    ],
    "types": [
        (
            "Resources/Connector/provoked-type.js", "/** @type {number} */\nexport const provoked = 'text';\n",
            3, "TS2322",
        ),
    ],
    "lint": [
        (
            "Resources/Connector/provoked-lint.js",
            "/** @param {number} value */\nexport function provoked(value) {\n  debugger;\n  return value;\n}\n",
            4, "no-debugger",
        ),
    ],
}


def write(tree, path, text):
    path = os.path.join(tree, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    slashes = not path.endswith((".yml", ".po", ".py", "Containerfile"))
    with open(path, "w", encoding="utf-8") as stream:
        stream.write((LICENCE if slashes else LICENCE.replace("//", "#")) + text)


def failures(tree):
    """Runs Scripts/check --quick in the tree: its code, the findings of each check that failed, and all that it says."""
    ran = subprocess.run(["Scripts/check", "--quick"], cwd=tree, capture_output=True, text=True, check=False)
    found, current = {}, None
    for line in ran.stdout.splitlines():
        if match := re.match(r"(FAILED|ok) +(\w+):", line):
            current = found.setdefault(match.group(2), []) if match.group(1) == "FAILED" else None
        elif current is not None and line.startswith("        "):
            current.append(line.strip())
    return ran.returncode, found, ran.stdout + ran.stderr


class ChecksTest(unittest.TestCase):
    def setUp(self):
        self.tree = tempfile.mkdtemp(prefix="near-connect-checks-")
        self.addCleanup(shutil.rmtree, self.tree)
        for path in ("Scripts", "Resources", "Tests/ConnectorTesting/Fixtures", "Python/near-connect/gi-stubs"):
            shutil.copytree(os.path.join(ROOT, path), os.path.join(self.tree, path))
        for path in (".swift-format", "deno.jsonc", "Package.swift"):
            shutil.copy(os.path.join(ROOT, path), self.tree)
        os.makedirs(os.path.join(self.tree, ".build"))
        os.symlink(os.path.join(ROOT, ".build/check-tools"), os.path.join(self.tree, ".build/check-tools"))
        for path, text in CLEAN.items():
            write(self.tree, path, text)

    def test_nothing_is_found_where_nothing_is(self):
        status, found, output = failures(self.tree)
        self.assertEqual((status, found), (0, {}), output)

    def test_each_violation_is_found_by_its_check(self):
        for violations in VIOLATIONS.values():
            for path, text, _, _ in violations:
                write(self.tree, path, text)
        status, found, output = failures(self.tree)
        self.assertNotEqual(status, 0)
        self.assertEqual(set(found), set(VIOLATIONS), output)
        for check in ("bytes", "summaries", "texts", "widths", "labels", "errors", "toolkits", "foundation",
                      "process"):
            # A line a finding, and the one that says how to repair it.
            self.assertEqual(len(found[check]), len(VIOLATIONS[check]) + 1, output)
        for check, violations in VIOLATIONS.items():
            for path, _, line, says in violations:
                with self.subTest(check=check, path=path):
                    text = "\n".join(found[check])
                    if check == "types":  # Says what is wrong, and some lines below where.
                        self.assertRegex(text, rf"(?s){says}.*{re.escape(path)}:{line}\b")
                    elif check == "promises":
                        self.assertRegex(text, rf"{re.escape(path)}:{line}: .*{says}")
                        self.assertRegex(text, r"(?s)row 1 is there twice.*row 2 names no test")
                    elif line is None:
                        self.assertRegex(text, says)
                    else:
                        self.assertRegex(text, rf"{re.escape(path)}:( line )?{line}\b.*{says}")


if __name__ == "__main__":
    unittest.main()
