# SPDX-License-Identifier: MIT
"""What only the program does in whose process the wallets are; a helper does none of it for others."""

import base64
from collections.abc import Sequence

from .operations import Operations, _present
from .values import Account, Chain, ForgottenWallet, Outcome, WalletUpdate


class ProgramOperations(Operations):
    """The operations of `near_connect.Manager` beside those that a helper has, too."""

    # Keys of the program's own

    async def sign_in_with_function_call_key(
        self, public_key: str, contract_id: str, *, methods: Sequence[str] = (), allowance: int | None = None,
        wallet_id: str | None = None,
    ) -> Account:
        """Signs in, and has the wallet add a key that may call methods of a contract, or all of them.

        Where the key alone is missing, the account may be signed in all the same.
        """
        key = _key(public_key, contract_id, methods, allowance)
        return Account._read(await self._call("signInWithFunctionCallKey", _present(walletId=wallet_id, **key)))

    async def add_function_call_key(
        self, public_key: str, contract_id: str, *, methods: Sequence[str] = (), allowance: int | None = None
    ) -> None:
        """Has the wallet add such a key to the account that is signed in, by a transaction."""
        await self._call("addFunctionCallKey", _key(public_key, contract_id, methods, allowance))

    async def sign_in_with_keystore(
        self, contract_id: str, *, methods: Sequence[str] = (), allowance: int | None = None
    ) -> Account:
        """Signs in with the keystore wallet, which makes such a key: calls that it covers need no question."""
        key = _key(None, contract_id, methods, allowance)
        return Account._read(await self._call("signInWithKeystore", key))

    async def relay(self, signed_delegate: bytes, payer_id: str) -> Outcome:
        """Sends a delegate action that another account has signed (NEP-366), in Borsh; the payer's key is the keystore's."""
        text = base64.b64encode(signed_delegate).decode()
        return Outcome._read(await self._call("relay", {"signedDelegate": text, "payerId": payer_id}))

    # Wallets

    async def forget_wallet(self, wallet_id: str) -> ForgottenWallet:
        """Forgets a wallet: its account if it is signed in, what it has stored, and its sessions with phones."""
        return ForgottenWallet._read(await self._call("forgetWallet", {"walletId": wallet_id}))

    async def wallet_updates(self) -> list[WalletUpdate]:
        """Lists the versions of wallets that wait to be accepted. Nothing is fetched."""
        return [WalletUpdate._read(update) for update in await self._call("walletUpdates")]

    async def look_for_wallet_updates(self) -> tuple[list[WalletUpdate], dict[str, str]]:
        """Asks wallets' servers for other versions; the second of both says why some could not be compared."""
        found = await self._call("lookForWalletUpdates")
        return [WalletUpdate._read(update) for update in found["updates"]], dict(found["failures"])

    async def accept_wallet_update(self, update: WalletUpdate, *, allows_downgrade: bool = False) -> None:
        """Has a version that was listed run from now on."""
        await self._call("acceptWalletUpdate", {**update._name, "allowsDowngrade": allows_downgrade})

    async def decline_wallet_update(self, update: WalletUpdate) -> None:
        """Keeps the version that runs; the offer is still listed, as declined."""
        await self._call("declineWalletUpdate", update._name)

    async def reset_cache(self) -> None:
        """Empties the caches of websites' data, and loads the bridge page again."""
        await self._call("resetCache")

    # The chain

    async def identify_chain(self) -> Chain | None:
        """Asks the nodes which chain they work for; None where none can say."""
        found = await self._call("identifyChain")
        return Chain._read(found) if found else None


def _key(
    public_key: str | None, contract_id: str, methods: Sequence[str], allowance: int | None
) -> dict[str, str | list[str]]:
    return _present(
        publicKey=public_key, contractId=contract_id, methodNames=list(methods),
        allowance=None if allowance is None else str(allowance))
