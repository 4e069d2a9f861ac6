# SPDX-License-Identifier: MIT
"""A WebDriver that is started with its session and ends with this process, and a site for its browser."""

import contextlib
import ctypes
import functools
import http.server
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
import uuid

from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options

PATIENCE = 30


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def until(what, condition):
    """Waits for a condition, and says which one didn't come."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"{what} didn't come"
        threading.Event().wait(0.02)
    return found


def marked(mark):
    """The processes that live and have a mark in their environment, by their numbers."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/environ", "rb") as environment:
                is_ours = f"NEAR_CONNECT_TEST_MARK={mark}".encode() in environment.read().split(b"\0")
            if is_ours and int(name) != os.getpid():
                with open(f"/proc/{name}/comm") as comm:
                    found[int(name)] = comm.read().strip()
    return found


class Site(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and counts what it is asked."""

    def log_message(self, *_):
        self.server.asked += 1


@contextlib.contextmanager
def serving(folder):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=folder)) as server:
        server.asked = 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


class Session:
    """A driver process, its browser, and all that they leave: processes by a mark, files in folders of their own."""

    def __init__(self, program, url, arguments, mark=None):
        self.mark = mark or f"near-connect-test-{uuid.uuid4()}"
        self.folder = tempfile.mkdtemp()
        environment = dict(os.environ, NEAR_CONNECT_TEST_MARK=self.mark, TMPDIR=f"{self.folder}/tmp", HOME=f"{self.folder}/home")
        # The driver's own: GSettings leaves a file in the home folder otherwise.
        environment["GSETTINGS_BACKEND"] = "memory"
        for name in ("TMPDIR", "HOME"):
            os.mkdir(environment[name])
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            environment.pop(name, None)
        self.port = free_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self.port}", "--host=127.0.0.1"], env=environment, preexec_fn=die_with_parent,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until("the driver", self.is_listening)
        options = Options()
        options.set_capability("browserName", "near-connect")
        options.binary_location = program
        for argument in ["browse", *([url] if url else []), "--automation", "--display", "own", *arguments]:
            options.add_argument(argument)
        config = ClientConfig(f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        try:
            self.browser = webdriver.Remote(RemoteConnection(client_config=config), options=options)
        except BaseException:
            self.driver.kill()
            self.driver.wait()
            raise

    def is_listening(self):
        with socket.socket() as visitor:
            return visitor.connect_ex(("127.0.0.1", self.port)) == 0

    def wait(self, condition):
        return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.02).until(condition)

    def end(self):
        with contextlib.suppress(Exception):
            self.browser.quit()
        self.driver.terminate()
        self.driver.wait()

    def processes(self):
        """The processes of this session that live, by their mark in the environment."""
        return marked(self.mark)

    def files(self):
        return [os.path.join(place, name) for place, _, names in os.walk(self.folder) for name in names]


class Control:
    """A client of the control channel: one call at a time."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rw")
        self.next = 0
        self.events = []

    def event(self, name, condition=lambda _: True):
        """Waits for an event after `events.subscribe`, and returns what it is about."""
        while True:
            while self.events:
                event = self.events.pop(0)
                about = event.get("problem", event.get("request", {}))
                if event["event"] == name and condition(about):
                    return about
            self._note(json.loads(self.lines.readline()))

    def _note(self, message):
        if message.get("method") == "event":
            self.events.append(message["params"])

    def call(self, method, **params):
        self.next += 1
        json.dump({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}, self.lines)
        self.lines.write("\n")
        self.lines.flush()
        while True:
            answer = json.loads(self.lines.readline())
            if answer.get("id") == self.next:
                break
            self._note(answer)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]
