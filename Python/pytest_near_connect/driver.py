# SPDX-License-Identifier: MIT
"""A browser with a WebDriver of its own, started with its session and ended with it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options

from . import processes
from .devnet import Devnet
from .errors import NearConnectError
from .settings import Settings
from .wallet import Wallet

_BINARY = "Install near-connect, or name it by --near-connect or the variable NEAR_CONNECT."
_DRIVER = "Install it (on Debian: apt install webkit2gtk-driver), or name it by --near-driver."
_LEFT_OUT = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


class Browser:
    """A browser, its driver and its wallet, in a folder that goes with them.

    Whoever reaches a driver's port starts programs as its user. So a driver is started with its session, and never
    left without one.
    """

    def __init__(self, settings: Settings, devnet: Devnet, url: str | None, arguments: Sequence[str] = ()) -> None:
        program = processes.find_program(settings.near_connect, "near-connect", _BINARY)
        self.settings = settings
        self.devnet = devnet
        self._temporary = processes.TemporaryFolder("near-browser-")
        self.folder = self._temporary.path
        self.log = self.folder / "browser.log"
        self._mark = f"NEAR_CONNECT_SESSION={self.folder.name}"
        self._driver: subprocess.Popen[bytes] | None = None
        self.webdriver: WebDriver | None = None
        control = self.folder / "control" / "socket"
        options = Options()
        options.set_capability("browserName", "near-connect")
        options.binary_location = program
        for argument in self._arguments(devnet, url, str(control), arguments):
            options.add_argument(argument)
        try:
            self.webdriver = self._open(options)
            self.wallet = Wallet(str(control), settings.deadline, devnet.account)
            self.first_account = self.wallet.account or ""
            if url is not None:
                self._wait_for_page(url)
        except BaseException:
            self.close()
            raise

    @property
    def first_policy(self) -> str | dict[str, Any]:
        """The policy that the wallet begins with."""
        policy = self.settings.policy
        if policy in ("ask", "allow", "deny"):
            return policy
        rules: dict[str, Any] = json.loads(Path(policy).read_text())
        return rules

    @property
    def driven(self) -> WebDriver:
        """Selenium's face of the browser."""
        assert self.webdriver is not None
        return self.webdriver

    def _arguments(self, devnet: Devnet, url: str | None, control: str, more: Sequence[str]) -> list[str]:
        settings = self.settings
        arguments = ["browse", *([url] if url else []), "--automation", "--display", settings.display]
        arguments += ["--network", devnet.network, "--rpc-url", devnet.rpc_url, "--credentials",
                      str(devnet.credentials), "--page-network", settings.page_network, "--control", control,
                      "--answer-within", str(int(settings.deadline)), "--policy", settings.policy]
        if "--account" not in more:
            arguments += ["--account", devnet.full_name("alice")]
        if settings.appear_as and "--appear-as" not in more:
            arguments += ["--appear-as", settings.appear_as]
        for address in settings.map_rpc:
            arguments += ["--map-rpc", address]
        for port in settings.allow_port:
            arguments += ["--allow-port", port]
        return [*arguments, *more]

    def _open(self, options: Options) -> WebDriver:
        deadline = self.settings.deadline
        address = self.settings.remote or f"http://127.0.0.1:{self._start_driver()}"
        watcher = _Watcher(self._driver, deadline) if self._driver is not None else contextlib.nullcontext()
        config = ClientConfig(address, timeout=int(deadline) + 5)
        try:
            with watcher:
                return WebDriver(RemoteConnection(client_config=config), options=options)
        except (WebDriverException, OSError, Exception) as error:
            # urllib3's errors are of no class that selenium names.
            reason = watcher.reason if isinstance(watcher, _Watcher) else None
            log = processes.tail(self.log)
            if "match capabilities" in str(error):
                reason = f"{options.binary_location} is no near-connect: it answered the driver as another browser does."
            said = f"It has said: {log}" if log else f"It has said nothing; the client said: {str(error)[:500].strip()}"
            versions = _versions()
            raise NearConnectError(f"{reason or 'The browser’s session didn’t begin.'} {said}{versions}") from error

    def _wait_for_page(self, url: str) -> None:
        # A session begins before the first page is there, and a click into half a page is lost.
        def is_there() -> bool:
            for page in self.wallet.state["pages"]:
                if page["problem"] is not None and page["problem"]["kind"] == "failed":
                    raise NearConnectError(page["problem"]["message"])
            return self.driven.current_url != "about:blank" and self.driven.execute_script(
                "return document.readyState") == "complete"

        if not processes.until(is_there, self.settings.deadline):
            raise NearConnectError(f"The page {url} didn't load within {self.settings.deadline:g} s.")

    def _start_driver(self) -> int:
        driver = processes.find_program(self.settings.driver, "The WebDriver", _DRIVER)
        environment = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
        if self.settings.display == "given":
            environment |= {name: os.environ[name] for name in _LEFT_OUT[:2] if name in os.environ}
        name, _, value = self._mark.partition("=")
        # In memory, since GSettings leaves a file in the home folder otherwise.
        environment |= {name: value, "GSETTINGS_BACKEND": "memory"}
        for name in ("TMPDIR", "HOME"):
            environment[name] = str(self.folder / name.lower())
            os.mkdir(environment[name], 0o700)
        port = processes.free_port()
        self._driver = process = processes.start(
            [driver, f"--port={port}", "--host=127.0.0.1"], environment, self.log)

        def listens() -> bool:
            with socket.socket() as visitor:
                return process.poll() is not None or visitor.connect_ex(("127.0.0.1", port)) == 0

        if not processes.until(listens, self.settings.deadline) or process.poll() is not None:
            raise NearConnectError(f"The WebDriver {driver} didn't start. {processes.tail(self.log)}")
        return port

    def close(self) -> None:
        """Ends the session, its driver and what they have started, and removes their folder."""
        if hasattr(self, "wallet"):
            self.wallet.close()
        if self.webdriver is not None:
            with contextlib.suppress(Exception):
                self.webdriver.quit()
        if self._driver is not None:
            processes.stop(self._driver)
            # They end by themselves when their driver does; a browser that hangs doesn't.
            for ending in (signal.SIGTERM, signal.SIGKILL):
                if not processes.until(lambda: not processes.marked(self._mark), 3):
                    for number in processes.marked(self._mark):
                        with contextlib.suppress(OSError):
                            os.kill(number, ending)
        self._temporary.close()


