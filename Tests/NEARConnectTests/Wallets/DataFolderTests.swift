// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Logging
import TestSupport
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// Files that other programs put in place of a profile's files: none blocks, and no link is followed.
@Suite(.timeLimit(.minutes(1))) final class DataFolderTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
    private var folders: ProfileFolders { ProfileFolders(root: root) }
    private var library: WalletLibrary { WalletLibrary(folders: folders, environment: [:]) }

    init() throws {
        try folders.create()
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // The temporary folder is emptied by the system.
        }
    }

    /// Puts a pipe, a link to the right content and an oversize file there, and looks each time.
    private func replace(_ url: URL, with content: [UInt8], limit: Int, _ look: (_ what: String) -> Void) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        #expect(mkfifo(url.path, 0o600) == 0)
        look("pipe")
        try manager.removeItem(at: url)
        let other = root.appendingPathComponent("other")
        try Data(content).write(to: other)
        try manager.createSymbolicLink(at: url, withDestinationURL: other)
        look("link")
        try manager.removeItem(at: url)
        #expect(manager.createFile(atPath: url.path, contents: nil))
        #expect(truncate(url.path, off_t(limit + 1)) == 0)
        look("large")
        try manager.removeItem(at: url)
    }

    @Test func keptCode() throws {
        let content = [UInt8]("window.selector.ready({});".utf8)
        let objects = library.objects
        let name = try objects.store(content)
        try FileManager.default.removeItem(at: objects.folder.appendingPathComponent(name))
        try replace(objects.folder.appendingPathComponent(name), with: content, limit: 1000) { what in
            #expect(!objects.has(name, limit: 1000), "\(what)")
            #expect(throws: WalletObjectError.self, "\(what)") { try objects.content(name, limit: 1000) }
        }
        #expect(try objects.store(content) == name)
        #expect(objects.has(name, limit: 1000))
    }

    @Test func theLock() throws {
        let url = folders.data.appendingPathComponent("wallets.lock")
        let content = [UInt8](#"{"schema":1,"wallets":{}}"#.utf8)
        try replace(url, with: content, limit: WalletLockFile.sizeLimit) { what in
            let error = #expect(throws: WalletError.self, "\(what)") { try library.lock() }
            #expect(error?.code == "storage", "\(what)")
            #expect(error?.description.contains(url.path) == true, "\(what)")
        }
        #expect(try library.lock() == WalletLock())
    }

    @Test func theKeptList() throws {
        let source = try #require(URL(string: "https://lists.example/manifest.json"))
        let list = WalletList(source)
        let manifest = try WalletManifest(ManifestEntry.make(), from: .remote, place: "")
        try WalletListing.store([manifest], of: list, source: source, in: folders.cache)
        let url = WalletListing.file(of: list, in: folders.cache)
        let content = [UInt8](try Data(contentsOf: url))
        #expect(WalletListing(of: [list], in: folders.cache).wallets.count == 1)
        try FileManager.default.removeItem(at: url)
        try replace(url, with: content, limit: WalletManifestList.sizeLimit(.remote)) { what in
            #expect(WalletListing(of: [list], in: folders.cache).wallets.isEmpty, "\(what)")
        }
    }

    @Test func theAccountAndTheAnswersAboutLinks() throws {
        let account = NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "w")
        let store = AccountStore(folder: folders.data)
        try store.save(AccountStore.Record(network: "testnet", account: account))
        let file = folders.data.appendingPathComponent("account.json")
        var content = [UInt8](try Data(contentsOf: file))
        try FileManager.default.removeItem(at: file)
        try replace(file, with: content, limit: RegularFile.documentLimit) { what in
            let error = #expect(throws: NEARError.self, "\(what)") { try store.load(network: "testnet") }
            #expect(error?.errorDescription?.contains("move it away") == (what != "link"), "\(error as Any)")
        }
        let links = RememberedLinks(folders: folders)
        try links.remember(.init(walletId: "w", walletName: "W", scheme: "w", since: Date(timeIntervalSince1970: 0)))
        let answers = folders.data.appendingPathComponent("links.json")
        content = [UInt8](try Data(contentsOf: answers))
        try FileManager.default.removeItem(at: answers)
        try replace(answers, with: content, limit: RegularFile.documentLimit) { what in
            #expect(!links.allows(walletId: "w", scheme: "w"), "\(what)")
        }
        let graphics = GraphicsMemory(file: folders.state.appendingPathComponent("graphics.json"))
        try replace(
            folders.state.appendingPathComponent("graphics.json"), with: [UInt8]("{}".utf8),
            limit: RegularFile.documentLimit
        ) { what in #expect(graphics.verdict() == nil, "\(what)") }
    }

    @Test @MainActor func theConnector() throws {
        let file = root.appendingPathComponent("connector.js")
        try replace(file, with: [0x20], limit: ConnectorLoader.sizeLimit) { what in
            let loader = ConnectorLoader(
                .file(file), cache: nil, environment: [:], logger: Logger(label: "test"))
            do throws(ConnectorLoader.LoadError) {
                _ = try loader.reference()
                #expect(what == "link", "a name that a user gave may be one")
            } catch {
                #expect(what != "link", "\(error)")
            }
        }
        let integrity = ContentHash(.sha384, of: [0x20])
        let kept = folders.cache.appendingPathComponent("connector/sha384-\(integrity.hex).js")
        let address = try #require(URL(string: "https://connector.example/c.js"))
        try replace(kept, with: [0x20], limit: ConnectorLoader.sizeLimit) { what in
            let loader = ConnectorLoader(
                .url(address, integrity: integrity.integrity), cache: folders.cache, environment: [:],
                logger: Logger(label: "test"))
            #expect(!loader.isAtHand, "\(what)")
        }
    }
}
