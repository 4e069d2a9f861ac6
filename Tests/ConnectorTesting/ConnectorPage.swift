// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import NEARPrimitives
public import WebKitGTK

/// A page with a connector and nothing of the bridge.
///
/// It has the bridge page's policy and origin, an import map, and one module of the fixtures, which the page has as
/// `module`.
@MainActor
public final class ConnectorPage {
    /// The reasons why a page can't be used.
    public enum LoadError: Error, Equatable {
        /// The bridge page's policy isn't where it was.
        case noPolicy
        /// The module, or something that it imports, could not be loaded.
        case notLoaded(String)
    }

    /// The page.
    ///
    /// It is in no window.
    public let view: WebView
    /// The windows that the page has opened and that are still open.
    public private(set) var popups: [WebView] = []
    /// Addresses of other programs that the page asked to open, in order.
    public private(set) var links: [String] = []

    private let context: WebContext
    private let source: TestedConnector
    private let module: String
    private let files: FixtureFiles
    private var load = 0
    private var loading: CheckedContinuation<Void, any Error>?
    private let delegate = ConnectorPageDelegate()

    /// - Parameters:
    ///   - source: The connector.
    ///   - module: The path of the module under `Fixtures/`.
    public init(_ source: TestedConnector, module: String) {
        self.source = source
        self.module = module
        if case .file(let url) = source {
            files = FixtureFiles(bundle: url.deletingLastPathComponent())
        } else {
            files = FixtureFiles(bundle: nil)
        }
        context = WebContext(storage: .ephemeral)
        view = WebView(context: context, contentManager: UserContentManager())
        view.delegate = delegate
        delegate.page = self
        context.register(scheme: "near-connect") { [files] request in
            guard let file = try? files.file(request.uri), let data = try? Data(contentsOf: file) else {
                return request.fail("no such file: \(request.uri)")
            }
            let type = FixtureFiles.contentType(file)
            let headers = [("Access-Control-Allow-Origin", "*"), ("Content-Type", type)]
            request.finish(.init(contentType: type, headers: headers, body: [UInt8](data)))
        }
    }

    /// Reloads the page; what it has stored stays.
    ///
    /// - Throws: ``LoadError``, or what the file system says.
    public func reload() async throws {
        load += 1
        let html = try html()
        popups = []
        try await withCheckedThrowingContinuation { continuation in
            loading = continuation
            view.load(html: html, baseURI: "https://near-connect-bridge.local/")
        }
    }

    private func html() throws -> String {
        let nonce = UUID().uuidString.replacing("-", with: "")
        let bridge = try PackagedFile.text("Bridge/near-connect-bridge.html")
        let policies = bridge.matches(of: /<meta http-equiv="Content-Security-Policy" content="[^"]*">/).map(\.output)
        guard !policies.isEmpty else { throw LoadError.noPolicy }
        return """
            <!DOCTYPE html>
            <meta charset="utf-8">
            \(policies.joined(separator: "\n").replacing("{{cspNonce}}", with: nonce))
            <meta name="color-scheme" content="light dark">
            <title>loading</title>
            <script type="importmap" nonce="\(nonce)">{"imports":{"@hot-labs/near-connect":"\(source.address)"}}</script>
            <script type="application/json" id="link-schemes" nonce="\(nonce)">\(LinkSchemes.json.text)</script>
            <body></body>
            <script type="module" nonce="\(nonce)">
            import("near-connect://bridge/Fixtures/\(module)").then(
              (module) => { window.module = module; document.title = "loaded \(load)"; },
              (error) => { document.title = "failed \(load): " + error.message; });
            </script>
            """
    }

    /// Closes the windows that the page has opened; the page sees `closed`.
    public func closePopups() {
        popups = []
    }

    /// The page asks for a window, or for another program.
    func popup(for address: String) -> WebView? {
        guard ["http", "https", "about"].contains(URL(string: address)?.scheme) else {
            links.append(address)
            return nil
        }
        let popup = WebView(relatedTo: view)
        popup.delegate = delegate
        popups.append(popup)
        return popup
    }

    /// A window closes itself.
    func close(_ popup: WebView) {
        popups.removeAll { $0 === popup }
    }

    /// The title says how far a load has come.
    func titleChanged() {
        guard let loading, let title = view.title else { return }
        if title == "loaded \(load)" {
            self.loading = nil
            loading.resume()
        } else if title.hasPrefix("failed \(load): ") {
            fail(title)
        }
    }

    /// The page can't be loaded any more.
    func fail(_ reason: String) {
        loading?.resume(throwing: LoadError.notLoaded(reason))
        loading = nil
    }
}
