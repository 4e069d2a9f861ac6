// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The places that read addresses agree: manifests, navigation, links that leave, the page's script, and WebKit itself.
final class AddressPlacesTests: MainLoopTestCase {
    /// The verdict on an address that a wallet asks for.
    private enum Verdict: String {
        case web, link, refused
    }

    /// The reading of an address by the page's script and by WebKit.
    private struct PageReading {
        let verdict: Verdict
        /// The text that the script would hand on.
        let text: String
        /// WebKit's own reading; `nil` where it takes the text for no address.
        let url: JSONValue?

        func field(_ name: String) -> String { url?[ExactText(name)]?.stringValue ?? "" }
        var isWeb: Bool { ["https:", "http:"].contains(field("protocol")) }
    }

    /// Asks a bridge page, with the rule that its configuration carries.
    @MainActor
    private static func read(_ pairs: [(entry: String, uri: String)], in view: WebView) async throws -> [PageReading] {
        let answer = try await view.call(
            """
            const { allowsScheme, parseURL, readAddress } = await import("near-connect://bridge/Connector/sandbox/address.js");
            const { mayOpen } = await import("near-connect://bridge/Connector/sandbox/permissions.js");
            const rule = JSON.parse(schemes);
            return JSON.stringify(JSON.parse(pairs).map(([entry, text]) => {
              const address = readAddress(text);
              const url = parseURL(text);
              const isCovered = address !== null && mayOpen([entry], address);
              const kind = !isCovered ? "refused" : address.page !== null ? "web" : allowsScheme(address.scheme, rule) ? "link" : "refused";
              const fields = ["protocol", "origin", "hostname", "port", "pathname", "username", "password", "href"];
              return { kind, text: address?.text ?? text, url: url && Object.fromEntries(fields.map((name) => [name, url[name]])) };
            }));
            """,
            arguments: [
                "pairs": JSONValue.array(pairs.map { .array([.string($0.entry), .string($0.uri)]) }).text,
                "schemes": LinkSchemes.json.text,
            ])
        return try XCTUnwrap(try JSONValue.parse(answer).arrayValue).map { value in
            let url = try XCTUnwrap(value["url"])
            return PageReading(
                verdict: try XCTUnwrap(value["kind"]?.stringValue.flatMap(Verdict.init)),
                text: try XCTUnwrap(value["text"]?.stringValue), url: url.objectValue == nil ? Optional.none : url)
        }
    }

    /// Returns what a manifest makes of an entry; `nil` where it is refused.
    private static func permissions(_ entry: String) -> OpenPermissions? {
        let json = ManifestEntry.make(["permissions": ["allowsOpen": [.string(entry)]]])
        do {
            return LinkWallet(try WalletManifest(json, from: .remote, place: "")).allowsOpen
        } catch {
            XCTAssertEqual(error.field, "permissions.allowsOpen[0]")
            return nil
        }
    }

    /// Decides natively about an address that a wallet's frame asks for.
    ///
    /// Windows on pages are opened by the page.
    private static func native(_ text: String, _ permissions: OpenPermissions) -> Verdict {
        let policy = NavigationPolicy(origin: .standard, returnScheme: "near-connect-return")
        let request = NavigationRequest(kind: .newWindow, uri: text, isUserGesture: false)
        if case .external = policy.decide(request, from: .walletFrame, permissions: permissions) { return .link }
        guard let address = WebAddress(text), address.isWeb, permissions.covers(address) else { return .refused }
        return .web
    }

    /// Runs `body` with a page that has the connector's modules.
    @MainActor
    private static func withPage(_ body: @MainActor (WebView) async throws -> Void) async throws {
        let environment = try await WalletTestEnvironment.start()
        try await environment.manager.ready()
        try await body(XCTUnwrap(environment.manager.coordinator?.view))
        try await environment.stop()
    }

