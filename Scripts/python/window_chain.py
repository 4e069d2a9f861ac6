# SPDX-License-Identifier: MIT
"""A devnet for a window on a virtual display, and payments that stand in the display's profile."""

import json
import pathlib
import subprocess

from virtual_display import Display


class Chain:
    """`near-connect devnet`, with the options by which other commands reach it."""

    def __init__(self, programs: pathlib.Path, display: Display) -> None:
        self.program, self.display = programs / "near-connect", display

    def __enter__(self) -> "Chain":
        self.process = subprocess.Popen(
            [self.program, "devnet", "--json"], env=self.display.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        address = json.loads(self.process.stdout.readline())
        self.node = ["--network", "devnet", "--rpc-url", address["rpcUrl"]]
        self.credentials = ["--credentials", address["credentials"]]
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)

    def send(self, amount: str) -> None:
        """Sends bob.test.near NEAR from alice.test.near, approved by a policy."""
        policy = self.display.folder / "policy.json"
        policy.write_text('{"version": 1, "rules": [{"name": "payment", "networks": ["devnet"], "deposit": "9 NEAR"}]}')
        subprocess.run(
            [
                self.program, "send", "bob.test.near", amount, "NEAR", "--signer", "alice.test.near", "--approve", policy,
                *self.credentials, *self.node,
            ], env=self.display.environment, check=True, stdout=subprocess.DEVNULL)
