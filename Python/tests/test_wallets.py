# SPDX-License-Identifier: MIT
"""`near_wallet` and `near_browser`: answers, expectations that fail, and what failed tests leave."""

import base64
import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
from pytest_near_connect import processes

from conftest import PAGE, Run

PRESS = """
from selenium.webdriver.support.wait import WebDriverWait

def press(browser):
    browser.find_element(By.ID, "ask").click()

def answer(browser):
    return WebDriverWait(browser, 20, 0.05).until(lambda _: browser.find_element(By.ID, "answer").text)
"""


def test_answers_come_before_or_after_the_question(drive: Run) -> None:
    drive(PRESS + """
def test_before_and_after(near_browser, near_wallet, near_dapp):
    refused, approved = near_wallet.refuse_next("first"), near_wallet.approve_next(account="bob.test.near")
    press(near_browser)
    assert "first" in answer(near_browser)
    near_browser.refresh()
    press(near_browser)
    assert answer(near_browser) == "bob.test.near"
    assert refused.result().id == 1 and approved.result().id == 2
    assert [request.state for request in near_wallet.requests] == ["refused", "approved"]
    near_wallet.revoke(near_dapp.origin)
    near_browser.refresh()
    press(near_browser)
    near_wallet.expect("signIn").approve()
    assert answer(near_browser) == "alice.test.near"

def test_a_policy(near_browser, near_wallet):
    near_wallet.policy("deny")
    press(near_browser)
    answer(near_browser)
    assert [request.by for request in near_wallet.requests] == ["policy"]
""").assert_outcomes(passed=2)


def test_a_pages_own_calls_reach_the_chain(drive: Run) -> None:
    drive("""
READ = '''const [done] = arguments;
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "query",
  params: { request_type: "view_account", finality: "final", account_id: "carol.test.near" } });
fetch("https://rpc.testnet.near.org", { method: "POST", body }).then((response) => response.json()).then(
  (answer) => done(answer.result?.amount ?? answer.error.cause.name), (error) => done(error.name));'''

def test_it(near_browser, near_devnet):
    near_devnet.account("carol", balance=7)
    assert near_browser.execute_async_script(READ) == "7"
""", "--near-map-rpc=https://rpc.testnet.near.org").assert_outcomes(passed=1)


def test_a_module_keeps_its_browser_and_the_wallet_forgets(drive: Run) -> None:
    drive(PRESS + """
seen = []

@pytest.mark.parametrize("turn", [1, 2])
def test_it(near_browser_session, near_wallet, turn):
    seen.append(near_wallet.state["pid"])
    assert len(set(seen)) == 1 and near_wallet.account == "alice.test.near"
    assert near_wallet.state["policy"] == "ask" and not near_wallet.state["locked"]
    assert all(not site["networks"] for site in near_wallet.sites)
    near_browser_session.refresh()
    near_wallet.account = "bob"
    near_wallet.policy("allow")
    press(near_browser_session)
    assert answer(near_browser_session) == "bob.test.near"
    near_wallet.lock()
""").assert_outcomes(passed=2)


def test_what_is_not_as_expected_fails_the_test(drive: Run, pytester: pytest.Pytester) -> None:
    result = drive(PRESS + """
def test_nothing_asked(near_browser, near_wallet):
    near_wallet.approve_next()

def test_another_kind(near_browser, near_wallet):
    near_wallet.approve_next("transactions", deposit="1 NEAR")
    press(near_browser)
    answer(near_browser)

def test_too_late(near_browser, near_wallet):
    near_wallet.expect(timeout=0.2)
""", "--junitxml=report.xml", "--near-trace=left")
    result.assert_outcomes(passed=2, failed=1, errors=2)
    text = "\n".join(result.outlines)
    assert "approve_next() was armed, but no page asked the wallet for anything." in text
    assert "The page asked for signIn, not for transactions." in text
    assert "No page asked the wallet for anything within 0.2 s." in text
    properties = {entry.get("name"): entry.get("value") for entry in xml.parse("report.xml").iter("property")}
    left = {path.name for path in Path("left").glob("*/*")}
    assert left == {
        "screenshot.png", "page.html", "requests.json", "journal.json", "outcomes.json", "wallet.json", "browser.log"}
    assert {f"near_connect.{name}" for name in left} == set(properties)
    picture = Path(properties["near_connect.screenshot.png"] or "")
    assert picture.read_bytes().startswith(b"\x89PNG")


SEND = """
SEND = '''const [done] = arguments;
addEventListener("near-wallet-injected", async ({ detail: wallet }) => {
  await wallet.signIn({});
  const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "7" } }] };
  wallet.signAndSendTransaction(transfer).then((outcome) => done(outcome.transaction_outcome.id), (e) => done(e.message));
}, { once: true });
dispatchEvent(new Event("near-selector-ready"));'''

def test_it(near_browser, near_wallet):
    near_wallet.policy("allow")
    print("hash", near_browser.execute_async_script(SEND))
    assert False
"""


def test_a_failure_leaves_what_the_chain_says(drive: Run) -> None:
    result = drive(SEND, "--near-trace=left", "--html=report.html", "--self-contained-html")
    result.assert_outcomes(failed=1)
    (hash,) = [line.split()[1] for line in result.outlines if line.startswith("hash ")]
    (folder,) = Path("left").iterdir()
    outcomes = json.loads((folder / "outcomes.json").read_text())
    assert outcomes[hash]["transaction"]["actions"] == [{"Transfer": {"deposit": "7"}}]
    assert "SuccessValue" in outcomes[hash]["status"]
    (entry,) = [entry for entry in json.loads((folder / "journal.json").read_text()) if entry["kind"] != "signIn"]
    assert entry["parts"][0]["hash"] == hash and entry["state"] == "confirmed"
    # The page of pytest-html has the picture and the files in itself.
    page = Path("report.html").read_text()
    picture = base64.b64encode((folder / "screenshot.png").read_bytes()).decode()
    assert picture[:200] in page and "outcomes.json" in page and "requests.json" in page


def test_a_killed_run_leaves_no_process_and_no_folder(drive: Run, pytester: pytest.Pytester, temporary: Path) -> None:
    pytester.mkdir("app").joinpath("index.html").write_text(PAGE)
    pytester.makepyfile("import signal\ndef test_it(near_browser): print('ready', flush=True); signal.pause()")
    environment = dict(os.environ, NEAR_TEST_MARK=temporary.name)
    child = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-s", "--near-dapp-folder=app"], stdout=subprocess.PIPE, env=environment)
    assert child.stdout is not None
    assert any(b"ready" in line for line in child.stdout)
    mark = f"NEAR_TEST_MARK={temporary.name}"
    assert len(processes.marked(mark)) >= 4
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert processes.until(lambda: not processes.marked(mark), 20), processes.marked(mark)
    assert list(temporary.glob("near-*")) == []