    func testOneTableHoldsInEveryPlaceThatDecides() throws {
        try run {
            try await Self.withPage { view in
                let schemes = SchemeTable.links + SchemeTable.refused.filter { !$0.isEmpty }
                let rows = schemes.map {
                    (scheme: $0, uri: "\($0)://open/x", isAllowed: SchemeTable.links.contains($0))
                }
                let page = try await Self.read(rows.map { ("\($0.scheme)://", $0.uri) }, in: view)
                let policy = NavigationPolicy(origin: .standard)
                for (row, seen) in zip(rows, page) {
                    XCTAssertEqual(seen.verdict == .link, row.isAllowed, "the page: \(row)")
                    XCTAssertEqual((try? ExternalLink(row.uri)) != nil, row.isAllowed, "links that leave: \(row)")
                    XCTAssertEqual(Self.permissions("\(row.scheme)://") != nil, row.isAllowed, "manifests: \(row)")
                    for source in [NavigationPolicy.Source.popup, .bridge, .dApp] {
                        let request = NavigationRequest(kind: .newWindow, uri: row.uri, isUserGesture: true)
                        let verdict = policy.decide(request, from: source)
                        if case .external(let address, let mayRemember) = verdict {
                            XCTAssertTrue(row.isAllowed && !mayRemember, "navigation: \(row)")
                            XCTAssertEqual(address.text, row.uri)
                        } else {
                            XCTAssertFalse(row.isAllowed, "navigation: \(row)")
                        }
                    }
                    guard let permissions = Self.permissions("\(row.scheme)://") else { continue }
                    XCTAssertEqual(Self.native(row.uri, permissions), .link, "a wallet's frame: \(row)")
                }
            }
        }
    }

    func testThePageAndTheHostGiveTheSameVerdict() throws {
        try run {
            try await Self.withPage { view in
                let seed = UInt64.random(in: .min ... .max)
                var addresses = RandomAddress(seed: seed)
                var counts: [Verdict: Int] = [:]
                for _ in 0..<4 {
                    let pairs = (0..<2_000).map { _ in addresses.nextWithEntry() }
                    for (pair, seen) in zip(pairs, try await Self.read(pairs, in: view)) {
                        guard let permissions = Self.permissions(pair.entry) else { continue }
                        let what = "seed \(seed): \(pair), handed on as \(seen.text)"
                        XCTAssertEqual(Self.native(seen.text, permissions), seen.verdict, what)
                        // The host refuses every address that the page would change.
                        if Self.native(pair.uri, permissions) == .link { XCTAssertEqual(seen.verdict, .link, what) }
                        counts[seen.verdict, default: 0] += 1
                    }
                }
                for verdict in [Verdict.web, .link, .refused] {
                    XCTAssertGreaterThan(counts[verdict] ?? 0, 500, "too few to mean anything: \(counts)")
                }
            }
        }
    }

    func testWebAddressesAreReadAsWebKitReadsThem() throws {
        try run {
            try await Self.withPage { view in
                let seed = UInt64.random(in: .min ... .max)
                var addresses = RandomAddress(seed: seed)
                let texts = (0..<8_000).map { _ in addresses.next() }
                var (agreed, complete) = (0, 0)
                for (text, seen) in zip(texts, try await Self.read(texts.map { ("", $0) }, in: view)) {
                    let what = "seed \(seed): \(text)"
                    if let address = WebAddress(text), address.isWeb {
                        // WebKit alone knows which names in punycode are any; what it doesn't load harms nobody.
                        guard seen.url != nil else {
                            XCTAssertTrue(text.lowercased().contains("xn--"), what)
                            continue
                        }
                        XCTAssertEqual(address.origin, seen.field("origin"), what)
                        XCTAssertEqual("\(address.scheme):", seen.field("protocol"), what)
                        XCTAssertEqual(address.host, seen.field("hostname"), what)
                        XCTAssertEqual(address.port.map { "\($0)" } ?? "", seen.field("port"), what)
                        XCTAssertEqual(address.hasUser, seen.field("username") + seen.field("password") != "", what)
                        if address.isEntry, !address.path.isEmpty {
                            XCTAssertEqual(address.path, seen.field("pathname"), what)
                        }
                        agreed += 1
                    }
                    // WebKit's own spelling is read, if DNS has such names.
                    let host = seen.field("hostname")
                    let isName = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.[]:".contains($0)) }
                    guard seen.isWeb, isName, !host.hasPrefix("."), !host.contains("..") else { continue }
                    let address = WebAddress(seen.field("href"))
                    XCTAssertEqual(address?.origin, seen.field("origin"), what)
                    XCTAssertEqual(address?.path, seen.field("pathname"), what)
                    complete += 1
                }
                XCTAssertGreaterThan(agreed, 500)
                XCTAssertGreaterThan(complete, 1_000)
            }
        }
    }
}
