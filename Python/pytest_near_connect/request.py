# SPDX-License-Identifier: MIT
"""Requests of pages, as the control channel tells them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .amounts import yocto

Answerer = Callable[[str, dict[str, Any]], Any]


@dataclass(frozen=True)
class Request:
    """What a page asked the wallet for."""

    id: int
    kind: str
    state: str
    network: str
    origin: str | None
    signer: str | None
    receivers: tuple[str, ...]
    deposit: int
    message: str | None
    by: str | None
    reason: str | None
    raw: dict[str, Any] = field(repr=False, compare=False)
    _answer: Answerer = field(repr=False, compare=False)

    @staticmethod
    def of(raw: dict[str, Any], answer: Answerer) -> "Request":
        """Returns a request of the control channel's JSON."""
        return Request(
            id=raw["id"], kind=raw["kind"], state=raw["state"], network=raw["network"], origin=raw.get("origin"),
            signer=raw.get("signerId"),
            receivers=tuple(transaction["receiverId"] for transaction in raw["transactions"]),
            deposit=int(raw.get("deposit", "0")), message=raw.get("message", {}).get("text"), by=raw.get("by"),
            reason=raw.get("reason"), raw=raw, _answer=answer)

    def approve(self, account: str | None = None) -> None:
        """Approves it; `account` is for a sign-in, where there are several."""
        self._answer("requests.approve", {"id": self.id} | ({"account": account} if account else {}))

    def refuse(self, reason: str | None = None) -> None:
        """Refuses it; the page is told the reason."""
        self._answer("requests.refuse", {"id": self.id} | ({"reason": reason} if reason else {}))


@dataclass(frozen=True)
class Expected:
    """What the next request has to be; what is `None` may be anything."""

    kind: str | None = None
    receiver: str | None = None
    deposit: int | None = None
    network: str | None = None

    @staticmethod
    def make(
        kind: str | None, receiver: str | None, deposit: int | str | None, network: str | None
    ) -> "Expected":
        """Returns what a test has written."""
        return Expected(kind, receiver, None if deposit is None else yocto(deposit), network)

    def difference(self, request: Request) -> str | None:
        """Returns how a request differs, as a sentence; `None` if it doesn't."""
        if self.kind is not None and request.kind != self.kind:
            return f"The page asked for {request.kind}, not for {self.kind}."
        if self.receiver is not None and set(request.receivers) != {self.receiver}:
            return f"The request goes to {', '.join(request.receivers) or 'nobody'}, not to {self.receiver}."
        if self.deposit is not None and request.deposit != self.deposit:
            return f"The request's deposit is {request.deposit} yoctoNEAR, not {self.deposit}."
        if self.network is not None and request.network != self.network:
            return f"The request is for the network {request.network}, not for {self.network}."
        return None
