// SPDX-License-Identifier: MIT

import Foundation
import InMemoryLogging
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Pins stay as they are: beside ids in another case, beside local wallets, and after removals.
@Suite(.timeLimit(.minutes(2))) struct WalletPinningTests {
    private let id = "example-wallet"

    // MARK: Ids that differ in their case

    @Test func aListThatWritesAnIdInAnotherCaseDoesNotTakeAPinnedWalletsPlace() async throws {
        let profile = try WalletProfile(["meteor"])
        let pin = try await profile.library.pin("meteor")
        try profile.serve(["Meteor", "other-wallet"])
        try await profile.library.fetchLists()
        let catalog = try profile.catalog()
        #expect(catalog.entry("meteor")?.code == .pinned(sha256: pin.executor.sha256))
        #expect(catalog.entries.map(\.manifest.id) == ["other-wallet", "meteor"])
        #expect(catalog.refused.map(\.wallet) == ["Meteor"])
        #expect(catalog.refused.first?.reason.contains("“meteor”, which is pinned") == true)
        #expect(
            try profile.library.statuses().filter { $0.state != .packaged }.map(\.id) == ["other-wallet", "meteor"])
        await #expect(throws: WalletError.misnamed(id: "Meteor", meant: "meteor")) {
            try await profile.library.pin("Meteor")
        }
        #expect(try profile.library.lock().wallets.keys.sorted() == ["meteor"])
    }

    @Test func aDamagedWalletsPlaceIsNotTakenEither() async throws {
        let profile = try WalletProfile()
        let pin = try await profile.library.pin(id)
        try Data("{}".utf8).write(to: profile.library.objects.folder.appendingPathComponent(pin.manifestSHA256))
        try profile.serve(["Example-Wallet"])
        try await profile.library.fetchLists()
        var catalog = try profile.catalog()
        #expect(catalog.entries.isEmpty)
        let manifest = try WalletManifest(profile.entry(["id": "EXAMPLE-wallet"]), from: .remote, place: "")
        #expect(catalog.append([WalletCatalog.Entry(manifest: manifest, code: .listed(source: "x"))]).isEmpty)
        #expect(catalog.entries.isEmpty)
    }

    @Test func whatIsAppendedIsWhatIsOffered() throws {
        let profile = try WalletProfile()
        var catalog = try profile.catalog()
        let entries = try ["one", "ONE", "two"].map {
            WalletCatalog.Entry(
                manifest: try WalletManifest(profile.entry(["id": .string($0)]), from: .remote, place: ""),
                code: .listed(source: "x"))
        }
        #expect(catalog.append(entries).map(\.manifest.id) == ["one", "two"])
    }

    // MARK: Wallets that the program brings

    @Test func aBroughtWalletDoesNotReplaceAPinnedOneOfAList() async throws {
        let profile = try WalletProfile()
        let pin = try await profile.library.pin(id)
        try profile.site.serve("code.js", "mine();")
        let local = try WalletManifest(profile.entry(["name": "Mine"]), from: .local, place: "")
        let own = try await profile.library.pin(local, source: WalletLock.localSource)
        #expect(own.executor.sha256 != pin.executor.sha256)
        // With the file and without it, each run has its own.
        #expect(try profile.catalog(local: [local]).entry(id)?.code == .pinned(sha256: own.executor.sha256))
        #expect(try profile.catalog().entry(id)?.code == .pinned(sha256: pin.executor.sha256))
        #expect(try profile.library.lock().wallets[id]?.pinned == pin)
        #expect(
            try profile.library.executor(of: id, sha256: own.executor.sha256, from: .local) == [UInt8]("mine();".utf8))
        #expect(
            try profile.library.executor(of: id, sha256: pin.executor.sha256) == [UInt8](WalletProfile.code.utf8))
        // What is cleaned away for the one leaves the other.
        try profile.site.serve("code.js", "new();")
        _ = try await profile.library.checkForUpdates()
        try await profile.library.pin(id)
        #expect(try profile.catalog(local: [local]).entry(id)?.code == .pinned(sha256: own.executor.sha256))
        _ = try profile.library.executor(of: id, sha256: own.executor.sha256, from: .local)
        try await profile.library.remove(id)
        #expect(try profile.library.lock().local.isEmpty)
        #expect(try profile.names(under: "wallets").isEmpty)
    }

    @Test func anUpdateOfABroughtWalletIsRefusedInWordsAndTakesNoListsWallet() async throws {
        let profile = try WalletProfile()
        let local = try WalletManifest(profile.entry(["id": "mine", "name": "Mine"]), from: .local, place: "")
        let pin = try await profile.library.pin(local, source: WalletLock.localSource)
        guard case .failed(.local(id: "mine"))? = try await profile.library.checkForUpdates(of: ["mine"]).first?.outcome
        else {
            Issue.record("it was compared with a list")
            return
        }
        await #expect(throws: WalletError.local(id: "mine")) { try await profile.library.pin("mine") }
        try profile.serve(["mine"])
        guard case .failed(.local(id: "mine"))? = try await profile.library.checkForUpdates(of: ["mine"]).first?.outcome
        else {
            Issue.record("the list's wallet was pinned")
            return
        }
        #expect(try profile.library.lock().local["mine"]?.pinned == pin)
        #expect(try profile.library.lock().wallets.isEmpty)
        #expect(try profile.library.status(of: "mine").state == .listed)
    }

    @Test func aBroughtWalletOfAnOlderLockFindsItsPlace() async throws {
        let profile = try WalletProfile()
        let pin = try await profile.library.pin(id)
        let text = try String(contentsOf: profile.lockFile, encoding: .utf8)
        try profile.write(lock: text.replacing(pin.source, with: WalletLock.localSource))
        let lock = try profile.library.lock()
        #expect(lock.wallets.isEmpty)
        #expect(lock.local[id]?.pinned.executor == pin.executor)
    }

    // MARK: What happens by itself

    @Test func aLookAtARemovedWalletDoesNotAgreeToIt() async throws {
        let profile = try WalletProfile()
        try await profile.library.pin(id)
        try await profile.library.remove(id)
        let update = try #require(try await profile.library.checkForUpdates(of: [id], pinsNamed: false).first)
        guard case .failed(.pinRequired) = update.outcome else {
            Issue.record("\(update.outcome)")
            return
        }
        #expect(try profile.library.lock().wallets.isEmpty)
        // A user who names it does.
        guard case .pinned? = try await profile.library.checkForUpdates(of: [id]).first?.outcome else {
            Issue.record("it was not pinned")
            return
        }
    }

    // MARK: Cleaning

    @Test func whatCannotBeRemovedIsLoggedAndInNobodysWay() async throws {
        let profile = try WalletProfile()
        let log = InMemoryLogHandler()
        let library = WalletLibrary(
            folders: profile.folders, lists: [WalletList(try profile.site.url("manifest.json"))],
            environment: profile.site.environment, logger: Logger(label: "test") { _ in log })
        try await library.pin(id)
        // A folder can't be unlinked, even by root.
        let stray = library.objects.folder.appendingPathComponent(String(repeating: "a", count: 64))
        try FileManager.default.createDirectory(at: stray, withIntermediateDirectories: false)
        let leftover = library.objects.folder.appendingPathComponent(
            ".\(String(repeating: "b", count: 64)).\(UUID().uuidString).tmp")
        try Data().write(to: leftover)
        let stranger = library.objects.folder.appendingPathComponent(".notes.tmp")
        try Data().write(to: stranger)
        try profile.site.serve("code.js", "other();")
        _ = try await library.checkForUpdates()
        let pin = try await library.pin(id)
        #expect(try library.lock().wallets[id]?.pinned == pin)
        #expect(FileManager.default.fileExists(atPath: stray.path))
        #expect(!FileManager.default.fileExists(atPath: leftover.path))
        #expect(FileManager.default.fileExists(atPath: stranger.path))
        #expect(log.entries.contains { $0.level == .warning && "\($0.metadata["reason"] ?? "")".contains(stray.path) })
    }

    // MARK: Damaged wallets

    @Test func anUpdateOfADamagedWalletIsShownAndCanBePinned() async throws {
        let profile = try WalletProfile()
        let pin = try await profile.library.pin(id)
        let objects = try profile.library.objects
        try Data("{}".utf8).write(to: objects.folder.appendingPathComponent(pin.manifestSHA256))
        try profile.serve([id], ["version": "1.1.0"])
        guard case .offered(_, let difference)? = try await profile.library.checkForUpdates().first?.outcome else {
            Issue.record("nothing was offered")
            return
        }
        #expect(difference.items.first?.kind == .unreadable)
        #expect(difference.addsPermissions)
        #expect(difference.items.contains { $0.text == "may open https://wallet.example" })
        let waiting = WalletUpdate.waiting(in: try profile.library.statuses())
        #expect(waiting.map(\.id) == [id])
        #expect(waiting.first?.difference == difference)
        try await profile.library.pin(id, expecting: waiting.first?.offered)
        #expect(try profile.library.status(of: id).state == .pinned)
    }

    @Test func anOfferWhoseCodeIsDamagedIsNotPinned() async throws {
        let profile = try WalletProfile()
        let pin = try await profile.library.pin(id)
        try profile.site.serve("code.js", "other();")
        _ = try await profile.library.checkForUpdates()
        let offered = try #require(try profile.library.lock().wallets[id]?.offered)
        try FileManager.default.removeItem(
            at: profile.library.objects.folder.appendingPathComponent(offered.executor.sha256))
        let error = await #expect(throws: WalletError.self) { try await profile.library.pin(id) }
        #expect(error?.code == "altered")
        #expect(try profile.library.lock().wallets[id]?.pinned == pin)
    }
}
