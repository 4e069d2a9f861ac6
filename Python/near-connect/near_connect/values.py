# SPDX-License-Identifier: MIT
"""Results; they don't change."""

import base64
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

NEAR = 10**24
"""One NEAR in yoctoNEAR."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account that is signed in, with its wallet."""

    account_id: str
    wallet_id: str
    public_key: str | None

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "Account":
        return cls(data["accountId"], data["walletId"], data.get("publicKey"))


class SessionState(StrEnum):
    """What is known of an account's session."""

    SIGNED_OUT = "signed-out"
    STORED = "stored"
    VERIFIED = "verified"
    RESTORED = "restored"
    STALE = "stale"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class Session:
    """An account's session; `reason` says why one is stale."""

    state: SessionState
    reason: str | None

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "Session":
        return cls(SessionState(data["state"]), data.get("reason"))


@dataclass(frozen=True, slots=True)
class State:
    """The manager's state, which all clients of a helper share."""

    account: Account | None
    session: Session
    ready: bool
    network: str
    unavailable_reason: str | None

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "State":
        account = data["account"]
        return cls(
            Account._read(account) if account else None, Session._read(data["session"]), data["ready"],
            data["network"], data["unavailableReason"])


@dataclass(frozen=True, slots=True)
class Wallet:
    """A wallet that is offered."""

    id: str
    name: str
    description: str | None
    website: str | None
    icon: str | None
    features: frozenset[str]

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "Wallet":
        return cls(
            data["id"], data["name"], data.get("description"), data.get("website"), data.get("icon"),
            frozenset(name for name, has in data["features"].items() if has))


@dataclass(frozen=True, slots=True)
class WalletUpdate:
    """Another version of a wallet than the one that runs; `changes` are lines for the user."""

    id: str
    name: str
    version: str
    changes: tuple[str, ...]
    adds_permissions: bool
    is_downgrade: bool
    is_declined: bool
    manifest_sha256: str
    code_sha256: str

    @property
    def _name(self) -> dict[str, str]:
        return {"id": self.id, "manifestSHA256": self.manifest_sha256, "codeSHA256": self.code_sha256}

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "WalletUpdate":
        return cls(
            data["id"], data["name"], data["version"], tuple(data["changes"]), data["addsPermissions"],
            data["isDowngrade"], data["isDeclined"], data["manifestSHA256"], data["codeSHA256"])


@dataclass(frozen=True, slots=True)
class ForgottenWallet:
    """What there was of a wallet that was forgotten; `phones_are_told` is False where the relay couldn't be reached."""

    was_signed_in: bool
    stored_values: int
    sites: tuple[str, ...]
    remembered_links: int
    phone_sessions: int
    phones_are_told: bool

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "ForgottenWallet":
        return cls(
            data["wasSignedIn"], data["storedValues"], tuple(data["sites"]), data["rememberedLinks"],
            data["phoneSessions"], data["phonesAreTold"])


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain by the hash of its first block; `name` is `mainnet`, `testnet` or None."""

    name: str | None
    genesis: str

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "Chain":
        return cls(data["name"], data["genesis"])


@dataclass(frozen=True, slots=True)
class SignedMessage:
    """A NEP-413 message with its signature; `nonce` has 32 bytes."""

    account_id: str
    public_key: str
    signature: str
    message: str
    recipient: str
    nonce: bytes

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "SignedMessage":
        return cls(
            data["accountId"], data["publicKey"], data["signature"], data["message"], data["recipient"],
            base64.b64decode(data["nonce"]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a transaction; `json` is what the node said."""

    hash: str
    value: bytes
    logs: tuple[str, ...]
    json: dict[str, Any]

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "Outcome":
        own = data.get("transaction_outcome", {})
        status = data.get("status")
        value = status.get("SuccessValue") if isinstance(status, dict) else None
        parts = [own, *data.get("receipts_outcome", [])]
        logs = [log for part in parts for log in part.get("outcome", {}).get("logs", [])]
        return cls(own.get("id", ""), base64.b64decode(value or ""), tuple(logs), data)


@dataclass(frozen=True, slots=True)
class AccountState:
    """An account as the chain has it; amounts are in yoctoNEAR."""

    amount: int
    locked: int
    spendable: int
    code_hash: str
    storage_usage: int

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "AccountState":
        return cls(
            int(data["amount"]), int(data["locked"]), int(data["spendable"]), data["code_hash"], data["storage_usage"])


@dataclass(frozen=True, slots=True)
class ViewResult:
    """What a view method returned."""

    result: bytes
    logs: tuple[str, ...]

    @property
    def json(self) -> Any:
        """The result, read as JSON."""
        return json.loads(self.result)

    @classmethod
    def _read(cls, data: dict[str, Any]) -> "ViewResult":
        return cls(base64.b64decode(data["resultBase64"]), tuple(data["logs"]))
