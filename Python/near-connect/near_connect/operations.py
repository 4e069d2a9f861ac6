# SPDX-License-Identifier: MIT
"""What every manager does, wherever its wallets run."""

import base64
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from .values import Account, AccountState, Outcome, Session, SignedMessage, State, ViewResult, Wallet


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class Operations(ABC):
    """One profile on one network, for `async with`: each operation ends with a result or `NearConnectError`.

    `near_connect.Manager` and `near_connect.headless.Manager` have these, with equal results and codes. Cancelling is a
    wish: a cancelled task waits for the wallet's word, and gets it unless nothing was signed.
    """

    def __init__(self) -> None:
        self.state: State | None = None
        """The state that was told last."""
        self.on_change: Callable[[State], None] | None = None
        """Called with each new state, before the result that it belongs to."""

    @abstractmethod
    async def _call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """Performs an operation by its name."""

    @abstractmethod
    async def close(self) -> None:
        """Ends what is open, and all later operations."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # The account

    @property
    def account(self) -> Account | None:
        """The account that is signed in."""
        return self.state.account if self.state else None

    async def ready(self) -> None:
        """Waits until wallets can be used."""
        await self._call("ready")

    async def wallets(self) -> list[Wallet]:
        """Lists the wallets that are offered."""
        return [Wallet._read(wallet) for wallet in await self._call("wallets")]

    async def sign_in(self, wallet_id: str | None = None) -> Account:
        """Signs in; without a wallet's id the user chooses."""
        return Account._read(await self._call("signIn", _present(walletId=wallet_id)))

    async def sign_in_and_sign_message(
        self, message: str, recipient: str, *, nonce: bytes | None = None, wallet_id: str | None = None
    ) -> tuple[Account, SignedMessage | None]:
        """Signs in and signs a message in one step."""
        params = _present(walletId=wallet_id, **_message(message, recipient, nonce))
        result = await self._call("signInAndSignMessage", params)
        signed = result["message"]
        return Account._read(result["account"]), SignedMessage._read(signed) if signed else None

    async def sign_out(self) -> None:
        """Signs out."""
        await self._call("signOut")

    async def check_session(self) -> Session:
        """Compares the account with wallet and chain."""
        return Session._read(await self._call("checkSession"))

    async def sign_message(self, message: str, recipient: str, *, nonce: bytes | None = None) -> SignedMessage:
        """Signs a NEP-413 message; the nonce is random where none is given."""
        return SignedMessage._read(await self._call("signMessage", _message(message, recipient, nonce)))

    # Transactions

    async def send_near(self, receiver_id: str, amount: int) -> Outcome:
        """Transfers yoctoNEAR."""
        return Outcome._read(await self._call("sendNEAR", {"receiverId": receiver_id, "amount": str(amount)}))

    async def call_function(
        self, contract_id: str, method: str, args: Any = None, *, gas: int | None = None, deposit: int = 0
    ) -> Outcome:
        """Calls a method of a contract; `args` are bytes, or anything that JSON has."""
        return Outcome._read(
            await self._call(
                "callFunction",
                _present(
                    contractId=contract_id, methodName=method, gas=None if gas is None else str(gas),
                    deposit=str(deposit), **_arguments(args))))

    async def sign_and_send(self, receiver_id: str, actions: Sequence[dict[str, Any]]) -> Outcome:
        """Signs and sends a transaction with near-connect's action objects."""
        params = {"receiverId": receiver_id, "actions": list(actions)}
        return Outcome._read(await self._call("signAndSendTransaction", params))

    async def sign_and_send_all(self, transactions: Sequence[dict[str, Any]]) -> list[Outcome]:
        """Signs and sends transactions, one after the other."""
        outcomes = await self._call("signAndSendTransactions", {"transactions": list(transactions)})
        return [Outcome._read(outcome) for outcome in outcomes]

    async def sign_delegate_actions(self, transactions: Sequence[dict[str, Any]]) -> list[bytes]:
        """Signs delegate actions (NEP-366), and returns them in Borsh."""
        signed = await self._call("signDelegateActions", {"delegateActions": list(transactions)})
        return [base64.b64decode(action) for action in signed]

    async def history(self) -> list[dict[str, Any]]:
        """Lists what this program has handed to wallets, the newest first."""
        return list(await self._call("history"))

    async def reconcile(self) -> list[dict[str, Any]]:
        """Asks the chain about what isn't settled."""
        return list(await self._call("reconcile"))

    # The chain

    async def view_account(self, account_id: str) -> AccountState:
        """Reads an account from a node."""
        return AccountState._read(await self._call("viewAccount", {"accountId": account_id}))

    async def view_function(self, contract_id: str, method: str, args: Any = None) -> ViewResult:
        """Calls a view method; `args` are bytes, or anything that JSON has."""
        return ViewResult._read(
            await self._call("viewFunction", {"contractId": contract_id, "methodName": method, **_arguments(args)}))

    async def rpc(self, method: str, params: dict[str, Any] | list[Any] | None = None) -> Any:
        """Calls any method of the node's JSON-RPC."""
        return await self._call("rpc", _present(method=method, params=params))

def _message(message: str, recipient: str, nonce: bytes | None) -> dict[str, Any]:
    text = None if nonce is None else base64.b64encode(nonce).decode()
    return _present(message=message, recipient=recipient, nonce=text)


def _arguments(args: Any) -> dict[str, Any]:
    if args is None:
        return {}
    if isinstance(args, bytes | bytearray | memoryview):
        return {"argsBase64": base64.b64encode(bytes(args)).decode()}
    return {"args": args}
