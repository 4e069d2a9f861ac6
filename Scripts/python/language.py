#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads Swift files for rules of language that swift-format doesn't know, and prints each finding as `file:line: …`.

    Scripts/python/language.py summaries|labels|errors <FILES

summaries   The first sentence of a documentation comment has at most 20 words and begins with a noun or a verb; no line
            of a comment is longer than 120 columns.
labels      No function, initializer or subscript has three or more parameters without a label. Operators have none.
errors      The name of a type that conforms to Error ends in Error.

The names of files come on standard input, one a line. `errors` wants all of them at once: a protocol of one file may
refine Error, and a type of another conform to it.
"""
import re
import sys

LINE_LIMIT = 120
WORD_LIMIT = 20
PARAMETER_LIMIT = 2

RIDDLE = re.compile(r"[*_\"'(“]*(What|Whether|How|Who|That|Where|Which|When|If)\b")
SENTENCE_END = re.compile(r"[.!?][)\"”*_]*(?=\s|$)")
CALLABLE = re.compile(r"(?<![.\w`])(func|init|subscript)\b[ \t]*([?!]?)[ \t]*([^\s(<]*)")
SPACE = re.compile(r"\s*")
PARAMETER = re.compile(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(`?\w+`?)(?:\s+(`?\w+`?))?\s*:")
DECLARATION = re.compile(r"(?<![.\w`])(struct|class|enum|actor|extension|protocol)\s+(`?[A-Za-z_][\w.`]*)")
ATTRIBUTE = re.compile(r"@\w+(?:\([^)]*\))?")
TOKEN = re.compile(r'//|/\*|#*"|#+/|[()]')
BLOCK_MARK = re.compile(r"/\*|\*/")
OPENING, CLOSING = "([{", ")]}"


class Source:
    """The text of a Swift file, and `code`: the same text with comments and literals blanked, so that places agree."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.comments = []  # (start, end), the marks included
        self._blank = []  # (start, end)
        self._scan(0, None)
        parts, last = [], 0
        for start, end in sorted(self._blank):
            parts += [text[last:start], re.sub(r"[^\n]", " ", text[start:end])]
            last = max(last, end)
        self.code = "".join(parts) + text[last:]

    def line(self, index):
        return self.text.count("\n", 0, index) + 1

    def _scan(self, index, closing):
        """Reads code from `index` to the parenthesis that closes an interpolation, or to the end; returns its end."""
        text, depth = self.text, 0
        while match := TOKEN.search(text, index):
            token, index = match.group(), match.end()
            if token == "//":
                index = self._comment(match.start(), text.find("\n", index))
            elif token == "/*":
                index = self._comment(match.start(), self._block_end(match.start()))
            elif token.endswith('"'):
                index = self._string(match.start(), len(token) - 1)
            elif token.endswith("/"):
                index = self._literal_end(match.start(), "/" + token[:-1], index)
            elif closing and token == "(":
                depth += 1
            elif closing and token == ")":
                if depth == 0:
                    return index
                depth -= 1
        return len(text)

    def _literal_end(self, start, closing, index):
        """Blanks an extended regular expression."""
        end = self.text.find(closing, index)
        end = len(self.text) if end < 0 else end + len(closing)
        self._blank.append((start, end))
        return end

    def _comment(self, start, end):
        end = len(self.text) if end < 0 else end
        self.comments.append((start, end))
        self._blank.append((start, end))
        return end

    def _block_end(self, index):
        """The end of a block comment; they nest."""
        depth = 0
        for match in BLOCK_MARK.finditer(self.text, index):
            depth += 1 if match.group() == "/*" else -1
            if depth == 0:
                return match.end()
        return -1

    def _string(self, start, hashes):
        """Blanks a literal but for the code that it interpolates; returns its end."""
        text, marks = self.text, "#" * hashes
        quote = '"""' if text.startswith('"""', start + hashes) else '"'
        index = blank = start + hashes + len(quote)
        while index < len(text):
            if text.startswith(quote + marks, index):
                index += len(quote) + hashes
                break
            if text.startswith("\\" + marks, index):
                after = index + 1 + hashes
                if text.startswith("(", after):
                    self._blank.append((blank, after + 1))
                    index = blank = self._scan(after + 1, ")")
                    blank -= 1
                else:
                    index = after + 1
            elif quote == '"' and text[index] == "\n":
                break
            else:
                index += 1
        self._blank.append((start, start + hashes + len(quote)))
        self._blank.append((blank, min(index, len(text))))
        return index


def close_of(code, index):
    """The place after the bracket that closes the one at `index`."""
    depth = 0
    while index < len(code):
        if code[index] in OPENING:
            depth += 1
        elif code[index] in CLOSING:
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return index


def generics_end(code, index):
    """The place after the generic parameters that begin at `index`, in which an arrow closes nothing."""
    depth = 0
    while index < len(code):
        if code.startswith("->", index):
            index += 2
            continue
        if code[index] == "<":
            depth += 1
        elif code[index] == ">":
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return index


