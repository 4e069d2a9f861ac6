# SPDX-License-Identifier: MIT
"""Clicks through a dApp with Selenium: by a policy, and over the control channel."""

import json
import os
import sys
import tempfile
import urllib.request

from driver_session import Control, Session, serving
from selenium.webdriver.common.by import By

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))


def press(session, button):
    session.browser.find_element(By.ID, button).click()


def answer(session):
    return session.wait(lambda browser: browser.find_element(By.ID, "answer").text)


def balance(url):
    query = {"request_type": "view_account", "account_id": "bob.test.near", "finality": "final"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "query", "params": query}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as response:
        return int(json.load(response)["result"]["amount"])


def by_policy(url):
    session = Session(program, url, ["--devnet", "--policy", "allow"])
    try:
        assert session.browser.capabilities["browserName"] == "near-connect"
        session.wait(lambda browser: browser.title == "A dApp")
        press(session, "sign-in")
        assert answer(session) == "alice.test.near"
        press(session, "send")
        assert len(answer(session)) >= 43, answer(session)
        assert session.browser.get_screenshot_as_png().startswith(b"\x89PNG")
        # A second window, which has the permission too, and a popup of the page's.
        session.browser.switch_to.new_window("window")
        session.browser.get(url)
        press(session, "message")
        assert not answer(session).startswith("error")
        session.browser.execute_script("window.open(location.href)")
        session.wait(lambda browser: len(browser.window_handles) == 3)
    finally:
        session.end()


def by_control(url):
    with tempfile.TemporaryDirectory() as private:
        path = f"{private}/control"
        session = Session(program, url, ["--devnet", "--control", path, "--answer-within", "20"])
        try:
            session.wait(lambda browser: browser.title == "A dApp")
            control = Control(path)
            state = control.call("state")
            assert state["automation"] and state["pages"][0]["url"] == url, state
            node = state["devnet"]["rpcUrl"]
            press(session, "sign-in")
            request = control.call("requests.wait", kind="signIn")
            control.call("requests.approve", id=request["id"], account="bob.test.near")
            assert answer(session) == "bob.test.near"
            press(session, "send")
            request = control.call("requests.wait", kind="transactions")
            assert request["deposit"] == "1" + "0" * 24 and request["signerId"] == "bob.test.near", request
            control.call("requests.refuse", id=request["id"], reason="too dear")
            assert "too dear" in answer(session)
            kept = control.call("chain.snapshot")
            before = balance(node)
            control.call("sites.grant", origin=url.rstrip("/"), accounts=["alice.test.near"])
            control.call("policy.set", policy="allow")
            press(session, "send")
            assert len(answer(session)) >= 43, answer(session)
            assert balance(node) == before + 10**24
            assert control.call("journal.list")[0]["state"] == "confirmed"
            control.call("chain.restore", id=kept["id"])
            assert balance(node) == before
            control.call("accounts.lock")
            press(session, "message")
            assert answer(session).startswith("error 4100"), answer(session)
            control.call("accounts.lock", locked=False)
            control.call("sites.revoke", origin=url.rstrip("/"))
            assert all(not site["networks"] for site in control.call("sites.list"))
        finally:
            session.end()


with serving(f"{folder}/site") as site:
    address = f"http://127.0.0.1:{site.server_port}/"
    by_policy(address)
    by_control(address)
print("ok")
