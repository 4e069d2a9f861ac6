# SPDX-License-Identifier: MIT
"""End-to-end tests of NEAR dApps with pytest: a chain, a browser, and a wallet that answers as a test says."""

from .amounts import yocto
from .dapp import DApp
from .devnet import Account, Devnet
from .errors import CallError, NearConnectError
from .wallet import ArmedAnswer, Request, Wallet

__all__ = ["Account", "ArmedAnswer", "CallError", "DApp", "Devnet", "NearConnectError", "Request", "Wallet", "yocto"]
