# SPDX-License-Identifier: MIT
"""The wallet of a driven browser, in a test's words."""

import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any

from .control import NOT_OPEN, TIMED_OUT, Control
from .devnet import Account
from .errors import CallError, NearConnectError
from .request import Expected, Request

__all__ = ["ArmedAnswer", "Request", "Wallet"]


class ArmedAnswer:
    """An answer that waits for its request."""

    def __init__(self, expected: Expected, give: Callable[[Request], None], words: str, patience: float) -> None:
        self._expected = expected
        self._give = give
        self._words = words
        self.patience = patience
        self._done = threading.Event()
        self._request: Request | None = None
        self._error: Exception | None = None
        self._was_read = False

    def run(self, wait: Callable[[float], Request]) -> None:
        """Waits for the request and answers it; a request that isn't the expected one is refused."""
        try:
            request = wait(self.patience)
            difference = self._expected.difference(request)
            if difference is not None:
                request.refuse(difference)
                raise AssertionError(difference)
            self._give(request)
            self._request = request
        except CallError as error:
            self._error = error
            if error.code == TIMED_OUT:
                self._error = AssertionError(
                    f"{self._words} has waited {self.patience:g} s, and no page asked the wallet for anything.")
            elif error.code == NOT_OPEN:
                self._error = AssertionError(f"{self._words}: the request was gone before it was answered.")
        except Exception as error:
            self._error = error
        self._done.set()

    def result(self) -> Request:
        """Waits until the request came and is answered, and returns it; raises why it isn't."""
        self._was_read = True
        if not self._done.wait(self.patience + 10):
            raise NearConnectError(f"{self._words} got no word from the browser.")
        if self._error is not None:
            raise self._error
        assert self._request is not None
        return self._request

    @property
    def unread_error(self) -> str | None:
        """Why it failed, or that it never came to it, if nobody asked yet."""
        if not self._done.is_set():
            return f"{self._words} was armed, but no page asked the wallet for anything."
        return str(self._error) if self._error is not None and not self._was_read else None


