# SPDX-License-Identifier: MIT
"""The dApp that is tested: a built folder that is served, or a server that is there."""

import functools
import http.server
import threading
import urllib.error
import urllib.parse
import urllib.request
from http import HTTPStatus
from pathlib import Path
from typing import Any

from .errors import NearConnectError
from .settings import Settings


class DApp:
    """Where the dApp is."""

    def __init__(self, url: str, folder: Path | None = None) -> None:
        self.url = url
        self.folder = folder
        parts = urllib.parse.urlsplit(url)
        self.origin = f"{parts.scheme}://{parts.netloc}"


class _Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder; paths of an app with routes of its own get its first page."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.exists() and not path.suffix:
            self.path = "/index.html"
        super().do_GET()

    def list_directory(self, path: Any) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)


class Server:
    """Serves a folder on a free port of this computer."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "index.html").is_file():
            raise NearConnectError(
                f"There is no dApp in {folder}: it has no index.html. Build the dApp, or correct near_dapp_folder.")
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(_Files, directory=str(folder)))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self.dapp = DApp(f"http://localhost:{self._server.server_port}/", folder)

    def close(self) -> None:
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()


def reachable(url: str, settings: Settings) -> DApp:
    """Returns a dApp that is served already, once it has answered."""
    if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
        raise NearConnectError(f"near_dapp_url takes an address such as http://localhost:5173, not {url!r}.")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        opener.open(url, timeout=settings.deadline).close()
    except urllib.error.HTTPError as error:
        raise NearConnectError(f"There is no page at {url}: the server answers {error.code} {error.reason}.") from error
    except (OSError, ValueError) as error:
        raise NearConnectError(
            f"Nobody answers at {url} ({getattr(error, 'reason', error)}). Start the dApp's server first.") from error
    return DApp(url)
