// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Icons of wallets: fetched when the wallet is pinned, and unchanged from then on.
///
/// Against a real server with TLS.
@Suite(.timeLimit(.minutes(2))) final class WalletIconKeepingTests {
    private let site: SecureSite
    private let folders: ProfileFolders
    private let root: URL
    private let id = "example-wallet"

    init() throws {
        site = try SecureSite()
        root = FileManager.default.temporaryDirectory.appendingPathComponent("icons-\(UUID().uuidString)")
        folders = ProfileFolders(root: root)
        try list(icon: "\(site.origin)/icon.png")
        try site.serve("code.js", "window.selector.ready({});")
        try site.serve("icon.png", Pictures.png, type: "image/png")
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // Nothing was stored.
        }
    }

    private func list(icon: String, _ changes: [ExactText: JSONValue?] = [:]) throws {
        let fields: [ExactText: JSONValue?] = ["executor": .string("\(site.origin)/code.js"), "icon": .string(icon)]
        try site.serve(manifest: [ManifestEntry.make(fields.merging(changes) { $1 })])
    }

    private func library() throws -> WalletLibrary {
        WalletLibrary(
            folders: folders, lists: site.lists, environment: site.environment)
    }

    private func shown() throws -> String? {
        try #require(try WalletCatalog(packaged: [], local: [], library: library()).entry(id)).icon
    }

    private func stored() throws -> WalletLock.Icon? { try library().lock().wallets[id]?.pinned.icon }

    @Test func aListedWalletHasNoIconAndAPinnedOneItsOwn() async throws {
        try await library().fetchLists()
        #expect(try shown() == nil)
        let pin = try await library().pin(id)
        let icon = try #require(pin.icon)
        #expect(icon.size == Pictures.png.count)
        #expect(icon.type == "image/png")
        #expect(try shown() == WalletIconAddress.address(of: #require(icon.sha256)))
        site.stop()
        #expect(try library().iconBytes(icon) == Pictures.png)
        let status = try #require(try library().statuses().first { $0.id == id })
        let words = WalletText.lines(status).joined(separator: "\n")
        #expect(words.contains("Icon         stored, \(Pictures.png.count) bytes"))
    }

    @Test func whatIsNoPictureLeavesALetterAndAReason() async throws {
        let huge = [UInt8](repeating: 0x20, count: WalletIcon.sizeLimit + 1)
        let answers: [(bytes: [UInt8], type: String, status: String, reason: String)] = [
            (huge, "image/png", "200 OK", "larger than 262144 bytes"),
            ([UInt8]("<!DOCTYPE html>".utf8), "text/html", "200 OK", "in place of a picture"),
            ([UInt8]("<!DOCTYPE html>".utf8), "image/png", "200 OK", "not a PNG"),
            (Pictures.png, "image/png", "404 Not Found", "status 404"),
            (Pictures.png(width: 60_000, height: 60_000), "image/png", "200 OK", "60000 × 60000"),
        ]
        for answer in answers {
            try site.serve("icon.png", answer.bytes, type: answer.type, status: answer.status)
            let pin = try await library().pin(id)
            #expect(pin.icon?.sha256 == nil)
            #expect(pin.icon?.problem?.contains(answer.reason) == true, "\(pin.icon?.problem ?? "")")
            #expect(try shown() == nil)
            try await library().remove(id)
        }
    }

    @Test func noOtherServerHearsOfIt() async throws {
        let bell = try Doorbell()
        try site.serve(
            "icon.png", "", type: "image/png", status: "302 Found", headers: ["Location: \(bell.origin)/seen.png"])
        let pin = try await library().pin(id)
        #expect(pin.icon?.problem?.contains("another site") == true, "\(pin.icon?.problem ?? "")")
        #expect(!bell.hasRung())
        try site.serve("moved.png", Pictures.png, type: "image/png")
        try site.serve("icon.png", "", type: "image/png", status: "302 Found", headers: ["Location: /moved.png"])
        _ = try await library().checkForUpdates()
        #expect(try stored()?.sha256 == ContentHash.sha256(Pictures.png).hex, "within its site it may move")
    }

    @Test func whatTheServerShowsLaterIsNotShown() async throws {
        try await library().pin(id)
        try site.serve("icon.png", Pictures.svg, type: "image/svg+xml")
        guard case .unchanged = try #require(try await library().checkForUpdates().first).outcome else {
            Issue.record("a picture alone is no new version")
            return
        }
        #expect(try stored()?.type == "image/png")
        try list(icon: "\(site.origin)/icon.png", ["version": "9.0.0"])
        _ = try await library().checkForUpdates()
        #expect(try stored()?.type == "image/png", "an offer changes nothing")
        try await library().pin(id)
        #expect(try stored()?.type == "image/svg+xml")
    }

    @Test func aNewVersionKeepsThePictureThatItsServerDoesNotGive() async throws {
        try await library().pin(id)
        try site.serve("icon.png", "", type: "image/png", status: "503 Service Unavailable")
        try list(icon: "\(site.origin)/icon.png", ["version": "9.0.0"])
        _ = try await library().checkForUpdates()
        try await library().pin(id)
        let icon = try #require(try stored())
        #expect(try library().iconBytes(icon) == Pictures.png)
    }

    @Test func anAlteredIconIsNotShown() async throws {
        let icon = try #require(try await library().pin(id).icon)
        let file = try library().objects.folder.appendingPathComponent(#require(icon.sha256))
        try Data(Pictures.svg.utf8).write(to: file)
        #expect(try library().iconBytes(icon) == nil)
    }

    @Test func aForgottenWalletsIconIsGone() async throws {
        let icon = try #require(try await library().pin(id).icon)
        try await library().remove(id)
        let file = try library().objects.folder.appendingPathComponent(#require(icon.sha256))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func aLockWithoutIconsIsReadAndGetsThem() async throws {
        _ = try await library().pin(id)
        let file = folders.data.appendingPathComponent("wallets.lock")
        let json = try JSONValue.parse([UInt8](Data(contentsOf: file)))
        var wallet = try #require(json["wallets"]?[id]?["accepted"]?.objectValue)
        wallet["icon"] = nil
        let old: JSONValue = ["schema": 1, "wallets": .object([ExactText(id): ["accepted": .object(wallet)]])]
        try Data(old.bytes).write(to: file)
        #expect(try shown() == nil)
        _ = try await library().checkForUpdates()
        #expect(try shown() != nil)
    }
}
