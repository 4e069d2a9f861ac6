# SPDX-License-Identifier: MIT
"""A chain with keys and a policy for this Python, in folders of their own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# They need a display and libnear-connect-1: Scripts/test-library runs them.
collect_ignore = [] if os.environ.get("NEAR_CONNECT_LIBRARY") else ["gtk"]


@dataclass(frozen=True)
class Chain:
    """A devnet, and the options of a manager on it."""

    rpc_url: str
    credentials: str
    policy: str
    program: str
    library_policy: str

    @property
    def library_options(self) -> dict[str, Any]:
        return {
            "network": "devnet", "rpc_url": self.rpc_url, "credentials": self.credentials, "ephemeral": True,
            "approve": self.library_policy,
        }

    @property
    def options(self) -> dict[str, str]:
        return {
            "network": "devnet", "rpc_url": self.rpc_url, "credentials": self.credentials, "approve": self.policy,
            "program": self.program,
        }


@pytest.fixture(scope="session")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chain]:
    """The chain, for all tests of the session."""
    program = shutil.which(os.environ.get("NEAR_CONNECT", "near-connect"))
    if program is None:
        pytest.skip("there is no near-connect")
    work = tmp_path_factory.mktemp("chain")
    rule = {
        "name": "python", "networks": ["devnet"], "account": "alice.test.near", "deposit": "2 NEAR", "gas": "300 Tgas",
        "askers": [f"host:{os.path.realpath(sys.executable)}"], "messageRecipients": ["shop.example"],
    }
    (work / "policy.json").write_text(json.dumps({"version": 1, "rules": [rule]}))
    # In its own process a program asks for itself.
    own = {name: value for name, value in rule.items() if name != "askers"}
    (work / "own-policy.json").write_text(json.dumps({"version": 1, "rules": [own]}))
    devnet = subprocess.Popen(
        [program, "devnet", "--credentials", work / "keys", "--json"], stdout=subprocess.PIPE, text=True)
    try:
        assert devnet.stdout is not None
        ready = json.loads(devnet.stdout.readline())
        yield Chain(ready["rpcUrl"], str(work / "keys"), str(work / "policy.json"), program, str(work / "own-policy.json"))
    finally:
        devnet.terminate()
        devnet.wait()


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of their own, and no display."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
