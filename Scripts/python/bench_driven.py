#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the driven browser: sessions and tabs beside MiniBrowser's, and tests with one worker and with two.

    bench_driven.py PROGRAM [--pairs N] [--only session|tab|workers]...

PROGRAM is near-connect. MiniBrowser comes with WebKitGTK's library, and is what WebKitWebDriver starts where nobody names
another program. Both run in the same virtual display, in turns; a session begins with a driver of its own, whose start
isn't counted. For `workers` the interpreter has Scripts/python/clients.txt. Prints a JSON line for each figure.
"""

import argparse
import contextlib
import functools
import glob
import http.server
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 60
PAGE = "<!doctype html><title>A page</title><p>Something to read.</p>"
TESTS = 20
TEST = """
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait


@pytest.mark.parametrize("number", range({count}))
def test_a_visitor_signs_in(near_browser, number):
    near_browser.find_element(By.ID, "sign-in").click()
    wait = WebDriverWait(near_browser, 20, poll_frequency=0.05)
    entry = (By.CSS_SELECTOR, "button[data-wallet=near-connect]")
    wait.until(lambda browser: browser.find_elements(*entry))[0].click()
    assert wait.until(lambda browser: browser.find_element(By.ID, "answer").text) == "Signed in"
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves one page, and writes no log."""

    def do_GET(self):
        body = PAGE.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def page():
    """The port of a server whose every path is the page."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@contextlib.contextmanager
def display():
    """A virtual display for both browsers."""
    reading, writing = os.pipe()
    xvfb = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x960x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as numbers:
        number = numbers.readline().strip()
    try:
        yield f":{number}"
    finally:
        xvfb.terminate()
        xvfb.wait()


class Session:
    """A driver, its browser, and folders of their own."""

    def __init__(self, screen, capabilities):
        self.folder = tempfile.mkdtemp(prefix="near-bench-")
        self.mark = f"NEAR_CONNECT_BENCH={uuid.uuid4()}"
        name, _, value = self.mark.partition("=")
        environment = dict(os.environ, DISPLAY=screen, GDK_BACKEND="x11", GSETTINGS_BACKEND="memory", HOME=self.folder,
                           TMPDIR=self.folder, **{name: value})
        environment.pop("WAYLAND_DISPLAY", None)
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self.port}", "--host=127.0.0.1"], env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while not self.listens():
            if time.monotonic() > end or self.driver.poll() is not None:
                raise SystemExit("WebKitWebDriver doesn't start")
        begin = time.monotonic()
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.milliseconds = (time.monotonic() - begin) * 1000
        self.path = f"/session/{answer['sessionId']}"

    def listens(self):
        with socket.socket() as visitor:
            return visitor.connect_ex(("127.0.0.1", self.port)) == 0

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)["value"]

    def open(self, url):
        self.call("POST", f"{self.path}/url", {"url": url})

    def open_window(self, url):
        window = self.call("POST", f"{self.path}/window/new", {"type": "window"})["handle"]
        self.call("POST", f"{self.path}/window", {"handle": window})
        self.open(url)

    def memory(self):
        """The private memory of the session's processes in MiB, once it doesn't change any more."""
        last = -1.0
        for _ in range(50):
            now = sum(map(private_memory, self.processes()))
            if abs(now - last) < 0.5:
                break
            last = now
            time.sleep(0.2)
        return now

    def processes(self):
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as environment:
                if self.mark.encode() in environment.read().split(b"\0"):
                    found.append(int(name))
        return [process for process in found if process != self.driver.pid]

    def end(self):
        with contextlib.suppress(OSError):
            self.call("DELETE", self.path)
        self.driver.terminate()
        self.driver.wait()
        end = time.monotonic() + PATIENCE
        while left := self.processes():
            if time.monotonic() > end:
                raise SystemExit(f"processes are left: {left}")
            time.sleep(0.02)
        shutil.rmtree(self.folder, ignore_errors=True)


def private_memory(process):
    with contextlib.suppress(OSError), open(f"/proc/{process}/smaps_rollup") as rollup:
        return sum(int(line.split()[1]) for line in rollup if line.startswith("Private_")) / 1024
    return 0.0


