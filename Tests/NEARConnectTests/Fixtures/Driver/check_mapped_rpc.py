# SPDX-License-Identifier: MIT
"""A driven page's own JSON-RPC calls go to the chain, in every form, whatever its policies say; others don't."""

import json
import os
import subprocess
import sys
import tempfile

from driver_session import Session, serving

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
NODE = "https://rpc.testnet.near.org"
POLICY = ["--policy", "allow"]

# Each form of a call: given an address and a body, what it ends with.
FORMS = """
const json = { "Content-Type": "application/json" };
const told = async (response) => [response.status, await response.json(), response.url];
const forms = {
  text: (address, body) => fetch(address, { method: "POST", headers: json, body }).then(told),
  URL: (address, body) => fetch(new URL(address), { method: "POST", body: new Blob([body]) }).then(told),
  Request: (address, body) => fetch(new Request(address, { method: "POST", headers: json, body })).then(told),
  changed: (address, body) => fetch(new Request(address), { method: "POST", body: new TextEncoder().encode(body) }).then(told),
  frame: (address, body) => frames[0].fetch(address, { method: "POST", body }).then(told),
  XMLHttpRequest: (address, body, type = "json") => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const states = [];
    request.open("POST", address);
    request.responseType = type;
    request.setRequestHeader("Content-Type", "application/json");
    request.onreadystatechange = () => states.push(request.readyState);
    request.onerror = () => reject(new TypeError(`error event, status ${request.status}, state ${request.readyState}`));
    request.onload = () => {
      const { status, response, responseURL } = request;
      const answer = type === "json" ? response : JSON.parse(type === "" ? request.responseText : new TextDecoder().decode(response));
      if (states.join() !== "2,3,4" || request.getResponseHeader("content-type") !== "application/json") reject(states.join());
      else resolve([status, answer, responseURL]);
    };
    request.send(body);
  }),
};
forms.textOfXMLHttpRequest = (address, body) => forms.XMLHttpRequest(address, body, "");
forms.bytesOfXMLHttpRequest = (address, body) => forms.XMLHttpRequest(address, new TextEncoder().encode(body), "arraybuffer");
const end = arguments[arguments.length - 1];
const settle = (work) => Promise.resolve().then(work).then((value) => end({ value }), (error) => end({ error: `${error.name}: ${error.message ?? error}` }));
"""
NAMES = ["text", "URL", "Request", "changed", "frame", "XMLHttpRequest", "textOfXMLHttpRequest", "bytesOfXMLHttpRequest"]


def body(method, params=None):
    return json.dumps({"jsonrpc": "2.0", "id": "1", "method": method, "params": params or []})


def account(name):
    return body("query", {"request_type": "view_account", "finality": "final", "account_id": name})


def run(session, script, *arguments):
    session.browser.set_script_timeout(30)
    return session.browser.execute_async_script(FORMS + script, *arguments)


def call(session, form, address, text):
    return run(session, "settle(() => forms[arguments[0]](arguments[1], arguments[2]));", form, address, text)


def expect_the_chain(session, chain):
    for form in NAMES:
        for address in (NODE, f"{NODE}/", f"{NODE}/archival?key=1#part", "http://node.example:8080/v1/rpc"):
            status, answer, url = call(session, form, address, body("status"))["value"]
            assert status == 200 and answer["result"]["chain_id"] == chain, f"{form} {address}: {answer}"
            assert url == {NODE: f"{NODE}/"}.get(address, address.partition("#")[0]), f"{form}: {url}"
        status, answer, _ = call(session, form, NODE, account("nobody.test.near"))["value"]
        assert status == 200 and answer["error"]["cause"]["name"] == "UNKNOWN_ACCOUNT", f"{form}: {answer}"
        status, answer, _ = call(session, form, NODE, "no JSON")["value"]
        assert status == 400 and answer["error"]["code"] == -32600, f"{form}: {answer}"


