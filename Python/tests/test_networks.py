# SPDX-License-Identifier: MIT
"""Networks that a page adds and asks for: `near_wallet` answers for them as for everything else."""

from conftest import Run

FUN = """
import json, os, subprocess, urllib.request
from pytest_near_connect import Account

@pytest.fixture
def fun(tmp_path):
    program = os.environ.get("NEAR_CONNECT", "near-connect")
    chain = subprocess.Popen(
        [program, "devnet", "--json", "--accounts", "carol", "--credentials", tmp_path / "keys"], stdout=subprocess.PIPE)
    fields = json.loads(chain.stdout.readline())
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "status", "params": []}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(urllib.request.Request(fields["rpcUrl"], call, {"Content-Type": "application/json"})) as answer:
        yield fields | {"genesisHash": json.load(answer)["result"]["genesis_hash"]}
    chain.terminate()
    chain.wait(20)

ASK = '''const [definition, done] = arguments;
(async () => {
  const extension = await window.injectedWeb3["near-connect"].enable("dApp");
  const added = definition === null ? null : await extension.metadata.provide(definition);
  const accounts = await window.near["near-connect"].connect({ networkId: "fun" }).catch((error) => error.code);
  return [added, typeof accounts === "number" ? accounts : accounts.map(({ accountId }) => accountId)];
})().then(done, (error) => done(String(error)));'''

def definition(chain):
    return {"networkId": "fun", "genesisHash": chain["genesisHash"], "rpcUrls": [chain["rpcUrl"]]}
"""


def test_a_page_adds_a_network_and_works_on_it(drive: Run) -> None:
    drive(FUN + """
def test_it(near_browser, near_wallet, near_dapp, fun):
    (carol,) = (
        Account(entry["accountId"], entry["publicKey"], entry["secretKey"])
        for entry in fun["accounts"] if entry["accountId"] == "carol.test.near")
    near_wallet.grant(near_dapp.origin)
    refused = near_wallet.refuse_next(kind="addNetwork", network="fun")
    assert near_browser.execute_async_script(ASK, definition(fun)) == [False, 4901]
    assert refused.result().raw["rpcUrls"] == [fun["rpcUrl"]]
    near_wallet.revoke(near_dapp.origin)
    near_browser.refresh()

    near_wallet.grant(near_dapp.origin)
    near_wallet.approve_next("addNetwork", network="fun")
    near_browser.execute_async_script(ASK, definition(fun))
    near_wallet.add(carol, "fun")
    near_wallet.approve_next("switchNetwork", network="fun")
    connect = near_wallet.approve_next("signIn", network="fun")
    assert near_browser.execute_async_script(ASK, None) == [None, ["carol.test.near"]]
    assert connect.result().origin == near_dapp.origin
    assert [(request.kind, request.state) for request in near_wallet.requests] == [
        ("addNetwork", "refused"), ("addNetwork", "approved"), ("switchNetwork", "approved"), ("signIn", "approved")]

def test_another_network_is_refused(near_browser, near_wallet, near_dapp, fun):
    near_wallet.grant(near_dapp.origin)
    near_wallet.policy("deny")
    assert near_browser.execute_async_script(ASK, definition(fun)) == [False, 4901]
    assert near_wallet.requests[-1].by == "policy"
""").assert_outcomes(passed=2)
