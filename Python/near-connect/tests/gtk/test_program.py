# SPDX-License-Identifier: MIT
"""What only the program does in whose process the wallets are: approvals, keys, versions of wallets, relaying."""

from collections.abc import Iterator
from typing import Any

import near_connect
import pytest
from near_connect import ErrorCode, Manager, NearConnectError
from near_connect.system import NearConnect
from operations import KEYSTORE

KEY = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"


@pytest.fixture
def allowed(chain: Any) -> Iterator[Manager]:
    """A manager whose program allows everything itself, without a window."""
    manager = Manager(**chain.library_options | {"approve": None})
    manager.gobject.connect("approval-requested", lambda _, request: request.allow(None))
    yield manager
    manager.gobject.close()


async def refused(call: Any) -> str:
    with pytest.raises(NearConnectError) as caught:
        await call
    return str(caught.value.code)


def test_keys_of_the_programs_own(allowed: Manager) -> None:
    async def main() -> None:
        account = await allowed.sign_in_with_function_call_key(
            KEY, "bob.test.near", methods=["get"], allowance=near_connect.NEAR, wallet_id=KEYSTORE)
        assert account.account_id == "alice.test.near"
        await allowed.sign_and_send("alice.test.near", [{"type": "DeleteKey", "params": {"publicKey": KEY}}])
        assert await refused(allowed.add_function_call_key("no key", "bob.test.near")) == ErrorCode.INVALID_ARGUMENT
    near_connect.run(main())


def test_wallets_and_the_chain(manager: Manager) -> None:
    async def main() -> None:
        chain = await manager.identify_chain()
        assert chain is not None and chain.name is None and len(chain.genesis) > 40
        await manager.sign_in(KEYSTORE)
        forgotten = await manager.forget_wallet(KEYSTORE)
        assert forgotten.was_signed_in and forgotten.phone_sessions == 0
        assert manager.account is None
        assert await manager.wallet_updates() == []
        assert await manager.look_for_wallet_updates() == ([], {})
        await manager.reset_cache()
    near_connect.run(main())


def test_another_accounts_action_is_relayed(allowed: Manager) -> None:
    async def main() -> None:
        await allowed.sign_in(KEYSTORE)
        transfer = {"type": "Transfer", "params": {"deposit": "1"}}
        [signed] = await allowed.sign_delegate_actions([{"receiverId": "bob.test.near", "actions": [transfer]}])
        outcome = await allowed.relay(signed, "bob.test.near")
        assert outcome.hash
        assert await refused(allowed.relay(b"nothing", "alice.test.near")) == ErrorCode.INVALID_ARGUMENT
    near_connect.run(main())


def test_a_program_answers_in_its_own_way(chain: Any) -> None:
    asked: list[str] = []

    def answer(_: NearConnect.Manager, request: NearConnect.ApprovalRequest) -> bool:
        asked.append(request.props.kind.value_nick)
        assert "alice.test.near" in request.props.candidates and request.props.heading and request.props.open
        # The first one is dropped, which denies it.
        return len(asked) == 1 or request.allow("alice.test.near")

    async def main() -> None:
        async with Manager(**chain.library_options | {"approve": None}) as manager:
            manager.gobject.connect("approval-requested", answer)
            assert await refused(manager.sign_in(KEYSTORE)) == ErrorCode.USER_CANCELLED
            assert (await manager.sign_in(KEYSTORE)).account_id == "alice.test.near"
        assert asked == ["sign-in", "sign-in"]
    near_connect.run(main())


def test_settings_that_cannot_be_used(chain: Any) -> None:
    for wrong in ({"project_id": "two words"}, {"relay": "ws://relay.example"}, {"accent": "red"}):
        assert Manager(**chain.library_options | wrong).state.unavailable_reason
    settled = Manager(
        **chain.library_options, project_id="p", relay="wss://relay.example", accent="#1a5fb4",
        sandbox_use=NearConnect.SandboxUse.NEVER)
    assert settled.state.unavailable_reason is None
    assert settled.gobject.props.sandbox_use == NearConnect.SandboxUse.NEVER
