# SPDX-License-Identifier: MIT
"""Clicks through everything that a dApp asks a wallet for: reloads, delegates, keys, subscriptions, windows, personas."""

import base64
import json
import os
import sys
import tempfile
import urllib.request

from driver_session import Control, Session, serving
from selenium.webdriver.common.by import By

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
PAGE_KEY = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"


def press(session, button):
    """Presses a button, and returns what came of it."""
    session.wait(lambda browser: browser.find_elements(By.ID, button))
    session.browser.find_element(By.ID, button).click()
    text = session.wait(lambda browser: browser.find_element(By.ID, "answer").text)
    assert not text.startswith("error"), f"{button}: {text}"
    return text


def keys(node):
    query = {"request_type": "view_access_key_list", "account_id": "alice.test.near", "finality": "final"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "query", "params": query}).encode()
    with urllib.request.urlopen(urllib.request.Request(node, body, {"Content-Type": "application/json"})) as response:
        return {key["public_key"]: key["access_key"]["permission"] for key in json.load(response)["result"]["keys"]}


def one_window(session, control):
    node = control.call("state")["devnet"]["rpcUrl"]
    assert press(session, "who") == "nobody"
    assert press(session, "sign-in") == "alice.test.near"
    session.browser.refresh()
    assert press(session, "who") == "alice.test.near", "a reload stays signed in"
    assert len(base64.b64decode(press(session, "sign"))) == 64
    delegate = base64.b64decode(press(session, "delegate"))
    assert b"alice.test.near" in delegate and b"bob.test.near" in delegate
    kinds = [request["kind"] for request in control.call("requests.list", state="closed")]
    assert kinds == ["signIn", "signMessage", "delegateActions"], kinds

    before = keys(node)
    assert len(press(session, "add-key")) >= 43
    permission = keys(node)[PAGE_KEY]["FunctionCall"]
    assert permission["receiver_id"] == "bob.test.near" and permission["method_names"] == ["set"], permission
    assert len(press(session, "remove-key")) >= 43
    assert keys(node) == before
    assert press(session, "sign-in-with-key") == "alice.test.near"
    (added,) = [value for name, value in keys(node).items() if name not in before]
    assert added["FunctionCall"]["receiver_id"] == "bob.test.near", added

    assert press(session, "listen") == "listening"

    def heard(text):
        session.wait(lambda browser: browser.find_element(By.ID, "heard").text == text)

    heard("[alice.test.near]")
    control.call("accounts.lock")
    heard("[alice.test.near][nobody]")
    control.call("accounts.lock", locked=False)
    heard("[alice.test.near][nobody][alice.test.near]")
    control.call("sites.revoke", origin=session.browser.execute_script("return origin"))
    heard("[alice.test.near][nobody][alice.test.near][nobody]")


def popup(session):
    press(session, "sign-in")
    first = session.browser.current_window_handle
    press(session, "popup")
    session.wait(lambda browser: len(browser.window_handles) == 2)
    session.browser.switch_to.window(next(name for name in session.browser.window_handles if name != first))
    session.wait(lambda browser: browser.find_elements(By.ID, "sign"))
    assert press(session, "sign") == "alice.test.near"
    session.browser.close()
    session.browser.switch_to.window(first)
    session.wait(lambda browser: browser.title == "signed by alice.test.near")


def two_sites(session, control, other):
    first = session.browser.current_window_handle
    session.browser.switch_to.new_window("window")
    session.browser.get(other)
    second = session.browser.current_window_handle
    assert press(session, "who") == "nobody", "a permission is one site's"
    control.call("accounts.select", accountId="bob.test.near")
    assert press(session, "sign-in") == "bob.test.near"
    session.browser.switch_to.window(first)
    assert press(session, "who") == "alice.test.near"
    control.call("sites.revoke", origin=other.rpartition("/")[0])
    assert press(session, "who") == "alice.test.near"
    session.browser.switch_to.window(second)
    assert press(session, "who") == "nobody"


def personas(session):
    # A wallet may know networks of its own; the browser's chain has the name that pages are told.
    networks = json.loads(press(session, "metadata"))
    assert networks, "the page hears of no network"
    for entry in networks:
        assert entry["networkId"] != "devnet" and entry["genesisHash"].startswith("0x"), entry
    assert press(session, "hot") == "alice.test.near true 1"
    assert press(session, "nightly") == "alice.test.near true true"
    assert press(session, "sender") == "alice.test.near true 1"


def opened(address, more, work):
    with tempfile.TemporaryDirectory() as private:
        path = f"{private}/control"
        session = Session(program, address, ["--devnet", "--policy", "allow", "--page-network", "testnet", "--control", path, *more])
        try:
            work(session, Control(path))
        finally:
            session.end()


with serving(f"{folder}/site") as site, serving(f"{folder}/site") as another:
    url, other = (f"http://127.0.0.1:{server.server_port}/features.html" for server in (site, another))
    opened(url, [], one_window)
    opened(url, ["--allow-port", str(another.server_port)], lambda session, control: (popup(session), two_sites(session, control, other)))
    opened(url, ["--appear-as", "hot,nightly,sender"], lambda session, control: personas(session))
print("ok")