class Wallet:
    """The control channel of a browser, a call a sentence of a test.

    - Parameters: the socket's path, the deadline in seconds, and where to look up a key of the chain.
    """

    def __init__(self, path: str, patience: float, find_account: Callable[[str], Account]) -> None:
        self._path = path
        self._patience = patience
        self._find_account = find_account
        self._control = Control(path, patience)
        self._waiting: Control | None = None
        self._armed: list[ArmedAnswer] = []
        self._queue: queue.SimpleQueue[ArmedAnswer | None] = queue.SimpleQueue()
        self._worker: threading.Thread | None = None

    # Answers

    def approve_next(
        self, kind: str | None = None, *, receiver: str | None = None, deposit: int | str | None = None,
        network: str | None = None, account: str | Account | None = None, timeout: float | None = None,
    ) -> ArmedAnswer:
        """Approves the next request, also one that is open already, and returns at once.

        A request that isn't of the kind, receiver, deposit or network is refused, and the test fails. `result()` waits.
        """
        id = self._id(account) if account is not None else None
        return self._arm(
            Expected.make(kind, receiver, deposit, network), lambda request: request.approve(id), "approve_next()",
            timeout)

    def refuse_next(
        self, reason: str | None = None, *, kind: str | None = None, receiver: str | None = None,
        deposit: int | str | None = None, network: str | None = None, timeout: float | None = None,
    ) -> ArmedAnswer:
        """Refuses the next request, also one that is open already, and returns at once."""
        return self._arm(
            Expected.make(kind, receiver, deposit, network), lambda request: request.refuse(reason), "refuse_next()",
            timeout)

    def expect(
        self, kind: str | None = None, *, receiver: str | None = None, deposit: int | str | None = None,
        network: str | None = None, timeout: float | None = None,
    ) -> Request:
        """Waits for the next request and returns it, open, once it is as expected; `approve()` it or `refuse()` it."""
        expected = Expected.make(kind, receiver, deposit, network)
        for armed in list(self._armed):
            armed.result()
        patience = timeout or self._patience
        try:
            request = self._wait(self._control, patience)
        except CallError as error:
            if error.code != TIMED_OUT:
                raise
            raise AssertionError(f"No page asked the wallet for anything within {patience:g} s.") from None
        difference = expected.difference(request)
        if difference is not None:
            request.refuse(difference)
            raise AssertionError(difference)
        return request

    def _wait(self, control: Control, patience: float) -> Request:
        raw = control.call("requests.wait", {"state": "open", "timeout": int(patience * 1000)}, patience)
        return Request.of(raw, self._answer)

    def _answer(self, method: str, parameters: dict[str, Any]) -> Any:
        return self._control.call(method, parameters)

    def _arm(
        self, expected: Expected, give: Callable[[Request], None], words: str, timeout: float | None
    ) -> ArmedAnswer:
        if self._worker is None:
            self._waiting = Control(self._path, self._patience)
            self._worker = threading.Thread(target=self._work, args=(self._waiting,), daemon=True)
            self._worker.start()
        armed = ArmedAnswer(expected, give, words, timeout or self._patience)
        self._armed.append(armed)
        self._queue.put(armed)
        return armed

    def _work(self, waiting: Control) -> None:
        while (armed := self._queue.get()) is not None:
            armed.run(lambda patience: self._wait(waiting, patience))

    # The wallet

    def policy(self, policy: str | dict[str, Any], *, beyond: str | None = None) -> None:
        """Sets what is approved without a question: "ask", "allow", "deny", or the rules of a policy file.

        `beyond` is "ask" or "refuse": what becomes of requests that no rule covers.
        """
        self._control.call("policy.set", {"policy": policy} | ({"beyond": beyond} if beyond else {}))

    @property
    def account(self) -> str | None:
        """The account that signs in where an answer names no other; a name without a dot is one of `.test.near`."""
        selected: str | None = self.state["selected"]
        return selected

    @account.setter
    def account(self, account: str | Account) -> None:
        self._control.call("accounts.select", {"accountId": self._id(account)})

    def _id(self, account: str | Account) -> str:
        known = {entry["accountId"] for entry in self.state["accounts"]}
        if isinstance(account, str) and account in known:
            return account
        found = account if isinstance(account, Account) else self._find_account(account)
        if found.id not in known:
            self.add(found)
        return found.id

    def add(self, account: Account, network: str | None = None) -> None:
        """Gives the wallet an account's key, for its own network or for one that a page has added."""
        self._control.call(
            "accounts.add",
            {"accountId": account.id, "secretKey": account.secret_key} | ({"network": network} if network else {}))

    def lock(self) -> None:
        """Locks the wallet: pages see no account, and everything is refused."""
        self._control.call("accounts.lock", {"locked": True})

    def unlock(self) -> None:
        """Unlocks the wallet."""
        self._control.call("accounts.lock", {"locked": False})

    def grant(self, origin: str, *accounts: str | Account) -> None:
        """Lets a site see accounts, by default the one that is selected, as a sign-in does."""
        ids = [self._id(account) for account in accounts]
        self._control.call("sites.grant", {"origin": origin} | ({"accounts": ids} if ids else {}))

    def revoke(self, origin: str) -> None:
        """Takes a site's permission away, and the networks that it has added."""
        self._control.call("sites.revoke", {"origin": origin})

    @property
    def requests(self) -> list[Request]:
        """What pages have asked for in this session, the oldest first."""
        return [Request.of(raw, self._answer) for raw in self._control.call("requests.list", {"state": "any"})]

    @property
    def sites(self) -> list[dict[str, Any]]:
        """The sites that have, or had, a permission."""
        sites: list[dict[str, Any]] = self._control.call("sites.list")
        return sites

    @property
    def journal(self) -> list[dict[str, Any]]:
        """What was signed and what became of it, the newest first."""
        entries: list[dict[str, Any]] = self._control.call("journal.list")
        return entries

    @property
    def state(self) -> dict[str, Any]:
        """The state of the browser and its wallet, as docs/dapp-testing.md has it."""
        state: dict[str, Any] = self._control.call("state")
        return state

    # Ends

    def disarm(self) -> list[str]:
        """Gives up the answers that wait, and returns why answers failed that nobody asked about."""
        errors = [error for armed in self._armed if (error := armed.unread_error) is not None]
        self._armed.clear()
        if self._worker is not None and self._waiting is not None:
            self._waiting.close()
            self._queue.put(None)
            self._worker.join(self._patience)
            self._worker = self._waiting = None
            self._queue = queue.SimpleQueue()
        return errors

    def reset(self, policy: str | dict[str, Any], account: str) -> None:
        """Makes the wallet as it was at the beginning, but for requests and journal: for the next test of a module."""
        for request in self.requests:
            if request.state == "open":
                with contextlib.suppress(CallError):
                    request.refuse("the test has ended")
        self.unlock()
        self.policy(policy, beyond="ask")
        self.account = account
        for site in self.sites:
            self.revoke(site["origin"])

    def close(self) -> None:
        """Closes the connections."""
        self.disarm()
        self._control.close()
