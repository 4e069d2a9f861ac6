# SPDX-License-Identifier: MIT
"""A page that is driven tries to reach drivers, which would start programs for it, and other ports."""

import json
import os
import re
import subprocess
import sys
import tempfile

from driver_session import Session, free_port, serving, until

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))

ATTACK = """
const [port, path, body, done] = arguments;
const hosts = ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost.", "0.0.0.0"];
const tries = hosts.flatMap((host) => {
  const address = `http://${host}:${port}/${path}`;
  return [
    fetch(address, { method: "POST", mode: "no-cors", headers: { "Content-Type": "text/plain" }, body }).then(() => host, () => null),
    new Promise((end) => { const image = new Image(); image.onload = image.onerror = () => end(null); image.src = address; }),
    new Promise((end) => {
      const url = URL.createObjectURL(new Blob([`fetch(${JSON.stringify(address)}, { method: "POST", mode: "no-cors", body: ${JSON.stringify(body)} }).then(() => postMessage("${host}"), () => postMessage(null))`]));
      const worker = new Worker(url);
      worker.onmessage = ({ data }) => end(data);
      worker.onerror = () => end(null);
    }),
    new Promise((end) => { navigator.sendBeacon(address, body); end(null); }),
    new Promise((end) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      frame.onload = () => end(null);
      document.body.append(frame);
    }),
    new Promise((end) => {
      const socket = new WebSocket(address.replace("http", "ws"));
      socket.onopen = socket.onerror = () => end(null);
    }),
    new Promise((end) => {
      const form = document.createElement("form");
      const frame = document.createElement("iframe");
      frame.name = `f${Math.random()}`;
      document.body.append(frame, form);
      Object.assign(form, { action: address, method: "post", enctype: "text/plain", target: frame.name });
      form.innerHTML = `<input name='${body.slice(0, -1)},"x":"' value='"}'>`;
      form.submit();
      setTimeout(() => end(null), 300);
    }),
  ];
});
// Where the filter blocks something, not every way says so.
const patient = (attempt) => Promise.race([attempt, new Promise((end) => { setTimeout(() => end(null), 2000); })]);
Promise.all(tries.map(patient)).then((reached) => done(reached.filter((host) => host !== null)));
"""


def attack(session, port, witness):
    options = {"binary": "/bin/sh", "args": ["-c", f"touch {witness}"]}
    body = json.dumps({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
    return session.browser.execute_async_script(ATTACK, str(port), "session", body)


def drive(session, victim):
    """Has the page of one session lead the browser of another, whose driver is busy and whose session it knows."""
    body = json.dumps({"url": "about:blank"})
    path = f"session/{victim.browser.session_id}/url"
    return session.browser.execute_async_script(ATTACK, str(victim.port), path, body)


with serving(f"{folder}/site") as site, serving(f"{folder}/site") as other, tempfile.TemporaryDirectory() as private:
    witness = f"{private}/reached"
    idle_port = free_port()
    idle = subprocess.Popen(["WebKitWebDriver", f"--port={idle_port}", "--host=127.0.0.1"])
    address = f"http://127.0.0.1:{site.server_port}/"
    victim = Session(program, address, ["--devnet", "--policy", "deny"])
    session = Session(program, address, ["--devnet", "--policy", "allow", "--allow-port", str(free_port())])
    try:
        victim.wait(lambda browser: browser.title == "A dApp")
        session.wait(lambda browser: browser.title == "A dApp")
        session.browser.set_script_timeout(20)
        number = next(number for number, name in session.processes().items() if name.startswith("near-connect"))
        with open(f"/proc/{number}/environ", "rb") as environment:
            inspector = re.search(rb"WEBKIT_INSPECTOR_SERVER=127\.0\.0\.1:(\d+)", environment.read()).group(1).decode()
        for port in (idle_port, session.port, inspector, other.server_port):
            reached = attack(session, port, witness)
            assert reached == [], f"{reached} at {port}"
        assert drive(session, victim) == []
        assert victim.browser.title == "A dApp", "a page has driven another worker's browser"
        assert other.asked == 0, f"{other.asked} requests reached a port that isn't open"
        assert not os.path.exists(witness), "a page has started a program"
    finally:
        session.end()
    # The same page does reach a port that was opened to it, and an idle driver there starts the program.
    ports = ["--allow-port", str(idle_port), "--allow-port", str(victim.port)]
    session = Session(program, address, ["--devnet", "--policy", "allow", *ports])
    try:
        session.wait(lambda browser: browser.title == "A dApp")
        session.browser.set_script_timeout(20)
        # The driver waits for the browser that it takes the program for, so no answer comes.
        attack(session, idle_port, witness)
        until("the program that the idle driver starts", lambda: os.path.exists(witness))
        drive(session, victim)
        until("the other worker's browser at the page's bidding", lambda: victim.browser.current_url == "about:blank")
    finally:
        session.end()
        victim.end()
        idle.kill()
        idle.wait()
print("ok")
