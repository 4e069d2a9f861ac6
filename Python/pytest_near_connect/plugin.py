# SPDX-License-Identifier: MIT
"""The fixtures: `near_devnet`, `near_dapp`, `near_browser`, `near_browser_session` and `near_wallet`."""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from . import report, settings
from .dapp import DApp, Server, reachable
from .devnet import Devnet
from .driver import Browser
from .errors import NearConnectError
from .settings import Settings
from .wallet import Wallet

_Made = TypeVar("_Made")
_browser = pytest.StashKey[Browser]()
_has_failed = pytest.StashKey[bool]()


def _make(what: Callable[[], _Made]) -> _Made:
    """Returns what is made; where that fails, the fixture fails with a sentence instead of a traceback."""
    try:
        return what()
    except NearConnectError as error:
        reason = str(error)
    # Not within the handler: pytest would print what it was made of.
    pytest.fail(reason, pytrace=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    settings.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "near_keep_chain: what the test does to near_devnet stays")
    config.addinivalue_line(
        "markers", "near_browse(*arguments): more arguments of `near-connect browse` for the test's near_browser")


@pytest.fixture(scope="session")
def near_settings(pytestconfig: pytest.Config) -> Settings:
    """The options of this run."""
    return _make(lambda: settings.read(pytestconfig))


@pytest.fixture(scope="session")
def near_devnet(near_settings: Settings) -> Generator[Devnet, None, None]:
    """A chain of this worker's own, which goes back after each test that used it."""
    devnet = _make(lambda: Devnet(near_settings))
    yield devnet
    devnet.close()


@pytest.fixture(autouse=True)
def _near_rollback(request: pytest.FixtureRequest) -> Generator[None, None, None]:
    # near_wallet finds its browser, and with it the chain, only when it is made.
    if not {"near_devnet", "near_wallet"} & set(request.fixturenames) or request.node.get_closest_marker("near_keep_chain"):
        yield
        return
    devnet: Devnet = request.getfixturevalue("near_devnet")
    snapshot = _make(devnet.snapshot)
    yield
    _make(lambda: devnet.restore(snapshot))


@pytest.fixture(scope="session")
def near_dapp(near_settings: Settings) -> Generator[DApp, None, None]:
    """The dApp: the folder of near_dapp_folder, served, or the address of near_dapp_url."""
    if near_settings.dapp_url is not None:
        url = near_settings.dapp_url
        yield _make(lambda: reachable(url, near_settings))
    elif near_settings.dapp_folder is not None:
        folder = near_settings.dapp_folder
        server = _make(lambda: Server(folder))
        yield server.dapp
        server.close()
    else:
        pytest.fail(
            "near_dapp doesn't know where the dApp is: name its built folder by near_dapp_folder, or its address by "
            "near_dapp_url, in the configuration file or as an option.", pytrace=False)


def _open(request: pytest.FixtureRequest, settings: Settings, devnet: Devnet) -> Generator[Browser, None, None]:
    marker = request.node.get_closest_marker("near_browse")
    arguments = [str(argument) for argument in marker.args] if marker else []
    has_dapp = settings.dapp_url is not None or settings.dapp_folder is not None
    url = request.getfixturevalue("near_dapp").url if has_dapp else None
    browser = _make(lambda: Browser(settings, devnet, url, arguments))
    request.node.stash[_browser] = browser
    try:
        yield browser
    finally:
        del request.node.stash[_browser]
        browser.close()


@pytest.fixture
def _near_browser(
    request: pytest.FixtureRequest, near_settings: Settings, near_devnet: Devnet
) -> Generator[Browser, None, None]:
    yield from _open(request, near_settings, near_devnet)


@pytest.fixture(scope="module")
def _near_browser_session(
    request: pytest.FixtureRequest, near_settings: Settings, near_devnet: Devnet
) -> Generator[Browser, None, None]:
    yield from _open(request, near_settings, near_devnet)


@pytest.fixture
def near_browser(_near_browser: Browser) -> WebDriver:
    """A browser for this test, at the dApp's page, with a wallet whose answers `near_wallet` gives."""
    return _near_browser.driven


@pytest.fixture(scope="module")
def near_browser_session(_near_browser_session: Browser) -> WebDriver:
    """A browser for all tests of a module; its wallet forgets sites and policies after each."""
    return _near_browser_session.driven


def _browser_name(names: list[str]) -> str:
    is_shared = "near_browser_session" in names and "near_browser" not in names
    return "_near_browser_session" if is_shared else "_near_browser"


@pytest.fixture
def near_wallet(request: pytest.FixtureRequest) -> Generator[Wallet, None, None]:
    """The wallet of the test's browser: of `near_browser_session` where the test uses that, else of `near_browser`."""
    name = _browser_name(request.fixturenames)
    browser: Browser = request.getfixturevalue(name)
    wallet = browser.wallet
    yield wallet
    errors = wallet.disarm()
    if name == "_near_browser_session":
        initial = browser.first_policy
        _make(lambda: wallet.reset(initial, browser.first_account))
    if errors and not request.node.stash.get(_has_failed, False):
        pytest.fail(" ".join(errors), pytrace=False)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
    outcome = yield
    result: pytest.TestReport = outcome.get_result()
    if not result.failed or result.when == "teardown":
        return
    item.stash[_has_failed] = True
    browsers = [node.stash[_browser] for node in item.listchain() if _browser in node.stash]
    if browsers:
        trace = report.Trace(browsers[-1].settings.trace, item)
        trace.take(browsers[-1])
        report.attach(trace, item, result)
