# SPDX-License-Identifier: MIT
"""Starts browse without --automation, with a driver's variable in the environment: nothing listens for a driver."""

import os
import signal
import socket
import subprocess
import sys
import tempfile

from driver_session import Control, free_port, serving, until

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))


def listens(port):
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0


with serving(f"{folder}/site") as site, tempfile.TemporaryDirectory() as private:
    address, path = f"http://127.0.0.1:{site.server_port}/", f"{private}/control"
    ports = {name: free_port() for name in ("WEBKIT_INSPECTOR_SERVER", "WEBKIT_INSPECTOR_HTTP_SERVER")}
    environment = dict(os.environ, **{name: f"127.0.0.1:{port}" for name, port in ports.items()})
    browser = subprocess.Popen(
        [program, "browse", address, "--devnet", "--policy", "deny", "--control", path, "--display", "own"],
        env=environment)
    try:
        until("the control channel", lambda: os.path.exists(path))
        control = Control(path)
        until("the page", lambda: [page["title"] for page in control.call("state")["pages"]] == ["A dApp"])
        assert not control.call("state")["automation"]
        assert not any(map(listens, ports.values())), "a driver or an inspector could connect"
        assert os.stat(path).st_mode & 0o777 == 0o600, "others may connect to the control channel"
    finally:
        browser.send_signal(signal.SIGTERM)
        status = browser.wait()
    assert status == 128 + signal.SIGTERM, status
    assert not os.path.exists(path)
print("ok")
