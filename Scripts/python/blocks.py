#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the blocks of documents, as a reader would who pastes them one after the other.

    Scripts/python/blocks.py --programs FOLDER DOCUMENT…    runs them; FOLDER has near-connect
    Scripts/python/blocks.py --list DOCUMENT…               only says which there are, and what becomes of them

Blocks of shell are run: all of a document in one folder, with a home of its own, in a terminal that answers what is
asked (QUESTIONS). A line of HTML above a block says what else is done:

    <!-- sample: FILE NAME -->    the block is a part of a file that is compiled or run; samples.py compares them
    <!-- writes: FILE -->         the block is written into the file, for the blocks of shell behind it
    <!-- prints -->               it is what the shell's block above it prints; numbers, hashes and … stand for any others
    <!-- after: COMMAND -->       the block is run behind this command, in the same shell
    <!-- in the repository -->    the block is run in the repository's folder
    <!-- not run: REASON -->      it is neither; reasons are printed and counted

What a block leaves running is ended after it. A block of which nothing is said, and that isn't shell, is a finding:
nobody would notice that it is wrong. Where a document speaks of testnet, an embedded chain stands in for it:
`--network testnet` becomes that chain's address, and alice.testnet and the other names that the document has are accounts
of it. Port 3030 becomes a free one.
"""
import argparse
import base64
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MARK = re.compile(r"^<!-- (sample|writes|prints|after|in the repository|not run)(?:: (.*))? -->$")
# What needs no node takes no address of one.
OFFLINE = r"(near-connect (?:sign-transaction|keys (?:generate|export)) .*)"
PATIENCE = 120
# What near-connect asks, and what is answered: BIP-39's words for a test.
QUESTIONS = {
    "Write \u201cyes\u201d to sign it: ": "yes",
    "Secret key or seed phrase: ": "test test test test test test test test test test test junk",
}
Block = namedtuple("Block", "document line language mark argument text")


class Wrong(Exception):
    """A block that isn't what it says."""


def blocks(document):
    """The blocks of a document, in their order."""
    with open(document, encoding="utf-8") as file:
        lines = file.read().split("\n")
    number = 0
    while number < len(lines):
        opening = re.match(r"^( *)```(\w*)$", lines[number])
        if opening is None:
            number += 1
            continue
        close = lines.index(opening.group(1) + "```", number + 1)
        mark = MARK.match(lines[number - 1].strip()) if number else None
        text = "\n".join(line[len(opening.group(1)):] for line in lines[number + 1:close]) + "\n"
        yield Block(document, number + 1, opening.group(2), *(mark.groups() if mark else (None, None)), text)
        number = close + 1


def fate(block):
    """What becomes of a block: run, or what its mark says. Raises Wrong where nothing does."""
    if block.mark in ("sample", "writes", "not run"):
        if not block.argument:
            raise Wrong("its mark names nothing")
        return block.mark
    if block.mark == "prints":
        return block.mark
    if block.language == "sh":
        return "run"
    raise Wrong("this block isn't run: say in the line above it what it is, <!-- sample: …, writes:, prints or not run: -->")


def pattern(printed):
    """An expression for what a block says is printed."""
    def word(text):
        if re.fullmatch(r"[1-9A-HJ-NP-Za-km-z]{32,}", text):
            return r"[1-9A-HJ-NP-Za-km-z]{32,}"
        return ".*".join(re.sub(r"[0-9][0-9.,]*", lambda _: "[0-9][0-9.,]*", re.escape(part).replace(r"\.", "[.]"))
                         for part in text.split("…"))
    expression = ""
    for line in printed.rstrip("\n").split("\n"):
        if line.strip() == "…":
            expression += r"(?:.*\n)*?"
        else:
            expression += r"\s*" + r"\s+".join(word(part) for part in line.split()) + r"\s*\n"
    return expression


def guest_book():
    """The devnet's guest book, as WebAssembly: the contract of the documents."""
    path = os.path.join(ROOT, "Sources/NEARDevnet/Contracts/Samples/SampleContract+GuestBook.swift")
    with open(path, encoding="utf-8") as file:
        text = re.search(r'"""\n(.*?)"""', file.read(), re.DOTALL).group(1)
    return base64.b64decode("".join(text.replace("\\", "").split()))


def end(group):
    """Ends the processes of a group that are still there."""
    try:
        os.killpg(group, signal.SIGTERM)
    except ProcessLookupError:
        pass


