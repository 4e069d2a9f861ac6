# SPDX-License-Identifier: MIT
"""What can't work is said in a sentence, above the page, on the control channel and on standard error; nothing is left."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile

from driver_session import PATIENCE, Control, Session, free_port, marked, serving, until
from selenium.common.exceptions import WebDriverException

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))


def problem(control):
    return next((page["problem"] for page in control.call("state")["pages"] if page["problem"]), None)


def go(session, address):
    # The driver calls a page that didn't load an error, or doesn't.
    with contextlib.suppress(WebDriverException):
        session.browser.get(address)


def pages(site, private):
    closed, gone = free_port(), free_port()
    path = f"{private}/channel/socket"
    session = Session(
        program, f"http://127.0.0.1:{gone}/first", ["--devnet", "--control", path, "--display", "own"])
    try:
        control = Control(path)
        control.call("events.subscribe")
        found = until("the first page's problem", lambda: problem(control))
        assert found["kind"] == "failed" and found["url"] == f"http://127.0.0.1:{gone}/first", found
        go(session, f"http://127.0.0.1:{closed}/")
        until("the closed port", lambda: "--allow-port" in (problem(control) or {"message": ""})["message"])
        event = control.event("pages.problem", lambda problem: str(closed) in problem["message"])
        assert event["kind"] == "failed" and f"--allow-port {closed}" in event["message"], event
        assert session.browser.get_screenshot_as_png().startswith(b"\x89PNG")
    finally:
        session.end()
    session = Session(program, site, ["--devnet", "--control", path])
    try:
        session.wait(lambda browser: browser.title == "A dApp")
        control = Control(path)
        control.call("events.subscribe")
        assert problem(control) is None
        session.browser.execute_script(
            "const link = document.createElement('a'); link.download = 'file.txt'; document.body.append(link);"
            "link.href = URL.createObjectURL(new Blob(['text'])); link.click();")
        assert control.event("pages.problem", lambda problem: problem["kind"] == "refused")["message"].endswith(".")
        session.browser.refresh()
        until("the end of the problem", lambda: problem(control) is None)
    finally:
        session.end()
    crash(site, path, private)


def crash(site, path, private):
    """Kills the page's process, in a browser without a driver, which would end with it."""
    environment = dict(os.environ, NEAR_CONNECT_TEST_MARK=private)
    browser = subprocess.Popen(
        [program, "browse", site, "--devnet", "--control", path, "--display", "own"], env=environment,
        stderr=subprocess.DEVNULL)
    try:
        until("the control channel", lambda: os.path.exists(path))
        control = Control(path)
        control.call("events.subscribe")
        until("the page", lambda: [page["title"] for page in control.call("state")["pages"]] == ["A dApp"])
        web = [number for number, name in marked(private).items() if name.startswith("WebKitWebProces")]
        assert web, marked(private)
        for number in web:
            os.kill(number, signal.SIGKILL)
        event = control.event("pages.problem", lambda problem: problem["kind"] == "crashed")
        assert event["url"] == site and "crashed" in event["message"], event
        assert problem(control) == event
    finally:
        browser.terminate()
        browser.wait()


def ends(site, private):
    """Starts that can't work: the status, and the sentence."""
    policy, taken, other = f"{private}/policy.json", f"{private}/channel/taken", f"{private}/channel/file"
    os.makedirs(os.path.dirname(taken), 0o700, exist_ok=True)
    with open(policy, "w") as file:
        file.write('{ "version": 1,\n  "rules": [\n    { "networks": "devnet" }\n  ]\n}\n')
    with open(other, "w") as file:
        file.write("a file of somebody else's")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(taken)
    listener.listen()
    cases = [
        (["--devnet", "--policy", policy], 1, [policy, "3:"]),
        (["--devnet", "--policy", f"{private}/nothing.json"], 1, ["nothing.json"]),
        (["--devnet", "--policy", "deny", "--control", taken], 1, [taken]),
        (["--devnet", "--policy", "deny", "--control", other], 1, [other]),
        (["--network", "local", "--rpc-url", f"http://127.0.0.1:{free_port()}", "--policy", "deny"], 64,
         ["No node says which chain it is", "--rpc-url"]),
    ]
    for arguments, status, words in cases:
        for automation in ([], ["--automation"]):
            mark = f"{private}-{len(arguments)}"
            environment = dict(os.environ, NEAR_CONNECT_TEST_MARK=mark, TMPDIR=f"{private}/tmp")
            if automation:
                environment["WEBKIT_INSPECTOR_SERVER"] = f"127.0.0.1:{free_port()}"
            elif status == 64:
                continue
            os.makedirs(environment["TMPDIR"], 0o700, exist_ok=True)
            run = subprocess.run(
                [program, "browse", site, "--display", "own", *automation, *arguments], env=environment,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            said = run.stderr.strip()
            assert run.returncode == status, f"{arguments}: {run.returncode} {said}"
            assert all(word in said for word in words), f"{arguments}: {said}"
            assert "Fatal" not in said and said.endswith((".", "information.")), said
            until(f"the end of files: {os.listdir(environment['TMPDIR'])}", lambda: not os.listdir(environment["TMPDIR"]))
    with open(other) as file:
        assert file.read() == "a file of somebody else's"
    with socket.socket(socket.AF_UNIX) as visitor:
        visitor.connect(taken)
    listener.close()


with serving(f"{folder}/site") as server, tempfile.TemporaryDirectory(dir="/tmp") as place:
    address = f"http://127.0.0.1:{server.server_port}/"
    ends(address, place)
    pages(address, place)
print("ok")
