# SPDX-License-Identifier: MIT
"""What the tip jar's tests say: press a button, wait for an answer."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait


@dataclass
class TipJar:
    """The page, as a visitor uses it."""

    browser: WebDriver

    def press(self, button: str) -> None:
        self.browser.find_element(By.ID, button).click()

    def choose_wallet(self, id: str = "near-connect") -> None:
        """Presses a wallet in the connector's list, once it is there."""
        entry = f'button[data-wallet="{id}"]'
        self.wait(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, entry)) == 1)
        self.browser.find_element(By.CSS_SELECTOR, entry).click()

    def text(self, id: str) -> str:
        return self.browser.find_element(By.ID, id).text

    def fill(self, field: str, text: str) -> None:
        element = self.browser.find_element(By.ID, field)
        element.clear()
        element.send_keys(text)

    def wait(self, condition: Callable[[], bool]) -> None:
        WebDriverWait(self.browser, 20, poll_frequency=0.05).until(lambda _: condition())

    def answer(self) -> str:
        self.wait(lambda: self.text("answer") != "")
        return self.text("answer")


@pytest.fixture
def tip_jar(near_browser: WebDriver) -> TipJar:
    return TipJar(near_browser)