def _versions() -> str:
    """Returns a sentence where the driver's package is of another version than the library's; else nothing."""
    found = {}
    for package in ("webkit2gtk-driver", "libwebkit2gtk-4.1-0"):
        try:
            answer = subprocess.run(
                ["dpkg-query", "-W", "-f=${Version}", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                timeout=10, check=True, text=True)
        except (OSError, subprocess.SubprocessError):
            # Another distribution, or a package by another name: nobody says the version.
            return ""
        found[package] = answer.stdout.strip()
    if len(set(found.values())) == 1:
        return ""
    versions = ", ".join(f"{package} {version}" for package, version in found.items())
    return f" The driver is of another version than WebKitGTK ({versions}): update both together."


class _Watcher:
    """Ends a driver whose browser has ended, or hasn't called back in time: it would wait for ever."""

    def __init__(self, driver: subprocess.Popen[bytes], patience: float) -> None:
        self._driver = driver
        self._patience = patience
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.reason: str | None = None

    def __enter__(self) -> "_Watcher":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_open.set()
        self._thread.join()

    def _watch(self) -> None:
        had_browser = False

        def is_over() -> bool:
            nonlocal had_browser
            children = processes.living_children(self._driver.pid)
            ended = had_browser and not children
            had_browser = had_browser or bool(children)
            return self._is_open.is_set() or ended

        in_time = processes.until(is_over, self._patience)
        if not self._is_open.is_set():
            self.reason = (
                "The browser ended at its start." if in_time
                else f"The browser didn't start within {self._patience:g} s.")
            self._driver.kill()
