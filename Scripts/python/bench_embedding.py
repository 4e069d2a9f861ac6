#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures libnear-connect-1 beside Swift and beside WebKit alone: the table of bars in docs/speed.md.

    bench_embedding.py LIBRARY PROGRAMS FLOOR [--pairs N] [--managers N] [--deb FILE] [--only NAME]...

LIBRARY is a folder of Scripts/build-library, PROGRAMS one of Scripts/release with near-connect-bench-embedded, FLOOR the C
program of Scripts/bench-floor. All run in the display that DISPLAY names, in turns. Prints a JSON line for each figure;
of a start its CPU seconds as well, without those of WebKit's processes.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "Scripts/bench-embedding"
PYTHON = "/usr/bin/python3"
CALLS = "1000"
POLICY = {
    "version": 1,
    "rules": [{"name": "all", "networks": ["devnet"], "account": "alice.test.near", "deposit": "100 NEAR"}],
}
# The most lines of the smallest useful program, without comments and empty ones.
SMALLEST = {"c": 25, "py": 12, "js": 15, "vala": 15}


class Bench:
    def __init__(self, options: argparse.Namespace, scratch: Path) -> None:
        self.options, self.scratch = options, scratch
        self.library: Path = options.library
        self.environment = os.environ | {
            "LD_LIBRARY_PATH": str(self.library / "lib"), "NO_AT_BRIDGE": "1", "LC_ALL": "C.UTF-8",
            "GI_TYPELIB_PATH": str(self.library / "lib/girepository-1.0"), "EMBED_CREDENTIALS": str(scratch / "keys"),
            "EMBED_POLICY": str(scratch / "policy.json"), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        (scratch / "policy.json").write_text(json.dumps(POLICY))
        self.c, self.late = str(scratch / "program"), str(scratch / "late")
        self.swift = str(options.programs / "near-connect-bench-embedded")
        self.python = [PYTHON, str(HERE / "program.py")]

    def build(self) -> None:
        """Compiles the program in C, and once more without WebKit among its own libraries."""
        for program, options in ((self.c, []), (self.late, ["--define-variable=webkit="])):
            flags = subprocess.run(
                ["pkg-config", *options, "--cflags", "--libs", "near-connect-1"],
                check=True, text=True, capture_output=True,
                env=os.environ | {"PKG_CONFIG_PATH": str(self.library / "lib/pkgconfig")}).stdout.split()
            subprocess.run(
                ["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program,
                 HERE / "program.c", *flags], check=True)

    def run(self, *command: str) -> dict[str, Any]:
        """Runs a program, and returns what it printed with its own CPU seconds."""
        environment = self.environment | {
            "NEAR_CONNECT_BENCH_START": str(time.clock_gettime_ns(time.CLOCK_MONOTONIC))}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            printed = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"bench: {' '.join(command)} ended with {process.returncode}")
        figures: dict[str, Any] = json.loads(printed.splitlines()[-1])
        return figures | {"cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000}

    def pairs(self, one: Callable[[], Any], other: Callable[[], Any]) -> list[tuple[Any, Any]]:
        """Runs both in turns, after one of each that doesn't count."""
        one(), other()
        taken = []
        for number in range(self.options.pairs):
            if number % 2:
                second, first = other(), one()
            else:
                first, second = one(), other()
            taken.append((first, second))
        return taken


def say(metric: str, value: float, bar: float | None, **more: Any) -> None:
    is_good = None if bar is None else value <= bar
    print(json.dumps({"metric": metric, "value": round(value, 3), "bar": bar, "ok": is_good} | more), flush=True)


def ratio(metric: str, pairs: list[tuple[Any, Any]], key: str, bar: float | None, **more: Any) -> None:
    """The median of the pairs' ratios."""
    ratios = [one[key] / max(other[key], 0.001) for one, other in pairs]
    medians = {
        "own": round(statistics.median(one[key] for one, _ in pairs), 1),
        "other": round(statistics.median(other[key] for _, other in pairs), 1), "pairs": len(pairs),
    }
    say(metric, statistics.median(ratios), bar, unit=key, **medians, **more)


def starts(bench: Bench) -> None:
    floor, swift = (lambda: bench.run(str(bench.options.floor), "start")), (lambda: bench.run(bench.swift, "ready"))
    for name, program in (("c", bench.c), ("c-late", bench.late)):
        has_bar = program == bench.c
        pairs = bench.pairs(lambda: bench.run(program, "ready"), swift)
        ratio(f"embedding-start-{name}-swift", pairs, "ms", 1.05 if has_bar else None)
        ratio(f"embedding-start-{name}-swift-cpu", pairs, "cpu_ms", None)
        if has_bar:
            ratio("embedding-memory-c-swift", pairs, "private_kib", 1.0)
        pairs = bench.pairs(lambda: bench.run(program, "ready"), floor)
        ratio(f"embedding-start-{name}-webkit", pairs, "ms", 1.15 if has_bar else None)
        ratio(f"embedding-start-{name}-webkit-cpu", pairs, "cpu_ms", None)
    pairs = bench.pairs(lambda: bench.run(*bench.python, "ready"), lambda: bench.run(*bench.python, "page"))
    ratio("embedding-start-python-webkit", pairs, "ms", 1.05)
    ratio("embedding-start-python-webkit-cpu", pairs, "cpu_ms", None)


def imports(bench: Bench) -> None:
    pairs = bench.pairs(
        lambda: bench.run(*bench.python, "import", "ours"), lambda: bench.run(*bench.python, "import"))
    ratio("embedding-import", pairs, "ms", 1.06)
    added = statistics.median(one["private_kib"] - other["private_kib"] for one, other in pairs)
    say("embedding-import-memory", added / 1024, 1, unit="MB")
    more = max(one["threads"] - other["threads"] for one, other in pairs)
    say("embedding-import-threads", more + sum(one["engine"] for one, _ in pairs), 0)


def serve(bench: Bench, node: str) -> dict[str, Any]:
    """The same calls over the helper's standard streams."""
    helper = [str(bench.options.programs / "near-connect"), "serve", "--network", "devnet", "--rpc-url", node,
              "--ephemeral"]
    with subprocess.Popen(
        helper, env=bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None and process.stdout is not None

        def call(number: int, method: str, params: dict[str, Any]) -> Any:
            line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            process.stdin.write(f"{line}\n")
            while True:
                answer = json.loads(process.stdout.readline())
                if answer.get("id") == number:
                    return answer["result"]

        call(0, "ready", {})
        times = []
        for number in range(1, int(CALLS) + 21):
            began = time.perf_counter_ns()
            call(number, "viewAccount", {"accountId": "bob.test.near"})
            if number > 20:
                times.append(time.perf_counter_ns() - began)
        process.stdin.close()
    return {"us": statistics.median(times) / 1000}


def verbs(bench: Bench, node: str) -> None:
    def swift() -> dict[str, Any]:
        return bench.run(bench.swift, "verb", node, CALLS)

    for name, bar, own in (
        ("c", 1.05, lambda: bench.run(bench.c, "verb", node, CALLS)),
        ("python", 1.15, lambda: bench.run(*bench.python, "verb", node, CALLS)),
        ("serve", 1.5, lambda: serve(bench, node)),
    ):
        ratio(f"embedding-verb-{name}-swift", bench.pairs(own, swift), "us", bar)
    nested = [bench.run(bench.c, "nested", node, "50") for _ in range(max(bench.options.pairs // 4, 1))]
    value = statistics.median(each["nested_us"] / each["us"] for each in nested)
    say("embedding-nested-dialog", value, 3, us=nested[0]["us"], nested_us=nested[0]["nested_us"])


def managers(bench: Bench, node: str) -> None:
    count = bench.options.managers
    got = bench.run(*bench.python, "managers", node, str(count))
    say("embedding-managers-memory", got["late_resident_kib"] / got["early_resident_kib"], 1.02, count=count, **got)
    say("embedding-managers-written", got["late_written_kib"] / got["early_written_kib"], None)
    say("embedding-managers-descriptors", got["late_descriptors"] - got["early_descriptors"], 0, count=count)


def sizes(bench: Bench) -> None:
    engine = bench.library / "lib/near-connect-1/libnear-connect-engine.so"
    say("embedding-engine", engine.stat().st_size / 1e6, 21, unit="MB")
    if bench.options.deb:
        say("embedding-deb", bench.options.deb.stat().st_size / 1e6, 6.5, unit="MB")
    for suffix, bar in SMALLEST.items():
        lines = (ROOT / f"Examples/embed/smallest.{suffix}").read_text().splitlines()
        code = [line for line in lines if line.strip() and not line.strip().startswith(("//", "/*", "#!", "# "))]
        say(f"embedding-lines-{suffix}", len(code), bar)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("library", "programs", "floor"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--pairs", type=int, default=21)
    parser.add_argument("--managers", type=int, default=1000)
    parser.add_argument("--deb", type=Path)
    parser.add_argument("--only", action="append", choices=["sizes", "starts", "imports", "verbs", "managers"])
    options = parser.parse_args()
    wanted = options.only or ["sizes", "starts", "imports", "verbs", "managers"]
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options, Path(scratch))
        bench.build()
        devnet = subprocess.Popen(
            [options.programs / "near-connect", "devnet", "--credentials", Path(scratch) / "keys", "--json"],
            stdout=subprocess.PIPE, text=True)
        try:
            assert devnet.stdout is not None
            node = json.loads(devnet.stdout.readline())["rpcUrl"]
            for name in wanted:
                body = {
                    "sizes": sizes, "starts": starts, "imports": imports, "verbs": lambda it: verbs(it, node),
                    "managers": lambda it: managers(it, node),
                }[name]
                body(bench)
        finally:
            devnet.terminate()
            devnet.wait()


if __name__ == "__main__":
    main()
