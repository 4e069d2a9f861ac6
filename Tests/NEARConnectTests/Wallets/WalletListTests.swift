// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// Remote lists: merged by id, fetched from their mirrors, and cached each for itself, against a real server with TLS.
@Suite(.timeLimit(.minutes(2))) final class WalletListTests {
    private let site: SecureSite
    private let folders: ProfileFolders
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("lists-\(UUID().uuidString)")

    init() throws {
        site = try SecureSite()
        folders = ProfileFolders(root: root)
        try site.serve("code.js", "window.selector.ready({});")
        try list("one.json", ["a", "b"])
        try list("two.json", ["B", "c"])
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // Nothing was cached.
        }
    }

    private func list(_ path: String, _ ids: [String]) throws {
        let code = try site.url("code.js").absoluteString
        try site.serve(
            manifest: ids.map {
                ManifestEntry.make([
                    "id": .string($0), "name": .string("\($0) of \(path)"), "executor": .string(code),
                ])
            }, at: path)
    }

    private func library(_ lists: [WalletList]) -> WalletLibrary {
        WalletLibrary(folders: folders, lists: lists, environment: site.environment)
    }

    private func library(_ paths: String...) throws -> WalletLibrary {
        library(try paths.map { WalletList(try site.url($0)) })
    }

    private func names(_ library: WalletLibrary) -> [String] { library.listing().wallets.map(\.name) }

    @Test func theListOfThePublicWalletsHasTwoAddresses() {
        #expect(
            WalletList.nearConnect.addresses.map(\.absoluteString) == [
                "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json",
                "https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json",
            ])
        #expect(WalletLibrary(folders: folders).lists == [.nearConnect])
        #expect(NEARWalletConfiguration().walletLists == [.nearConnect])
    }

    @Test func listsAreMergedAndTheFirstOneHasAnId() async throws {
        let both = try library("one.json", "two.json")
        #expect(try await both.fetchLists().unavailable.isEmpty)
        #expect(names(both) == ["a of one.json", "b of one.json", "c of two.json"])
        let turned = try library("two.json", "one.json")
        #expect(names(turned) == ["B of two.json", "c of two.json", "a of one.json"])
        #expect(try await both.pin("c").source == (try site.url("two.json").absoluteString))
        #expect(try await both.pin("a").source == (try site.url("one.json").absoluteString))
    }

    @Test func aKeptListCountsOnlyWhereItIsAskedFor() async throws {
        try await library("one.json").fetchLists()
        #expect(names(try library("two.json")).isEmpty)
        #expect(names(WalletLibrary(folders: folders)).isEmpty)
        try await library("two.json").fetchLists()
        #expect(names(try library("one.json")).count == 2)
        // Also when a file gets another list's name.
        let (one, two) = (WalletList(try site.url("one.json")), WalletList(try site.url("two.json")))
        let file = WalletListing.file(of: two, in: folders.cache)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(at: WalletListing.file(of: one, in: folders.cache), to: file)
        #expect(names(library([two])).isEmpty)
    }

    @Test func aMirrorIsAskedWhereTheFirstAddressHasNone() async throws {
        try site.serve("broken.json", "<html>", type: "text/html")
        try list("empty.json", [])
        try site.serve(manifest: [["id": "x"]], at: "faulty.json")
        let bad = try ["missing.json", "broken.json", "empty.json", "faulty.json"].map(site.url)
        let mirrored = WalletList(bad[0], mirrors: try bad.dropFirst() + [site.url("one.json"), site.url("two.json")])
        #expect(try await library([mirrored]).fetchLists().unavailable.isEmpty)
        #expect(names(library([mirrored])) == ["a of one.json", "b of one.json"])
        #expect(library([mirrored]).listing().entry("a")?.source == (try site.url("one.json").absoluteString))
    }

    @Test(
        arguments: [([], "it names no wallet"), ([["id": "a", "name": 7]], "none of its entries can be used (a: ")]
            as [([JSONValue], String)])
    func aListWithoutAUsableWalletEmptiesNothing(wallets: [JSONValue], says: String) async throws {
        let library = try library("one.json")
        try await library.fetchLists()
        try site.serve(manifest: wallets, at: "one.json")
        let error = await #expect(throws: WalletError.self) { try await library.fetchLists() }
        #expect(error?.code == "list-unavailable")
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        #expect(names(library).count == 2)
    }

    @Test func aListThatCannotBeHadKeepsNoOtherBack() async throws {
        let both = try library("one.json", "two.json")
        try await both.fetchLists()
        try site.serve("one.json", "", type: "text/plain", status: "404 Not Found")
        try list("two.json", ["c", "d"])
        let news = try await both.fetchLists()
        #expect(news.unavailable.count == 1)
        #expect(news.unavailable.first?.contains("status 404") == true)
        #expect(both.listing().wallets.map(\.id) == ["a", "b", "c", "d"])
    }
}
