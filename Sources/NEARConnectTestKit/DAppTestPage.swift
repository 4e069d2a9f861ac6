// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import NEARConnect
public import NEARPrimitives
internal import WebKitGTK

/// A page of a dApp in a ``DAppTestEnvironment``.
@MainActor
public final class DAppTestPage {
    package let page: DAppPage
    private let onClose: () -> Void

    init(_ page: DAppPage, onClose: @escaping () -> Void) {
        self.page = page
        self.onClose = onClose
    }

    /// The address that is shown; `nil` before the first.
    public var address: String? { page.view.committedURI }

    /// The page's title.
    public var title: String { page.view.title ?? "" }

    /// Runs the body of an asynchronous JavaScript function in the page's own world.
    ///
    /// There `wallet` is what near-connect finds: the wallet of this environment.
    ///
    /// - Parameter body: The function's body; what it returns has to be JSON.
    /// - Returns: What it returned; `null` for nothing.
    /// - Throws: `GLibError` with the page's own error.
    @discardableResult
    public func run(_ body: String) async throws -> JSONValue {
        let text = try await page.view.call(
            """
            const found = new Promise((resolve) => addEventListener("near-wallet-injected", (event) => resolve(event.detail), { once: true }));
            dispatchEvent(new Event("near-selector-ready"));
            const wallet = await found;
            const work = Object.getPrototypeOf(async () => {}).constructor;
            return JSON.stringify((await new work("wallet", body)(wallet)) ?? null);
            """, arguments: ["body": body])
        return try JSONValue.parse(text)
    }

    /// Clicks the first element that a CSS selector finds.
    ///
    /// - Throws: `GLibError` if there is none.
    public func click(_ selector: String) async throws {
        _ = try await page.view.call(
            "document.querySelector(selector).click(); return '';", arguments: ["selector": selector])
    }

    /// Returns the text of the first element that a CSS selector finds; empty where there is none.
    public func text(of selector: String) async throws -> String {
        try await page.view.call(
            "return document.querySelector(selector)?.textContent ?? '';", arguments: ["selector": selector])
    }

    /// Closes the page: what it has asked for ends.
    public func close() { onClose() }
}
