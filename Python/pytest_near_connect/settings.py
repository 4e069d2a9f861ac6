# SPDX-License-Identifier: MIT
"""What the command line and the configuration file of pytest say."""

import os
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

import pytest

from .errors import NearConnectError

# Name, kind of the ini value, help. The option is --NAME with hyphens; it wins.
_OPTIONS = [
    ("near_connect", "string", "the near-connect program; without it $NEAR_CONNECT, or near-connect on PATH"),
    ("near_driver", "string", "the WebDriver program; without it WebKitWebDriver on PATH"),
    ("near_remote", "string", "address of a Selenium Grid whose node is this computer; no driver is started then"),
    ("near_dapp_folder", "string", "the built dApp, a folder with index.html, which near_dapp serves"),
    ("near_dapp_url", "string", "the address of a dApp that is served already, such as http://localhost:5173"),
    ("near_page_network", "string", "the network that pages are told: testnet (without it) or mainnet"),
    ("near_appear_as", "string", "personas, separated by commas: hot, nightly, sender"),
    ("near_policy", "string", "ask (without it), allow, deny, or a policy file, from which each wallet begins"),
    ("near_display", "string", "own (without it), or given to watch the browser on the display that DISPLAY names"),
    ("near_trace", "string", "the folder for what failed tests leave; without it near-connect-trace"),
    ("near_deadline", "string", "seconds for a start and for an answer; without it 30"),
    ("near_map_rpc", "linelist", "address of a public node, such as https://rpc.testnet.near.org, whose calls by pages go "
     "to the chain; repeatable"),
    ("near_allow_port", "linelist", "port of this computer that pages may reach, besides the dApp's; repeatable"),
]


@dataclass(frozen=True)
class Settings:
    """The options of a run, checked."""

    near_connect: str
    driver: str
    remote: str | None
    dapp_folder: Path | None
    dapp_url: str | None
    page_network: str
    appear_as: str | None
    policy: str
    display: str
    trace: Path
    deadline: float
    allow_port: tuple[str, ...]
    map_rpc: tuple[str, ...]


def add_options(parser: pytest.Parser) -> None:
    """Adds the options, on the command line and in the configuration file."""
    group = parser.getgroup("near-connect", "dApps of NEAR")
    for name, kind, text in _OPTIONS:
        option = "--" + name.replace("_", "-")
        if kind == "linelist":
            group.addoption(option, action="append", default=[], metavar="VALUE", help=text)
            parser.addini(name, text, type="linelist", default=[])
        else:
            group.addoption(option, default=None, metavar="VALUE", help=text)
            parser.addini(name, text, default="")


def _one_of(name: str, value: str, *allowed: str) -> str:
    if value not in allowed:
        raise NearConnectError(f"{name} takes {' or '.join(allowed)}, not {value!r}.")
    return value


def _deadline(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 1 <= seconds <= 600:
        raise NearConnectError(f"near_deadline takes a number of seconds from 1 to 600, not {text!r}.")
    return seconds


def _ports(texts: list[str]) -> tuple[str, ...]:
    for text in texts:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
            raise NearConnectError(f"near_allow_port takes a port from 1 to 65535, not {text!r}.")
    return tuple(texts)


def _addresses(texts: list[str]) -> tuple[str, ...]:
    for text in texts:
        parts = urllib.parse.urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
            raise NearConnectError(
                f"near_map_rpc takes an address such as https://rpc.testnet.near.org, not {text!r}.")
    return tuple(texts)


def read(config: pytest.Config) -> Settings:
    """Reads the options; values that can't be used are an error that names the option."""

    def text(name: str) -> str | None:
        return config.getoption(name) or str(config.getini(name)) or None

    def path(name: str) -> Path | None:
        value = text(name)
        # What the command line names is beside the reader; what a file names is beside the file.
        base = config.invocation_params.dir if config.getoption(name) else config.rootpath
        return base / value if value else None

    if text("near_dapp_folder") and text("near_dapp_url"):
        raise NearConnectError("near_dapp_folder and near_dapp_url exclude each other: name where the dApp is once.")
    policy = text("near_policy") or "ask"
    if policy not in ("ask", "allow", "deny"):
        policy = str(path("near_policy"))
        if not Path(policy).is_file():
            raise NearConnectError(f"near_policy takes ask, allow, deny or a file, and there is no file {policy}.")
    return Settings(
        near_connect=text("near_connect") or os.environ.get("NEAR_CONNECT") or "near-connect",
        driver=text("near_driver") or "WebKitWebDriver",
        remote=text("near_remote"),
        dapp_folder=path("near_dapp_folder"),
        dapp_url=text("near_dapp_url"),
        page_network=_one_of("near_page_network", text("near_page_network") or "testnet", "testnet", "mainnet"),
        appear_as=text("near_appear_as"),
        policy=policy,
        display=_one_of("near_display", text("near_display") or "own", "own", "given"),
        trace=path("near_trace") or config.rootpath / "near-connect-trace",
        deadline=_deadline(text("near_deadline") or "30"),
        allow_port=_ports([*config.getini("near_allow_port"), *config.getoption("near_allow_port")]),
        map_rpc=_addresses([*config.getini("near_map_rpc"), *config.getoption("near_map_rpc")]),
    )
