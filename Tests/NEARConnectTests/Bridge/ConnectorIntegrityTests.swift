// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// WebKit's own check of the hash in the bridge page's import map, below the host's checks.
///
/// The scheme serves whatever these tests put there.
final class ConnectorIntegrityTests: MainLoopTestCase {
    /// Lets the page be loaded.
    @MainActor
    private final class Permit: WebViewDelegate {
        func webView(_ view: WebView, allows request: NavigationRequest) -> Bool { true }
        func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? { nil }
        func webView(_ view: WebView, asks question: PageQuestion) {}
        func webView(_ view: WebView, processEnded reason: WebProcessEnd) {}
        func webViewDidCommit(_ view: WebView) {}
        func webViewDidFinishLoading(_ view: WebView) {}
        func webViewDidUpdate(_ view: WebView) {}
        func webViewIsReadyToShow(_ view: WebView) {}
        func webViewWantsToClose(_ view: WebView) {}
    }

    private static let address = "\(InternalScheme.name)://connector/connector.js"
    private static let bridge = "\(InternalScheme.name)://bridge/"

    /// The bridge page over a scheme without any checks: `code` as the connector, the packaged files as they are.
    @MainActor
    private static func load(_ code: String, integrity: String?) async throws -> (state: String, altered: String) {
        let context = WebContext(storage: .ephemeral)
        let view = WebView(context: context, contentManager: UserContentManager())
        let permit = Permit()
        view.delegate = permit
        context.register(scheme: InternalScheme.name) { request in
            do {
                let body =
                    try request.uri == address
                    ? [UInt8](code.utf8)
                    : [UInt8](Data(contentsOf: PackagedFile.url(String(request.uri.dropFirst(bridge.count)))))
                let type = request.uri.hasSuffix(".css") ? "text/css" : "text/javascript"
                request.finish(
                    .init(contentType: type, headers: [("Access-Control-Allow-Origin", "*")], body: body))
            } catch {
                request.fail("\(error)")
            }
        }
        let configuration = BridgePage.Configuration(
            network: "testnet", providers: [:], manifest: ["version": "1", "wallets": []], hostWallets: [],
            theme: "light")
        let page = try BridgePage(
            configuration, connector: ConnectorLoader.Reference(address: address, integrity: integrity))
        view.load(html: page.html, baseURI: BridgeOrigin.standard.baseURI)
        var state = "loading"
        await waitUntil("the page's module") { view.title == "near-connect" && !view.isLoading }
        while state == "loading" {
            await MainLoop.turn()
            state = try await view.call("return document.body.dataset.state")
        }
        let altered = try await view.call("return String(globalThis.altered)")
        return withExtendedLifetime(permit) { (state, altered) }
    }

    func testOtherBytesAtTheAddressOfTheMapsHashAreNotRun() throws {
        try run {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Fixtures/plain-connector.js")
            let genuine = try String(contentsOf: file, encoding: .utf8)
            let hash = ContentHash(.sha384, of: [UInt8](genuine.utf8)).integrity
            let altered = "\(genuine)\nglobalThis.altered = true;\n"
            let expected = try await Self.load(genuine, integrity: hash)
            XCTAssertEqual(expected.state, "ready")
            let refused = try await Self.load(altered, integrity: hash)
            XCTAssertEqual(refused.state, "failed")
            XCTAssertEqual(refused.altered, "undefined", "the other code ran")
            // Without a hash it runs: it is the import map that keeps it out.
            let taken = try await Self.load(altered, integrity: nil)
            XCTAssertEqual(taken.state, "ready")
            XCTAssertEqual(taken.altered, "true")
        }
    }
}
