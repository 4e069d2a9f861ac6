# SPDX-License-Identifier: MIT
"""Finds texts for users that translators don't get, in Swift files.

A text that users read is the first argument of `localized`, `localizedPlural` or `help`: one plain literal on one line,
without an escaped character (`\\u{…}`) and without a part that is computed. Reported are calls of these with anything
else, straight apostrophes in them, and sentences in any other literal: it starts with a capital letter, has at least
three words and ends like a sentence. Words for the log, for programmers (`precondition`, `fatalError`) and JSON are no
texts for users.

    python3 Scripts/python/texts.py FILE…
"""

import re
import sys

FUNCTIONS = ("localized", "localizedPlural", "help")

# Sentences that no user reads, by file, with the reason.
ALLOWED = {
    "Sources/NEARPrimitives/Outcome/Errors/FunctionCallError.swift": "nearcore's own texts, by which errors are known",
}

# Calls whose literals are for programmers, or for the log.
UNREAD = re.compile(
    r"(?:\b(?:logger|log)\.(?:trace|debug|info|notice|warning|error|critical)\(|\b(?:precondition|preconditionFailure|"
    r"assert|assertionFailure|fatalError)\(|@available\()$")

OPENING = re.compile(r'(#*)("""|")')


def literals(text):
    """Yields (place, kind, content) for each string literal: kind is "plain", "raw" or "long". Comments are skipped;
    a literal inside a computed part of another one is yielded, too."""
    place = 0
    while place < len(text):
        if text.startswith("//", place):
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif text.startswith("/*", place):
            end = text.find("*/", place + 2)
            place = len(text) if end < 0 else end + 2
        elif match := OPENING.match(text, place):
            hashes, quotes = match[1], match[2]
            begin, place = place, match.end()
            content = []
            while place < len(text) and not text.startswith(quotes + hashes, place):
                if text.startswith("\\" + hashes, place):
                    after = place + 1 + len(hashes)
                    if text.startswith("(", after):
                        depth, end = 1, after + 1
                        inner = ""
                        while end < len(text) and depth:
                            if text[end] == '"':  # a literal inside the computed part
                                close = end + 1
                                while close < len(text) and text[close] != '"':
                                    close += 2 if text[close] == "\\" else 1
                                end = close + 1
                                continue
                            depth += {"(": 1, ")": -1}.get(text[end], 0)
                            end += 1
                        inner = text[after + 1:end - 1]
                        for inside, kind, words in literals(inner):
                            yield after + 1 + inside, kind, words
                        content.append("\\(…)")
                        place = end
                    else:
                        content.append(text[place:after + 1])
                        place = after + 1
                else:
                    content.append(text[place])
                    place += 1
            place += len(quotes) + len(hashes)
            yield begin, "long" if quotes == '"""' else ("raw" if hashes else "plain"), "".join(content)
        else:
            place += 1


def calls(text):
    """Yields (place, name, first argument) for each call of the functions; declarations are skipped."""
    code = re.sub(r"//[^\n]*", lambda match: " " * len(match[0]), text)
    for match in re.finditer(r"(?<![\w.`])(%s)\(" % "|".join(FUNCTIONS), code):
        line = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        if not re.search(r"\bfunc\s+$", line):
            yield match.start(), match[1], text[match.end():].lstrip()


def is_sentence(words):
    plain = re.sub(r"\\\(…\)", "x", words).strip()
    return bool(
        re.match(r"[A-ZÄÖÜ“\"'‘]*[A-Z]", plain) and len(plain.split()) >= 3 and plain[-1] in ".!?:…")


def is_unread(text, place):
    """True if a call around a place, within its block of code, is one whose words users don't read."""
    depth = 0
    for index in range(place - 1, -1, -1):
        if text[index] in ")]}":
            depth += 1
        elif text[index] in "([{":
            if depth:
                depth -= 1
            elif text[index] == "{":
                return False
            elif text[index] == "(" and UNREAD.search(text[max(0, index - 60):index + 1].split("\n")[-1]):
                return True
    return False


def findings(path):
    text = open(path, encoding="utf-8").read()

    def line(place):
        return f"{path}:{text.count(chr(10), 0, place) + 1}"

    first = set()
    for place, name, argument in calls(text):
        match = re.match(r'"((?:[^"\\\n]|\\.)*)"', argument)
        if argument.startswith('"""') or not match:
            yield f"{line(place)}: {name}() takes one literal on one line, not: {argument.splitlines()[0][:60]}"
        elif re.search(r"\\[u(]", match[1]):
            yield f"{line(place)}: write characters themselves, and values as places (%1$s): {match[1][:60]}"
        elif re.match(r"\s*\+", argument[match.end():]):
            yield f"{line(place)}: {name}() takes one literal, not a sum: {match[1][:60]}"
        else:
            if re.search(r"\w'\w", match[1]):
                yield f"{line(place)}: write ’ for an apostrophe: {match[1][:60]}"
            first.add(text.index(argument, place))
            if name == "localizedPlural":
                second = re.compile(r'"(?:[^"\\\n]|\\.)*",\s*(?=")').match(text, text.index(argument, place))
                if second:
                    first.add(second.end())
    for place, kind, words in literals(text):
        if place in first or not is_sentence(words) or path in ALLOWED:
            continue
        if kind == "raw" or words.lstrip().startswith(("{", "<", "(")) or is_unread(text, place):
            continue
        yield f"{line(place)}: a sentence outside localized(): {' '.join(words.split())[:70]}"


def main():
    for path in sys.argv[1:]:
        for finding in findings(path):
            print(finding)


main()
