// SPDX-License-Identifier: MIT

import Logging
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A site of a dApp on loopback, and views that show it.
@MainActor
final class DAppScene {
    /// A document without scripts.
    static let blank = WalletSite.Page("<!doctype html><title>dApp</title><body></body>")

    let site: WalletSite
    let pages: DAppPages
    /// The requests of pages, as the host read them.
    private(set) var requests: [(asker: DAppAsker, request: DAppRequest)] = []
    /// Errors of requests that could not be read.
    private(set) var errors: [DAppError] = []
    /// Answers the requests; none are permitted at first.
    var answer: (DAppAsker, DAppRequest) async throws(DAppError) -> DAppAnswer = { _, request in
        .accounts([], mark: 0)
    }

    /// - Parameters:
    ///   - documents: The site's pages.
    ///   - logger: Hears what was refused.
    init(_ documents: [String: WalletSite.Page], logger: Logger = Logger(label: "test")) async throws {
        site = try await WalletSite.start(documents)
        pages = try DAppPages(
            storage: .ephemeral, isSandboxed: false,
            provider: ProviderConfiguration(features: ["signMessage", "testnet"]),
            origin: .standard, logger: logger)
        pages.relay.onRequest = { [weak self] asker, text, _ throws(DAppError) in
            guard let self else { throw .revoked }
            let request: DAppRequest
            do throws(DAppError) {
                request = try DAppRequest(text)
            } catch {
                self.errors.append(error)
                throw error
            }
            self.requests.append((asker, request))
            return .later { [answer = self.answer] () async throws(DAppError) in try await answer(asker, request) }
        }
    }

    /// Opens a page of the site and waits until it is shown.
    func open(_ path: String) async throws -> DAppPage { try await pages.show(site.origin + path) }

    func stop() async {
        for page in pages.pages { pages.close(page) }
        await site.stop()
    }
}