class Browsers:
    """The two that are compared."""

    def __init__(self, program, screen):
        self.program, self.screen = program, screen
        found = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
        if not found:
            raise SystemExit("MiniBrowser isn't there; it comes with WebKitGTK's library")
        self.mini = found[0]

    def ours(self, arguments=()):
        options = {"binary": self.program, "args": ["browse", "--automation", "--display", "given", *arguments]}
        return Session(self.screen, {"browserName": "near-connect", "webkitgtk:browserOptions": options})

    def theirs(self):
        return Session(self.screen, {"webkitgtk:browserOptions": {"binary": self.mini, "args": ["--automation"]}})


def report(metric, unit, pairs, bar):
    ratios = [own / other for own, other in pairs]
    ratio = statistics.median(ratios)
    print(json.dumps({
        "metric": metric, "unit": unit, "median": round(statistics.median(own for own, _ in pairs), 1),
        "other_median": round(statistics.median(other for _, other in pairs), 1), "ratio": round(ratio, 3), "bar": bar,
        "ok": ratio <= bar, "pairs": len(pairs), "values": [round(value, 3) for value in ratios],
    }, separators=(",", ":")), flush=True)


def in_turns(count, one, other):
    """Pairs of figures; who is first changes each time, and the first pair doesn't count."""
    pairs = []
    for number in range(count + 1):
        if number % 2:
            pair = (one(), other())
        else:
            second = other()
            pair = (one(), second)
        if number:
            pairs.append(pair)
    return pairs


def measure_sessions(browsers, node, count):
    def took(start):
        session = start()
        session.end()
        return session.milliseconds

    given = ["--network", "bench", "--rpc-url", node.url, "--policy", "deny", "--credentials", node.folder]
    report("dapps-session", "ms", in_turns(
        count, lambda: took(functools.partial(browsers.ours, given)), lambda: took(browsers.theirs)), 1.25)
    own = ["--devnet", "--policy", "allow"]
    report("dapps-session-devnet", "ms", in_turns(
        count, lambda: took(functools.partial(browsers.ours, own)), lambda: took(browsers.theirs)), 1.4)


def measure_tab(browsers, port, count):
    def grew(start):
        session = start()
        try:
            session.open(f"http://127.0.0.1:{port}/")
            before = session.memory()
            session.open_window(f"http://localhost:{port}/")
            return session.memory() - before
        finally:
            session.end()

    own = ["--devnet", "--policy", "allow", "--allow-port", str(port)]
    report("dapps-second-tab", "MiB", in_turns(
        count, lambda: grew(functools.partial(browsers.ours, own)), lambda: grew(browsers.theirs)), 1.1)


def measure_workers(program, count):
    with tempfile.TemporaryDirectory(prefix="n", dir="/tmp") as name:
        work = pathlib.Path(name)
        app = shutil.copytree(ROOT / "Examples/dapp-tests/app", work / "app")
        shutil.copytree(ROOT / "Resources/Connector", app / "near-connect")
        (work / "test_visits.py").write_text(TEST.format(count=TESTS))
        (work / "pytest.ini").write_text(f"[pytest]\nnear_dapp_folder = {app}\nnear_policy = allow\n")
        environment = dict(os.environ, NEAR_CONNECT=os.path.abspath(program), PYTHONDONTWRITEBYTECODE="1",
                           PYTHONPATH=str(ROOT / "Python"), TMPDIR=name)

        def took(workers):
            command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_near_connect.plugin", "-p", "no:cacheprovider",
                       "-n", str(workers), "."]
            begin = time.monotonic()
            result = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, text=True)
            if result.returncode:
                raise SystemExit(result.stdout)
            return (time.monotonic() - begin) * 1000

        report("dapps-two-workers", "ms", in_turns(count, lambda: took(2), lambda: took(1)), 0.7)


class Node:
    """A devnet of its own, for browsers that bring none."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="near-bench-node-")
        self.process = subprocess.Popen(
            [program, "devnet", "--json", "--credentials", self.folder], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder))
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the devnet doesn't start")
        self.url = json.loads(line)["rpcUrl"]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--only", action="append", choices=["session", "tab", "workers"])
    options = parser.parse_args()
    wanted = options.only or ["session", "tab", "workers"]
    with display() as screen, page() as port:
        browsers = Browsers(os.path.abspath(options.program), screen)
        if "session" in wanted:
            node = Node(browsers.program)
            try:
                measure_sessions(browsers, node, options.pairs)
            finally:
                node.end()
        if "tab" in wanted:
            measure_tab(browsers, port, max(3, options.pairs // 2))
    if "workers" in wanted:
        measure_workers(options.program, max(2, options.pairs // 3))


main()