def split(code, separator=","):
    """The parts of a list, separated outside brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(code):
        if character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
        elif character in separator and depth == 0:
            parts.append(code[start:index])
            start = index + 1
    return parts + [code[start:]]


def labels(source):
    code = source.code
    for match in CALLABLE.finditer(code):
        kind, _, name = match.groups()
        if kind == "func" and not re.match(r"[`A-Za-z_]", name):
            continue
        if kind != "func" and name:
            continue
        start = SPACE.match(code, match.end()).end()
        if code.startswith("<", start):
            start = SPACE.match(code, generics_end(code, start)).end()
        if not code.startswith("(", start):
            continue
        bare = []
        for part in split(code[start + 1:close_of(code, start) - 1]):
            # A variadic parameter reads as a list. What isn't `name:` is the rest of a generic argument list.
            if part.rstrip().endswith("..."):
                continue
            if parameter := PARAMETER.match(part):
                label, own = parameter.groups()
                if label == "_" or (kind == "subscript" and own is None):
                    bare.append(own or label)
        if len(bare) > PARAMETER_LIMIT:
            name = name if kind == "func" else kind
            yield match.start(), f"{name}: {len(bare)} parameters without a label ({', '.join(bare)})"


def documentation(source):
    """Each documentation comment: where it begins, and its lines without marks."""
    block, last = None, None
    for start, end in source.comments:
        text = source.text[start:end]
        if text.startswith("///"):
            between = source.text[last:start] if last is not None else "x"
            if block and between.count("\n") == 1 and not between.strip():
                block[1].append(text[3:])
            else:
                if block:
                    yield block
                block = (start, [text[3:]])
            last = end
        elif text.startswith("/**") and text != "/**/":
            yield start, [re.sub(r"^\s*\*? ?", "", line) for line in text[3:-2].strip("\n").split("\n")]
    if block:
        yield block


def first_sentence(lines):
    paragraph = []
    for line in lines:
        if not line.strip():
            if paragraph:
                break
            continue
        paragraph.append(line.strip())
    text = " ".join(paragraph)
    end = SENTENCE_END.search(text)
    return text[:end.end()] if end else text


def summaries(source):
    for start, lines in documentation(source):
        sentence = first_sentence(lines)
        count = len(sentence.split())
        if count > WORD_LIMIT:
            yield start, f"{count} words in the first sentence: {shortened(sentence)}"
        if riddle := RIDDLE.match(sentence):
            yield start, f"the comment begins with {riddle.group(1)}: {shortened(sentence)}"
    for start, end in source.comments:
        place = start
        for line in source.text[start:end].split("\n"):
            width = place - source.text.rfind("\n", 0, place) - 1 + len(line)
            if width > LINE_LIMIT:
                yield place, f"{width} columns: {shortened(line)}"
            place += len(line) + 1


def shortened(text):
    text = text.strip()
    return text if len(text) <= 90 else text[:90] + "…"


def inherited(code, index):
    """The types that a declaration whose name ends at `index` names after its colon."""
    index = SPACE.match(code, index).end()
    if code.startswith("<", index):
        index = SPACE.match(code, generics_end(code, index)).end()
    if not code.startswith(":", index):
        return []
    end = code.find("{", index)
    clause = re.split(r"\bwhere\b", code[index + 1:end if end >= 0 else len(code)])[0]
    return [ATTRIBUTE.sub("", part).replace("~", "").split("<")[0].strip() for part in split(clause, ",&")]


def errors(sources):
    declared = []
    for source in sources:
        for match in DECLARATION.finditer(source.code):
            kind, name = match.group(1), match.group(2).strip("`.").split(".")[-1].strip("`")
            names = [other.split(".")[-1] for other in inherited(source.code, match.end())]
            declared.append((source, match.start(), kind, name, names))
    # Protocols that refine Error, and classes that conform to it, hand it on.
    conforming = {"Error", "LocalizedError", "RecoverableError", "CustomNSError"}
    while True:
        more = {name for _, _, kind, name, names in declared
                if kind in ("protocol", "class") and conforming.intersection(names)} - conforming
        if not more:
            break
        conforming |= more
    for source, start, kind, name, names in declared:
        if conforming.intersection(names) and not name.endswith("Error"):
            yield source, start, f"{name} conforms to Error, and its name doesn't end in Error"


def main(arguments):
    rules = {"summaries": summaries, "labels": labels}
    if len(arguments) != 1 or arguments[0] not in {*rules, "errors"}:
        sys.exit("usage: Scripts/python/language.py summaries|labels|errors <FILES")
    sources = []
    for path in sys.stdin.read().splitlines():
        with open(path, encoding="utf-8") as stream:
            sources.append(Source(path, stream.read()))
    if arguments[0] == "errors":
        found = list(errors(sources))
    else:
        found = [(source, start, text) for source in sources for start, text in rules[arguments[0]](source)]
    for source, start, text in sorted(found, key=lambda finding: (finding[0].path, finding[1])):
        print(f"{source.path}:{source.line(start)}: {text}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
