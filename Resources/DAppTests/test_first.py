"""The first tests: the page finds the wallet, and signs in with it."""

from conftest import Page
from pytest_near_connect import DApp, Devnet, Wallet

# Signs in as a page does that uses near-connect. Press your dApp's own button in its place.
SIGN_IN = """
const done = arguments[arguments.length - 1];
addEventListener("near-wallet-injected", ({ detail: wallet }) => {
  wallet.signIn({ network: "testnet" }).then(([account]) => done(account.accountId), (error) => done(error.message));
}, { once: true });
dispatchEvent(new Event("near-selector-ready"));
"""


def test_the_page_is_there(page: Page) -> None:
    page.wait(lambda: page.browser.execute_script("return document.body.childElementCount > 0"))


def test_a_visitor_signs_in(page: Page, near_wallet: Wallet, near_dapp: DApp) -> None:
    near_wallet.approve_next("signIn")
    # page.press("#sign-in")
    # page.wait(lambda: page.text("#account") == "alice.test.near")
    assert page.browser.execute_async_script(SIGN_IN) == "alice.test.near"
    assert [request.origin for request in near_wallet.requests] == [near_dapp.origin]


def test_a_refused_visitor_stays_outside(page: Page, near_wallet: Wallet, near_devnet: Devnet) -> None:
    before = near_devnet.balance("alice")
    near_wallet.refuse_next("not today")
    assert "not today" in page.browser.execute_async_script(SIGN_IN)
    assert near_devnet.balance("alice") == before
