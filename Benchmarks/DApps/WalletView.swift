// SPDX-License-Identifier: MIT

import BenchFigures
import NEARConnect
import NEARConnectTestKit
import WebKitGTK

/// A view whose pages have the wallet, over an environment.
@MainActor
final class WalletView {
    let view: WebView
    private let page: DAppTestPage
    private let environment: DAppTestEnvironment
    private var loading: (address: String, loaded: CheckedContinuation<Void, any Error>)?

    /// Opens a page in a view of its own.
    init(_ address: String, in environment: DAppTestEnvironment) async throws {
        self.environment = environment
        page = try await environment.open(address)
        view = page.page.view
        let others = environment.browser.onEvent
        environment.browser.onEvent = { [weak self] event in
            others(event)
            self?.hear(event)
        }
    }

    /// Loads a page, and waits until it has loaded.
    func load(_ address: String) async throws {
        try await withCheckedThrowingContinuation {
            loading = (address, $0)
            view.load(uri: address)
        }
    }

    /// Runs a function body in the page's own world, where `wallet` is the wallet.
    func run(_ body: String) async throws { try await page.run(body) }

    func close() { page.close() }

    private func hear(_ event: DAppPages.Event) {
        guard let loading else { return }
        switch event {
        case .updated(let page):
            guard page.view === view, view.committedURI == loading.address, !view.isLoading else { return }
            self.loading = nil
            loading.loaded.resume()
        case .failed(let page, let failure):
            guard page.view === view else { return }
            self.loading = nil
            loading.loaded.resume(throwing: BenchError("\(failure.uri) didn't load: \(failure.reason)"))
        case .crashed(let page):
            guard page.view === view else { return }
            self.loading = nil
            loading.loaded.resume(throwing: BenchError("the web process ended"))
        case .opened, .closed, .refused, .denied, .framed: break
        }
    }
}
