// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import GLibRuntime
package import Logging
package import NEARConnectCore
package import NEARPrimitives
internal import SafeText
package import WebKitGTK

/// A browser for tests of dApps, with a wallet that a policy or a program answers for.
///
/// Nothing that pages store outlives it.
@MainActor
package final class DrivenBrowser {
    /// The settings of a browser.
    package struct Settings: Sendable {
        /// The name by which a WebDriver asks for this browser.
        package static let name = "near-connect"

        /// The version of the program; three numbers with dots.
        package var version: String
        /// True if a WebDriver drives the browser.
        package var isAutomated: Bool
        /// The ports of this computer that pages reach in an automated browser.
        package var openPorts: Set<UInt16>
        /// The wallets as which pages see this one besides.
        package var personas: Set<SitePersona>
        /// The addresses whose JSON-RPC calls go to the browser's chain, in an automated browser.
        package var mapped: [MappedPrefix]
        /// The sentence above each page that says what is special about this browser.
        package var banner: String

        /// Names the settings.
        package init(
            version: String, isAutomated: Bool, openPorts: Set<UInt16>, personas: Set<SitePersona>,
            mapped: [MappedPrefix] = [], banner: String
        ) {
            self.version = version
            self.isAutomated = isAutomated
            self.openPorts = openPorts
            self.personas = personas
            self.mapped = mapped
            self.banner = banner
        }

        /// The version as numbers.
        var numbers: (UInt64, UInt64, UInt64) {
            let parts = version.split(separator: ".").map { UInt64($0) ?? 0 } + [0, 0, 0]
            return (parts[0], parts[1], parts[2])
        }
    }

    let settings: Settings
    /// Hears what pages didn't do.
    package var onProblem: (DrivenPageProblem) -> Void = { _ in }
    private let browser: DAppBrowser
    private var automation: Automation?
    private(set) var windows: [DrivenWindow] = []
    /// The address of the first page.
    private var start: WebAddress?
    private var hasEnded = false
    private var end: CheckedContinuation<Void, Never>?

    /// Makes the browser: opens the first page, or waits for a WebDriver that wants one.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - host: Answers the pages.
    ///   - nodes: The nodes of the chain.
    ///   - address: The address of the first page.
    ///   - folder: The folder into which the filter is compiled.
    ///   - isSandboxed: Runs web processes under bubblewrap, which has to work then.
    ///   - logger: Says what was refused.
    /// - Throws: ``NEARError`` if the filter for pages can't be made.
    package static func start(
        _ settings: Settings, host: DAppRequestHandler, nodes: NetworkNodes, at address: WebAddress?,
        filterIn folder: URL,
        isSandboxed: Bool, logger: Logger
    ) async throws -> DrivenBrowser {
        // WebKit listens to a driver from its first object on, and one that comes before the context allows it fails:
        // nothing may be awaited between the two.
        let browser = try DrivenBrowser(
            settings, host: host, nodes: nodes, at: address, isSandboxed: isSandboxed, logger: logger)
        let rules =
            settings.isAutomated ? LocalNetworkRules.json(openPorts: settings.openPorts) : LocalNetworkRules.json
        let filter: ContentFilter
        do throws(GLibError) {
            filter = try await ContentFilter.compile(rules.text, in: folder)
        } catch {
            throw NEARError.storage(reason: localized("the filter for pages can’t be made: %1$s", error.message))
        }
        browser.browser.pages.useFilter(filter)
        if !settings.isAutomated, let address {
            try await browser.browser.pages.open(address) { [windows = { browser.windows }] page in
                windows().first { $0.page === page }?.wanted = address
            }
        }
        return browser
    }

    private init(
        _ settings: Settings, host: DAppRequestHandler, nodes: NetworkNodes, at address: WebAddress?, isSandboxed: Bool,
        logger: Logger
    ) throws {
        self.settings = settings
        start = address
        browser = try DAppBrowser(
            storage: .ephemeral, isSandboxed: isSandboxed, host: host, origin: .standard, logger: logger)
        browser.pages.provider.appear(as: ProviderPersonas(everywhere: settings.personas))
        browser.onEvent = { [weak self] in self?.handle($0) }
        guard settings.isAutomated else { return }
        if !settings.mapped.isEmpty {
            browser.pages.map(try MappedRPC(settings.mapped, to: nodes, logger: logger))
        }
        automation = browser.pages.context.allowAutomation(as: Settings.name, version: settings.numbers, self)
    }

    /// Waits until the last page is closed or the driver is gone.
    package func ended() async {
        guard !hasEnded else { return }
        await withCheckedContinuation { end = $0 }
    }

    /// Closes all pages.
    package func close() {
        for page in browser.pages.pages { browser.pages.close(page) }
        finish()
    }

    /// The pages that are open, for the control channel.
    package var pages: [JSONValue] {
        browser.pages.pages.map { page in
            [
                "url": page.view.committedURI.map(JSONValue.string) ?? .null, "title": .string(page.view.title ?? ""),
                "problem": windows.first { $0.page === page }?.problem?.json ?? .null,
            ]
        }
    }

    private func handle(_ event: DAppPages.Event) {
        switch event {
        case .opened(let page, _):
            let window = DrivenWindow(page, banner: settings.banner)
            window.onClose = { [weak self, weak page] in
                if let page { self?.browser.pages.close(page) }
            }
            windows.append(window)
            window.present()
        case .updated(let page):
            guard let window = windows.first(where: { $0.page === page }) else { return }
            window.update()
            // WebKit says nothing of addresses that it opens for nobody, such as those of restricted ports.
            if let address = window.unopened.take() { note(problem(ofUnopened: address), of: page) }
        case .closed(let page):
            windows.removeAll { $0.page === page }
            if windows.isEmpty { finish() }
        case .failed(let page, let failure): note(problem(of: failure), of: page)
        case .crashed(let page):
            let address = page.view.committedURI
            let place = address.flatMap { WebAddress($0) }?.place ?? ""
            note(DrivenPageProblem(.crashed, at: address, PageProblem(crashed: place).heading + "."), of: page)
        case .refused(let page, let reason): note(DrivenPageProblem(.refused, at: nil, reason), of: page)
        case .denied(let page, let address):
            let reason = PageProblem(denied: address, entry: nil, list: nil)
            note(DrivenPageProblem(.denied, at: address.text, reason.heading + "."), of: page)
        // Nobody is there to allow a frame of another site.
        case .framed: break
        }
    }

    private func finish() {
        hasEnded = true
        end.take()?.resume()
    }
}

extension DrivenBrowser: AutomationTarget {
    package func viewForAutomation() -> WebView? {
        guard !hasEnded, let page = browser.pages.openDriven() else { return nil }
        if let start = start.take() {
            windows.first { $0.page === page }?.wanted = start
            browser.pages.load(start, in: page)
        }
        return page.view
    }

    package func automationDidEnd() { close() }
}
