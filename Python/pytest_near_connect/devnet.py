# SPDX-License-Identifier: MIT
"""A chain of this process's own: `near-connect devnet`."""

import base64
import contextlib
import json
import os
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import processes
from .amounts import yocto
from .errors import CallError, NearConnectError
from .settings import Settings

_INSTALL = "Install near-connect, or name it by --near-connect or the variable NEAR_CONNECT."


@dataclass(frozen=True)
class Account:
    """An account of the chain, and its key."""

    id: str
    public_key: str
    secret_key: str


@dataclass(frozen=True)
class Snapshot:
    """The chain as it was at some moment, and the accounts whose keys there were."""

    id: int
    height: int
    accounts: frozenset[str]


class Devnet:
    """A chain in a process of its own, with `alice.test.near` and `bob.test.near`.

    A name without a dot stands for the one with `.test.near`. Amounts are texts such as "5 NEAR", or yoctoNEAR as
    integers; what comes back is yoctoNEAR.
    """

    def __init__(self, settings: Settings) -> None:
        program = processes.find_program(settings.near_connect, "near-connect", _INSTALL)
        self._temporary = processes.TemporaryFolder("near-devnet-")
        self.credentials = self._temporary.path / "credentials"
        self.log = self._temporary.path / "devnet.log"
        self._patience = settings.deadline
        self._process = processes.start(
            [program, "devnet", "--json", "--credentials", str(self.credentials)], os.environ, self.log,
            subprocess.PIPE)
        assert self._process.stdout is not None
        line = processes.first_line(self._process.stdout, self._process, self._patience)
        try:
            answer = json.loads(line)
            self.rpc_url: str = answer["rpcUrl"]
            self.network: str = answer["network"]
            entries = answer["accounts"]
        except (ValueError, KeyError, TypeError) as error:
            log = processes.tail(self.log) or "It has said nothing."
            self.close()
            raise NearConnectError(f"The chain didn't start ({program} devnet). {log}") from error
        self._accounts = {
            entry["accountId"]: Account(entry["accountId"], entry["publicKey"], entry["secretKey"]) for entry in entries
        }

    def rpc(self, method: str, parameters: Any) -> Any:
        """Calls a method of NEAR's JSON-RPC and returns its result."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        request = urllib.request.Request(
            self.rpc_url, json.dumps(message).encode(), {"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=self._patience) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            answer = json.loads(error.read() or b"{}")
        except OSError as error:
            raise NearConnectError(
                f"The chain at {self.rpc_url} didn't answer {method} ({error}). {processes.tail(self.log)}") from error
        if "error" in answer:
            error_ = answer["error"]
            cause = error_.get("cause", {}).get("name", "")
            raise CallError(method, error_.get("code", 0), f"{cause} {error_.get('data') or error_.get('message')}")
        return answer["result"]

    @staticmethod
    def full_name(name: str) -> str:
        """Returns the account id that a name stands for."""
        return name if "." in name or len(name) == 64 else f"{name}.test.near"

    def account(self, name: str, balance: int | str | None = None) -> Account:
        """Returns an account, which is made where it isn't there, with 100 NEAR or the balance that is named.

        An account that is there gets the balance, if one is named. Browsers that are started later have its key; a
        wallet that is open gets it by `near_wallet.account = …`.
        """
        id = self.full_name(name)
        if id in self._accounts:
            if balance is not None:
                self._set_balance(id, yocto(balance))
            return self._accounts[id]
        with contextlib.suppress(CallError):
            self._view_account(id)
            raise NearConnectError(f"There is an account {id} already, whose key isn't known here. Use another name.")
        amount = yocto("100 NEAR" if balance is None else balance)
        answer = self.rpc("devnet_faucet", {"account_id": id, "amount": str(amount)})
        return self._keep(Account(id, answer["public_key"], answer["private_key"]))

    def _keep(self, account: Account) -> Account:
        file = self._file(account.id)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps(
            {"account_id": account.id, "public_key": account.public_key, "private_key": account.secret_key})
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            stream.write(text)
        self._accounts[account.id] = account
        return account

    def _file(self, id: str) -> Path:
        return self.credentials / self.network / f"{id}.json"

    def _view_account(self, id: str) -> Any:
        return self.rpc("query", {"request_type": "view_account", "finality": "final", "account_id": id})

    def _set_balance(self, id: str, amount: int) -> None:
        view = self._view_account(id)
        fields = {name: view[name] for name in ("locked", "storage_usage", "code_hash")}
        self._patch({"Account": {"account_id": id, "account": {**fields, "amount": str(amount)}}})

    def _patch(self, record: Any) -> None:
        self.rpc("sandbox_patch_state", {"records": [record]})

    def balance(self, name: str) -> int:
        """Returns what an account has, in yoctoNEAR."""
        return int(self._view_account(self.full_name(name))["amount"])

    def deploy(self, name: str, wasm: bytes | str | os.PathLike[str]) -> Account:
        """Puts a contract onto an account, which is made where it isn't there; returns the account."""
        code = wasm if isinstance(wasm, bytes) else Path(wasm).read_bytes()
        account = self.account(name)
        self._patch({"Contract": {"account_id": account.id, "code": base64.b64encode(code).decode()}})
        return account

    def view(self, contract: str, method: str, args: Any = None) -> Any:
        """Returns what a view method of a contract answers: its JSON, or its bytes where they are none."""
        text = b"" if args is None else json.dumps(args).encode()
        answer = self.rpc("query", {
            "request_type": "call_function", "finality": "final", "account_id": self.full_name(contract),
            "method_name": method, "args_base64": base64.b64encode(text).decode()})
        result = bytes(answer["result"])
        try:
            return json.loads(result) if result else None
        except ValueError:
            return result

    def snapshot(self) -> Snapshot:
        """Keeps the chain as it is now; the last 64 snapshots are there."""
        answer = self.rpc("devnet_snapshot", {})
        return Snapshot(answer["id"], answer["height"], frozenset(self._accounts))

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot; what was sent since, and accounts that were made since, are gone."""
        self.rpc("devnet_restore", {"id": snapshot.id})
        for id in set(self._accounts) - snapshot.accounts:
            del self._accounts[id]
            self._file(id).unlink(missing_ok=True)

    def fast_forward(self, blocks: int) -> None:
        """Lets blocks pass, with the time that belongs to them."""
        self.rpc("sandbox_fast_forward", {"delta_height": blocks})

    def close(self) -> None:
        """Ends the chain and removes its folder."""
        processes.stop(self._process)
        self._temporary.close()
