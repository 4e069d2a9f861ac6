# SPDX-License-Identifier: MIT
"""Nothing native waits in a driven browser, and nothing that a page stores outlives it."""

import os
import sys
import tempfile

from driver_session import Control, Session, serving
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import alert_is_present

program, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))

# Questions to a user, each with what ends it.
QUESTIONS = {
    "camera": "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', (error) => error.name)",
    "place": "new Promise((end) => navigator.geolocation.getCurrentPosition(() => end('given'), (error) => end('refused')))",
    "notifications": "Notification.requestPermission()",
}


def natives(session, control):
    session.browser.set_script_timeout(20)
    for name, question in QUESTIONS.items():
        script = f"const done = arguments[0]; Promise.resolve().then(() => {question}).then(done, (error) => done(error.name));"
        answer = session.browser.execute_async_script(script)
        assert answer not in ("given", "granted"), f"{name}: {answer}"
        assert session.browser.title == "A dApp"
    session.browser.execute_script(
        "document.body.insertAdjacentHTML('beforeend', '<input type=file id=file><button id=choose>Choose</button><button id=ask>Ask</button>');"
        "document.getElementById('choose').onclick = () => document.getElementById('file').click();"
        "document.getElementById('ask').onclick = () => { document.title = String(confirm('Sure?')); };")
    session.browser.find_element(By.ID, "choose").click()
    assert session.browser.execute_script("return document.getElementById('file').files.length") == 0
    session.browser.find_element(By.ID, "ask").click()
    alert = session.wait(alert_is_present())
    assert alert.text == "Sure?"
    alert.dismiss()
    session.wait(lambda browser: browser.title == "false")
    control.call("events.subscribe")
    session.browser.execute_script("location.href = 'mailto:somebody@app.example'")
    assert "another program" in control.event("pages.problem")["message"]
    session.browser.refresh()
    session.wait(lambda browser: browser.title == "A dApp")
    session.browser.find_element(By.ID, "sign-in").click()
    session.wait(lambda browser: browser.find_element(By.ID, "answer").text == "alice.test.near")


def stored(session):
    return session.browser.execute_script(
        "const before = [localStorage.getItem('kept'), document.cookie];"
        "localStorage.setItem('kept', 'yes'); document.cookie = 'kept=yes; max-age=3600'; return before;")


with serving(f"{folder}/site") as site, tempfile.TemporaryDirectory() as private:
    address = f"http://127.0.0.1:{site.server_port}/"
    for turn in range(2):
        path = f"{private}/control{turn}/socket"
        session = Session(program, address, ["--devnet", "--policy", "allow", "--control", path])
        try:
            session.wait(lambda browser: browser.title == "A dApp")
            assert stored(session) == [None, ""], "another session's storage is there"
            assert stored(session) == ["yes", "kept=yes"]
            if turn == 0:
                natives(session, Control(path))
        finally:
            session.end()
print("ok")
