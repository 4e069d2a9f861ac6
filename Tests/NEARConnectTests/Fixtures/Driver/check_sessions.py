# SPDX-License-Identifier: MIT
"""Sessions in a row, several at a time: each signs in and sends, and leaves no process, no display and no file.

    check_sessions.py PROGRAM COUNT WORKERS
"""

import concurrent.futures
import os
import sys

from driver_session import Session, serving, until
from selenium.webdriver.common.by import By

program, count, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
folder = os.path.dirname(os.path.abspath(__file__))


def one(number, address):
    session = Session(program, address, ["--devnet", "--policy", "allow"])
    try:
        session.wait(lambda browser: browser.title == "A dApp")
        for button, least in (("sign-in", len("alice.test.near")), ("send", 43)):
            session.browser.find_element(By.ID, button).click()
            answer = session.wait(lambda browser: browser.find_element(By.ID, "answer").text)
            assert len(answer) >= least and not answer.startswith("error"), f"session {number}, {button}: {answer}"
        assert {"WebKitWebDriver", "Xvfb"} <= set(session.processes().values())
    finally:
        session.end()
    until(f"the end of session {number}'s processes: {session.processes()}", lambda: not session.processes())
    until(f"the end of session {number}'s files: {session.files()}", lambda: not session.files())
    return number


with serving(f"{folder}/site") as site:
    url = f"http://127.0.0.1:{site.server_port}/"
    # A driver ends with the thread that has started it, so each worker is one thread for all of its sessions.
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        done = list(pool.map(lambda number: one(number, url), range(count)))
assert done == list(range(count))
print("ok")