def expect_others_untouched(session):
    # The page's policy allows no connection: what isn't mapped ends as the browser says.
    for form in set(NAMES) - {"frame"}:
        for address in (f"{NODE}.example/", "https://rpc.testnet.near.org:8443/", "http://rpc.testnet.near.org/",
                        "http://node.example:8080/v2", "http://node.example:8080/v11", "http://localhost:1/"):
            answer = call(session, form, address, body("status"))
            assert answer.get("error", "").startswith("TypeError: "), f"{form} {address}: {answer}"


def expect_ends(session):
    got = run(session, f"settle(() => fetch('{NODE}/status').then((response) => response.status));")
    assert got == {"value": 405}, got
    got = run(session, f"settle(() => {{ const r = new XMLHttpRequest(); r.open('POST', '{NODE}', false); r.send('x'); }});")
    assert got["error"].startswith("NetworkError"), got
    got = run(session, f"const c = new AbortController(); c.abort(); settle(() => fetch('{NODE}', {{ method: 'POST', body: 'x', signal: c.signal }}));")
    assert got["error"].startswith("AbortError"), got
    got = run(session, f"""settle(() => new Promise((resolve) => {{
      const request = new XMLHttpRequest();
      const heard = [];
      for (const name of ["loadstart", "load", "error", "abort", "loadend"]) request.addEventListener(name, () => heard.push(name));
      request.open("POST", "{NODE}");
      request.send(arguments[0]);
      request.abort();
      // The same object again, whose first call must not be heard of.
      request.open("POST", "{NODE}");
      request.addEventListener("load", () => setTimeout(() => resolve(heard)));
      request.send(arguments[0]);
    }}));""", body("status"))
    assert got == {"value": ["loadstart", "abort", "loadend", "loadstart", "load", "loadend"]}, got


def expect_limits(session):
    long = body("status", ["x" * (4 << 20)])
    status, answer, _ = call(session, "text", NODE, long)["value"]
    assert status == 413, answer
    # More than may wait: each call ends, and as many as may be on their way or wait are answered.
    got = run(session, f"""settle(async () => {{
      const calls = Array.from({{ length: 400 }}, () => fetch("{NODE}", {{ method: "POST", body: arguments[0] }}));
      return (await Promise.all(calls)).map((response) => response.status);
    }});""", body("status"))["value"]
    assert set(got) <= {200, 429} and got.count(200) >= 72, got
    assert call(session, "text", NODE, body("status"))["value"][0] == 200


def is_replaced(session):
    return session.browser.execute_script(
        "return [fetch, XMLHttpRequest.prototype.open, frames[0].fetch].map((f) => !String(f).includes('[native code]'))")


with serving(f"{folder}/site") as site, tempfile.TemporaryDirectory() as private:
    address = f"http://127.0.0.1:{site.server_port}/strict.html"
    devnet = subprocess.Popen(
        [program, "devnet", "--json", "--credentials", f"{private}/keys"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    chain = json.loads(devnet.stdout.readline())
    own = ["--network", chain["network"], "--rpc-url", chain["rpcUrl"], "--page-network", "testnet", *POLICY]
    mapping = ["--map-rpc", NODE, "--map-rpc", "http://node.example:8080/v1/"]
    session = Session(program, address, [*own, *mapping])
    try:
        session.wait(lambda browser: browser.title == "A strict dApp")
        assert is_replaced(session) == [True, True, True]
        expect_the_chain(session, chain["network"])
        expect_others_untouched(session)
        expect_ends(session)
        expect_limits(session)
        devnet.terminate()
        devnet.wait()
        for form in NAMES:
            answer = call(session, form, NODE, body("status"))
            assert answer.get("error", "").startswith("TypeError: "), f"{form} without a chain: {answer}"
    finally:
        session.end()
        devnet.kill()
    session = Session(program, address, ["--devnet", *POLICY])
    try:
        session.wait(lambda browser: browser.title == "A strict dApp")
        assert is_replaced(session) == [False, False, False], "without --map-rpc nothing may be replaced"
    finally:
        session.end()
print("ok")
