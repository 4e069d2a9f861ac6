# SPDX-License-Identifier: MIT
"""Ends sessions in every way, and looks for what they leave: processes and files."""

import os
import signal
import subprocess
import sys
import time

from driver_session import PATIENCE, Session, serving, until

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))


def browser_process(session):
    return next(number for number, name in session.processes().items() if name.startswith("near-connect"))


def quit(session):
    session.browser.quit()
    session.driver.terminate()
    session.driver.wait()


def close_the_last_window(session):
    session.browser.close()
    session.driver.terminate()
    session.driver.wait()


def kill_the_driver(session):
    session.driver.kill()
    session.driver.wait()


def kill_the_browser(session):
    os.kill(browser_process(session), signal.SIGKILL)
    session.driver.terminate()
    session.driver.wait()


def stop_the_browser(session):
    os.kill(browser_process(session), signal.SIGTERM)
    session.driver.terminate()
    session.driver.wait()


def expect_nothing(session, way):
    until(f"the end of all processes after {way}: {session.processes()}", lambda: not session.processes())
    until(f"the end of all files after {way}: {session.files()}", lambda: not session.files())


with serving(f"{folder}/site") as site:
    address = f"http://127.0.0.1:{site.server_port}/"
    if sys.argv[2:]:
        # The child of the last case: it has a session, says so, and is killed.
        Session(program, sys.argv[2], ["--devnet", "--policy", "allow"], mark=sys.argv[3])
        print("ready", flush=True)
        time.sleep(PATIENCE)
    for way in (quit, close_the_last_window, kill_the_driver, kill_the_browser, stop_the_browser):
        session = Session(program, address, ["--devnet", "--policy", "allow"])
        session.wait(lambda browser: browser.title == "A dApp")
        names = set(session.processes().values())
        assert {"WebKitWebDriver", "Xvfb"} <= names and any("WebKitWebProces" in name for name in names), names
        way(session)
        expect_nothing(session, way.__name__)
    session.mark += "-child"
    child = subprocess.Popen([sys.executable, __file__, program, address, session.mark], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    assert "Xvfb" in session.processes().values()
    child.kill()
    child.wait()
    expect_nothing(session, "the test's process was killed")
print("ok")
