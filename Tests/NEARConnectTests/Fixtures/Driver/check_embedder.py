# SPDX-License-Identifier: MIT
"""Attaches a WebDriver to a program that runs already and has apps in its window; the program outlives the sessions."""

import json
import os
import subprocess
import sys
import tempfile

from driver_session import PATIENCE, die_with_parent, free_port, serving, until
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from urllib3.exceptions import HTTPError

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
child = os.path.join(os.path.dirname(program), "near-connect-test-child")


def attach(port, patience=PATIENCE):
    """Starts a driver with its session: left idle, it starts programs for whoever reaches it."""
    own = free_port()
    driver = subprocess.Popen(
        ["WebKitWebDriver", "-t", f"127.0.0.1:{port}", f"--port={own}", "--host=127.0.0.1"], preexec_fn=die_with_parent,
        env=dict(os.environ, GSETTINGS_BACKEND="memory"), stderr=subprocess.DEVNULL)
    options = Options()
    options.set_capability("browserName", "embedder")
    options.set_capability("browserVersion", "1.2")
    config = ClientConfig(f"http://127.0.0.1:{own}", timeout=patience)
    try:
        until("the driver", lambda: f":{own:04X} ".encode() in open("/proc/net/tcp", "rb").read())
        return driver, webdriver.Remote(RemoteConnection(client_config=config), options=options)
    except BaseException:
        driver.kill()
        driver.wait()
        raise


def start(chain, port, *more):
    alice = next(entry for entry in chain["accounts"] if entry["accountId"] == "alice.test.near")
    embedder = subprocess.Popen(
        [child, "embedder", "--rpc", chain["rpcUrl"], "--account", alice["accountId"], "--key", alice["secretKey"], *more],
        env=dict(os.environ, WEBKIT_INSPECTOR_SERVER=f"127.0.0.1:{port}"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert embedder.stdout.readline() == b"ready\n"
    return embedder


with serving(f"{folder}/site") as site, tempfile.TemporaryDirectory() as private:
    url = f"http://127.0.0.1:{site.server_port}/"
    devnet = subprocess.Popen(
        [program, "devnet", "--json", "--credentials", f"{private}/keys"], stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL)
    embedders = []
    try:
        nodes, inspector, closed = json.loads(devnet.stdout.readline()), free_port(), free_port()
        embedders.append(start(nodes, inspector))
        for _ in range(2):
            process, browser = attach(inspector)
            try:
                assert browser.capabilities["browserName"] == "embedder", browser.capabilities
                browser.get(url)
                wait = WebDriverWait(browser, PATIENCE, poll_frequency=0.05)
                wait.until(lambda browser: browser.title == "A dApp")
                browser.find_element(By.ID, "sign-in").click()
                wait.until(lambda browser: browser.find_element(By.ID, "answer").text == "alice.test.near")
                browser.quit()
            finally:
                process.terminate()
                process.wait()
            assert embedders[0].poll() is None, "the program ended with the session"
        embedders.append(start(nodes, closed, "--is-closed"))
        try:
            attach(closed, patience=4)
            raise AssertionError("a driver got in that wasn't let in")
        except (WebDriverException, HTTPError):
            pass
    finally:
        devnet.terminate()
        devnet.wait()
        for embedder in embedders:
            embedder.stdin.close()
    assert [embedder.wait(PATIENCE) for embedder in embedders] == [0, 0]
print("ok")
