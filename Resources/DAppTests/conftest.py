"""What the dApp's tests say: press a button, wait for a text."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait


class Page:
    """The dApp's page, as a visitor uses it. Give it methods of your dApp's own."""

    def __init__(self, browser: WebDriver) -> None:
        self.browser = browser

    def press(self, selector: str) -> None:
        """Presses what a CSS selector finds, as soon as it is there."""
        self.wait(lambda: self.browser.find_elements(By.CSS_SELECTOR, selector))
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def text(self, selector: str) -> str:
        return self.browser.find_element(By.CSS_SELECTOR, selector).text

    def wait(self, condition: Callable[[], object]) -> None:
        WebDriverWait(self.browser, 20, poll_frequency=0.05).until(lambda _: condition())


@pytest.fixture
def page(near_browser: WebDriver) -> Page:
    return Page(near_browser)