class Session:
    """The folder, the home and the chain of one document."""

    def __init__(self, programs, text):
        self.folder = tempfile.mkdtemp(prefix="near-connect-blocks-")
        self.home = os.path.join(self.folder, "home")
        self.work = os.path.join(self.folder, "work")
        stands_in = os.path.join(self.folder, "bin")
        for path in (self.home, self.work, stands_in):
            os.mkdir(path)
        shutil.copytree(os.path.join(ROOT, "Examples"), os.path.join(self.work, "Examples"))
        with open(os.path.join(self.work, "contract.wasm"), "wb") as file:
            file.write(guest_book())
        if os.geteuid() == 0 and shutil.which("sudo") is None:
            # Who is root already needs none.
            with open(os.path.join(stands_in, "sudo"), "w", encoding="utf-8") as file:
                file.write('#!/bin/sh\nexec "$@"\n')
            os.chmod(file.name, 0o755)
        kept = ("LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ}
        self.environment |= {
            "HOME": self.home, "PATH": "%s:%s:%s" % (programs, stands_in, os.environ["PATH"]), "TERM": "dumb",
        }
        self.groups = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.chain = None
        if "testnet" in text:
            names = sorted(set(re.findall(r"(?<![.a-z])(?<!import )(?<!generate )[a-z]+\.testnet\b", text)))
            self.chain = self.start_chain(names)

    def start_chain(self, names):
        """The address of a chain that stands in for testnet."""
        ready = os.path.join(self.folder, "chain.json")
        keys = os.path.join(self.home, ".near-credentials")
        command = ["near-connect", "devnet", "--accounts", ",".join(names), "--credentials", keys, "--ready-file", ready]
        started = subprocess.Popen(
            command, env=self.environment, start_new_session=True, stdout=subprocess.DEVNULL)
        self.groups.append(started.pid)
        end = time.monotonic() + PATIENCE
        while not os.path.exists(ready):
            if started.poll() is not None or time.monotonic() > end:
                raise Wrong("no chain could be started for the document")
            select.select([], [], [], 0.05)
        with open(ready, encoding="utf-8") as file:
            return re.search(r'"rpcUrl":"([^"]*)"', file.read()).group(1)

    def as_run(self, text):
        """The text of a block, or of a hidden command, with the local chain in place of testnet."""
        text = re.sub(r"\b3030\b", str(self.port), text)
        if self.chain:
            text = re.sub(OFFLINE + "--network testnet", r"\1--network devnet", text)
            text = text.replace("--network testnet", "--network devnet --rpc-url " + self.chain)
            text = text.replace('"testnet"', '"devnet"').replace("https://rpc.example", self.chain)
        return text

    def run(self, block):
        """Runs a block of shell and returns what it printed."""
        hidden = (block.argument + "\n") if block.mark == "after" else ""
        script = "set -euo pipefail\n" + self.as_run(hidden + block.text)
        reading, writing = os.pipe()
        child, terminal = pty.fork()
        if child == 0:
            try:
                os.dup2(writing, 1)
                os.closerange(3, 1024)
                os.chdir(ROOT if block.mark == "in the repository" else self.work)
                os.execvpe("bash", ["bash", "-c", script], self.environment)
            finally:
                os._exit(127)
        os.close(writing)
        try:
            return self.follow(child, terminal, reading)
        finally:
            end(child)

    @staticmethod
    def follow(child, terminal, reading):
        """Answers what is asked in the terminal until the shell has ended, and returns what it printed."""
        said, printed, status = b"", b"", None
        end = time.monotonic() + PATIENCE
        try:
            # Programs of the background keep the pipe open: the shell's own end counts.
            while status is None or select.select([reading], [], [], 0)[0]:
                for source in select.select([terminal, reading], [], [], 0.05)[0]:
                    try:
                        data = os.read(source, 65536)
                    except OSError:  # The terminal of a shell that has gone.
                        data = b""
                    if source == reading:
                        printed += data
                    else:
                        said += data
                        for question, answer in QUESTIONS.items():
                            if said.endswith(question.encode()):
                                os.write(terminal, answer.encode() + b"\n")
                    if not data and status is not None:
                        raise StopIteration
                if status is None:
                    ended, code = os.waitpid(child, os.WNOHANG)
                    if ended:
                        status = os.waitstatus_to_exitcode(code)
                    elif time.monotonic() > end:
                        raise Wrong("it didn't end in %d s\n%s" % (PATIENCE, said.decode(errors="replace")))
        except StopIteration:
            pass
        finally:
            os.close(reading)
            os.close(terminal)
        if status != 0:
            words = (printed + said).decode(errors="replace")
            raise Wrong("it ended with code %d:\n%s" % (status, words[-3000:]))
        return printed.decode(errors="replace")

    def close(self):
        """Ends the chain, and removes the folder."""
        for group in self.groups:
            end(group)
        # What ends may still write; what stays is the system's temporary folder's.
        shutil.rmtree(self.folder, ignore_errors=True)


def run(document, programs, counts):
    """Runs the blocks of a document, and returns what is wrong with them."""
    found = []
    with open(document, encoding="utf-8") as file:
        session = Session(programs, file.read())
    printed = ""
    try:
        for block in blocks(document):
            here = "%s:%d: " % (document, block.line)
            try:
                does = fate(block)
                counts[does] = counts.get(does, 0) + 1
                if does == "not run":
                    print("%snot run: %s" % (here, block.argument))
                elif does == "writes":
                    with open(os.path.join(session.work, block.argument), "w", encoding="utf-8") as file:
                        file.write(session.as_run(block.text))
                elif does == "prints":
                    if not re.search(pattern(block.text), printed):
                        raise Wrong("this isn't printed; what is printed is:\n%s" % printed)
                elif does == "run":
                    begin = time.monotonic()
                    printed = session.run(block)
                    print("%srun, %.1f s" % (here, time.monotonic() - begin), flush=True)
            except Wrong as wrong:
                found.append(here + str(wrong))
    finally:
        session.close()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("documents", nargs="+")
    options = parser.parse_args()
    found, counts = [], {}
    for document in options.documents:
        if options.list:
            for block in blocks(document):
                try:
                    print("%s:%d: %s" % (block.document, block.line, fate(block)))
                except Wrong as wrong:
                    found.append("%s:%d: %s" % (document, block.line, wrong))
        else:
            found += run(document, os.path.abspath(options.programs), counts)
    for finding in found:
        print(finding)
    if counts:
        print("blocks: " + ", ".join("%d %s" % (count, does) for does, count in sorted(counts.items())))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
