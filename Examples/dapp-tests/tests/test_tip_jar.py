# SPDX-License-Identifier: MIT
"""The tip jar, from a visitor's first click to the receiver's balance."""

import pytest
from conftest import TipJar
from pytest_near_connect import DApp, Devnet, Wallet, yocto


def sign_in(tip_jar: TipJar, near_wallet: Wallet) -> None:
    near_wallet.approve_next("signIn")
    tip_jar.press("sign-in")
    tip_jar.choose_wallet()
    assert tip_jar.answer() == "Signed in"


def test_a_visitor_signs_in(tip_jar: TipJar, near_wallet: Wallet, near_dapp: DApp) -> None:
    sign_in(tip_jar, near_wallet)
    assert tip_jar.text("who") == "alice.test.near"
    assert [request.origin for request in near_wallet.requests] == [near_dapp.origin]


def test_a_refused_visitor_stays_outside(tip_jar: TipJar, near_wallet: Wallet) -> None:
    near_wallet.refuse_next("not today")
    tip_jar.press("sign-in")
    tip_jar.choose_wallet()
    assert "not today" in tip_jar.answer()
    assert tip_jar.text("who") == "Not signed in"


def test_another_account_signs_in(tip_jar: TipJar, near_wallet: Wallet, near_devnet: Devnet) -> None:
    near_wallet.account = near_devnet.account("carol", balance="7 NEAR")
    sign_in(tip_jar, near_wallet)
    assert tip_jar.text("who") == "carol.test.near"


def test_a_tip_arrives(tip_jar: TipJar, near_wallet: Wallet, near_devnet: Devnet) -> None:
    sign_in(tip_jar, near_wallet)
    before = near_devnet.balance("bob")
    near_wallet.approve_next("transactions", receiver="bob.test.near", deposit="3 NEAR")
    tip_jar.fill("amount", "3")
    tip_jar.press("send")
    assert tip_jar.answer().startswith("Sent ")
    assert near_devnet.balance("bob") == before + yocto("3 NEAR")


def test_a_refused_tip_moves_nothing(tip_jar: TipJar, near_wallet: Wallet, near_devnet: Devnet) -> None:
    sign_in(tip_jar, near_wallet)
    before = near_devnet.balance("bob")
    tip_jar.press("send")
    request = near_wallet.expect("transactions", receiver="bob.test.near", deposit="1 NEAR")
    request.refuse("too dear")
    assert "too dear" in tip_jar.answer()
    assert near_devnet.balance("bob") == before


def test_a_tip_that_is_no_number_asks_nobody(tip_jar: TipJar, near_wallet: Wallet) -> None:
    sign_in(tip_jar, near_wallet)
    tip_jar.fill("amount", "1.5")
    tip_jar.press("send")
    assert "whole number" in tip_jar.answer()
    assert len(near_wallet.requests) == 1


def test_a_note_is_signed(tip_jar: TipJar, near_wallet: Wallet) -> None:
    sign_in(tip_jar, near_wallet)
    tip_jar.fill("note", "Grüße")
    armed = near_wallet.approve_next("signMessage")
    tip_jar.press("sign")
    assert tip_jar.answer() == "Signed by alice.test.near"
    assert armed.result().message == "Grüße"


def test_signing_out_is_remembered(tip_jar: TipJar, near_wallet: Wallet) -> None:
    sign_in(tip_jar, near_wallet)
    tip_jar.press("sign-out")
    tip_jar.wait(lambda: tip_jar.text("who") == "Not signed in")
    tip_jar.browser.refresh()
    tip_jar.wait(lambda: tip_jar.text("who") == "Not signed in")


def test_a_locked_wallet_gives_nothing(tip_jar: TipJar, near_wallet: Wallet) -> None:
    sign_in(tip_jar, near_wallet)
    near_wallet.lock()
    tip_jar.press("send")
    assert tip_jar.answer().startswith("Error")


@pytest.mark.parametrize("tips", [2])
def test_a_policy_approves_tips(tip_jar: TipJar, near_wallet: Wallet, near_devnet: Devnet, tips: int) -> None:
    near_wallet.policy("allow")
    tip_jar.press("sign-in")
    tip_jar.choose_wallet()
    assert tip_jar.answer() == "Signed in"
    before = near_devnet.balance("bob")
    for _ in range(tips):
        tip_jar.press("send")
        assert tip_jar.answer().startswith("Sent ")
    assert near_devnet.balance("bob") == before + tips * yocto("1 NEAR")
