# SPDX-License-Identifier: MIT
"""Reads translations of texts for `Scripts/messages`.

    python3 Scripts/python/messages.py page FILE.po…        prints the module with the page's translations
    python3 Scripts/python/messages.py is-complete FILE.po  ends with 0 if nine of ten texts are translated
    python3 Scripts/python/messages.py check FILE.po…       prints what is wrong in translations
    python3 Scripts/python/messages.py pseudo FILE.pot      prints a translation into no language, for tests
"""

import json
import re
import sys
from pathlib import Path

PAGE = "Resources/Connector/ui/texts.js"
# Languages in which nothing may be left untranslated.
COMPLETE = {"de"}


class Message:
    """A text of a catalogue: its English forms, its translations, whether it has to be looked at again."""

    def __init__(self, block):
        self.is_fuzzy = bool(re.search(r"^#,.*\bfuzzy\b", block, re.M))
        self.files = re.findall(r"\S+", " ".join(re.findall(r"^#: (.*)$", block, re.M)))
        fields = {}
        name = None
        for line in block.splitlines():
            match = re.match(r'(msg(?:ctxt|id_plural|id|str(?:\[\d\])?)) (".*")$', line)
            if match:
                name = match[1]
                fields[name] = json.loads(match[2])
            elif line.startswith('"') and name:
                fields[name] += json.loads(line)
            elif not line.startswith("#"):
                name = None
        self.english = [fields[key] for key in ("msgid", "msgid_plural") if key in fields]
        self.translations = [value for key, value in sorted(fields.items()) if key.startswith("msgstr")]

    @property
    def is_translated(self):
        return not self.is_fuzzy and all(self.translations)


def messages(path):
    """Returns the messages of a file in its order, without its header and what is obsolete."""
    blocks = re.split(r"\n\n+", Path(path).read_text(encoding="utf-8"))
    found = [Message(block) for block in blocks if re.search(r"^msgid ", block, re.M)]
    return [message for message in found if message.english[0]]


def places(text):
    return set(re.findall(r"%\d+\$s|\{\w+\}", text))


def page(paths):
    names = dict(re.findall(r'(\w+): message\(("(?:[^"\\]|\\.)*")\)', Path(PAGE).read_text(encoding="utf-8")))
    print("// SPDX-License-Identifier: MIT")
    print("// Written by Scripts/messages from Translations. Texts that a language lacks are not in its table.")
    print()
    print("/** @type {Record<string, Record<string, string>>} */")
    print("export const translations = {")
    for path in paths:
        known = {message.english[0]: message.translations[0] for message in messages(path) if message.is_translated}
        table = {name: known[json.loads(text)] for name, text in names.items() if json.loads(text) in known}
        if table:
            print(f"  {json.dumps(Path(path).stem.replace('_', '-').lower())}: {{")
            for name, text in table.items():
                print(f"    {name}: {json.dumps(text, ensure_ascii=False)},")
            print("  },")
    print("};")


def is_complete(path):
    found = messages(path)
    return sum(message.is_translated for message in found) * 10 >= len(found) * 9


def check(path):
    """Yields what is wrong: places that the English text hasn't, or that got lost, and what is left undone."""
    for message in messages(path):
        text = message.english[0]
        if Path(path).stem in COMPLETE and not message.is_translated:
            yield f"{'look at it again' if message.is_fuzzy else 'untranslated'}: {text[:80]}"
        for translation in message.translations:
            if not translation or message.is_fuzzy:
                continue
            wanted, found = places("".join(message.english)), places(translation)
            if found - wanted:
                yield f"{', '.join(sorted(found - wanted))} isn't in the English text: {text[:80]}"
            if len(message.english) == 1 and wanted - found:
                yield f"{', '.join(sorted(wanted - found))} got lost: {text[:80]}"
            if text.endswith("\n") != translation.endswith("\n"):
                yield f"only one of both ends the line: {text[:80]}"


def pseudo(path):
    """Yields the lines of a translation that is the text itself, in brackets, with accents, and a third longer.

    Marks stand around its places: what comes there may be English, too.
    """
    yield 'msgid ""\nmsgstr "Language: xx\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'

    def longer(text):
        core = text.strip()
        inner = re.sub(r"%[0-9]\$s", r"⟪\g<0>⟫", core) + " éłö" * max(1, len(core) // 12)
        return text[:len(text) - len(text.lstrip())] + f"⟦{inner}⟧" + text[len(text.rstrip()):]

    for message in messages(path):
        fields = [("msgid", message.english[0])]
        if len(message.english) == 1:
            fields.append(("msgstr", longer(message.english[0])))
        else:
            fields.append(("msgid_plural", message.english[1]))
            fields += [(f"msgstr[{index}]", longer(form)) for index, form in enumerate(message.english)]
        yield "\n".join(f"{name} {json.dumps(text, ensure_ascii=False)}" for name, text in fields) + "\n"


def main():
    if sys.argv[1:2] == ["page"]:
        page(sys.argv[2:])
    elif sys.argv[1:2] == ["is-complete"]:
        sys.exit(0 if is_complete(sys.argv[2]) else 1)
    elif sys.argv[1:2] == ["check"]:
        for path in sys.argv[2:]:
            for finding in check(path):
                print(f"{path}: {finding}")
    elif sys.argv[1:2] == ["pseudo"]:
        for line in pseudo(sys.argv[2]):
            print(line)
    else:
        sys.exit(__doc__)


main()
