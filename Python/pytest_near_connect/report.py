# SPDX-License-Identifier: MIT
"""What a failed test leaves: files in the trace folder, and their places in pytest's reports."""

import base64
import contextlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .driver import Browser
from .errors import NearConnectError


def _name(node: str) -> str:
    return re.sub(r"[^\w.-]+", "-", node).strip("-")[-150:]


class Trace:
    """The files of one failed test."""

    def __init__(self, folder: Path, item: pytest.Item) -> None:
        self.folder = folder / _name(item.nodeid)
        self.files: list[Path] = []
        self.screenshot: bytes | None = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def take(self, browser: Browser) -> None:
        """Writes what a browser shows, and what its wallet and the chain know; what can't be had says why."""
        self.folder.mkdir(parents=True, exist_ok=True)
        driven, wallet = browser.driven, browser.wallet
        self._write("screenshot.png", lambda: self._picture(driven.get_screenshot_as_png()))
        self._write("page.html", lambda: f"<!-- {driven.current_url} -->\n{driven.page_source}".encode())
        self._write("requests.json", lambda: self._json([request.raw for request in wallet.requests]))
        self._write("journal.json", lambda: self._json(wallet.journal))
        self._write("outcomes.json", lambda: self._json(self._outcomes(browser)))
        self._write("wallet.json", lambda: self._json(wallet.state))
        self._write("browser.log", browser.log.read_bytes)

    @staticmethod
    def _outcomes(browser: Browser) -> dict[str, Any]:
        """What the chain says of each transaction that the journal names, by its hash."""
        found: dict[str, Any] = {}
        for entry in browser.wallet.journal:
            for part in entry.get("parts", []):
                hash, signer = part.get("hash"), entry.get("signerId")
                if hash is None or signer is None:
                    continue
                try:
                    found[hash] = browser.devnet.rpc(
                        "tx", {"tx_hash": hash, "sender_account_id": signer, "wait_until": "NONE"})
                except NearConnectError as error:
                    found[hash] = {"error": str(error)}
        return found

    def _picture(self, picture: bytes) -> bytes:
        self.screenshot = picture
        return picture

    @staticmethod
    def _json(value: Any) -> bytes:
        return json.dumps(value, indent=2, ensure_ascii=False).encode()

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        file = self.folder / name
        try:
            content = make()
        except Exception as error:
            file, content = file.with_suffix(".error.txt"), str(error).encode()
        with contextlib.suppress(OSError):
            file.write_bytes(content)
            self.files.append(file)


def attach(trace: Trace, item: pytest.Item, report: pytest.TestReport) -> None:
    """Names the files in the terminal's report, in JUnit's properties, and in pytest-html's page where it is there."""
    report.sections.append(("near-connect", "\n".join(str(file) for file in trace.files)))
    for file in trace.files:
        item.user_properties.append((f"near_connect.{file.name}", str(file)))
    if not item.config.pluginmanager.hasplugin("html"):
        return
    with contextlib.suppress(ImportError):
        from pytest_html import extras  # type: ignore[import-not-found, unused-ignore]

        found = getattr(report, "extras", [])
        if trace.screenshot is not None:
            found.append(extras.png(base64.b64encode(trace.screenshot).decode()))
        for file in trace.files:
            if file.suffix == ".json":
                found.append(extras.text(file.read_text(), name=file.name))
        report.extras = found  # type: ignore[attr-defined]
