// SPDX-License-Identifier: MIT

import Foundation
import Logging
import Testing

@testable import NEARConnectCore

@Suite final class AccountStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
    private var file: URL { folder.appendingPathComponent("account.json") }
    private let old = AccountStore.Record(
        network: "testnet", account: NEARAccount(accountId: "old.testnet", publicKey: nil, walletId: "w"))
    private let new = AccountStore.Record(
        network: "testnet", account: NEARAccount(accountId: "new.testnet", publicKey: "ed25519:x", walletId: "v"))

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that saved nothing made no folder.
        }
    }

    /// The process dies here: nothing that comes after a step happens.
    private struct KilledError: Error {}

    private static let saveSteps = AtomicFile.Step.allCases.filter { $0 != .removed }

    private func load(_ network: String = "testnet") throws -> AccountStore.Loaded {
        try AccountStore(folder: folder).load(network: network)
    }

    /// The names in the folder besides the lock's file, which stays.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("account.lock") }
    }

    @Test(arguments: AccountStoreTests.saveSteps)
    private func aKillBetweenTwoStepsLeavesTheOldOrTheNewAccount(step: AtomicFile.Step) throws {
        try AccountStore(folder: folder).save(old)
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw KilledError() } })
        #expect(throws: NEARError.self) { try dying.save(new) }
        let isReplaced = [.renamed, .directorySynced].contains(step)
        #expect(try load() == .account(isReplaced ? new.account : old.account))
        // What the dead process left is gone after the load, and saving works.
        #expect(try files() == ["account.json"])
        try AccountStore(folder: folder).save(new)
        #expect(try load() == .account(new.account))
    }

    @Test(arguments: AccountStoreTests.saveSteps)
    private func aKillDuringTheFirstSaveLeavesNothingOrTheAccount(step: AtomicFile.Step) throws {
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw KilledError() } })
        #expect(throws: NEARError.self) { try dying.save(new) }
        let isThere = [.renamed, .directorySynced].contains(step)
        #expect(try load() == (isThere ? .account(new.account) : .nothing))
    }

    @Test(arguments: [AtomicFile.Step.removed, .directorySynced])
    private func aKillDuringTheRemovalOfTheLastAccountLeavesNothing(step: AtomicFile.Step) throws {
        try AccountStore(folder: folder).save(old)
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw KilledError() } })
        #expect(throws: NEARError.self) { try dying.clear(network: "testnet") }
        #expect(try load() == .nothing)
        #expect(try files() == [])
    }

    @Test(arguments: AccountStoreTests.saveSteps)
    private func aKillDuringTheRemovalOfOneOfTwoKeepsTheOther(step: AtomicFile.Step) throws {
        try AccountStore(folder: folder).save(old)
        try AccountStore(folder: folder).save(AccountStore.Record(network: "mainnet", account: new.account))
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw KilledError() } })
        #expect(throws: NEARError.self) { try dying.clear(network: "testnet") }
        let isRemoved = [.renamed, .directorySynced].contains(step)
        #expect(try load() == (isRemoved ? .nothing : .account(old.account)))
        #expect(try load("mainnet") == .account(new.account))
    }

    // MARK: Schema 1

    private func writeFirstSchema() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = #"{"account":{"accountId":"old.testnet","walletId":"w"},"network":"testnet","schema":1}"#
        try Data(text.utf8).write(to: file)
    }

    @Test func theFileOfTheFirstSchemaIsReadAndGrows() throws {
        try writeFirstSchema()
        #expect(try load() == .account(old.account))
        #expect(try load("mainnet") == .nothing)
        try AccountStore(folder: folder).save(AccountStore.Record(network: "mainnet", account: new.account))
        #expect(try load() == .account(old.account))
        #expect(try load("mainnet") == .account(new.account))
    }

    @Test(arguments: AccountStoreTests.saveSteps)
    private func aKillDuringTheChangeFromTheFirstSchemaLosesNothing(step: AtomicFile.Step) throws {
        try writeFirstSchema()
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw KilledError() } })
        let added = AccountStore.Record(network: "mainnet", account: new.account)
        #expect(throws: NEARError.self) { try dying.save(added) }
        #expect(try load() == .account(old.account))
        let isReplaced = [.renamed, .directorySynced].contains(step)
        #expect(try load("mainnet") == (isReplaced ? .account(new.account) : .nothing))
    }

    // MARK: Two processes

    @Test func accountsOfOtherNetworksStay() throws {
        try AccountStore(folder: folder).save(old)
        try AccountStore(folder: folder).save(AccountStore.Record(network: "mainnet", account: new.account))
        #expect(try load() == .account(old.account))
        try AccountStore(folder: folder).clear(network: "testnet")
        #expect(try load() == .nothing)
        #expect(try load("mainnet") == .account(new.account))
    }

    @Test func changesAtTheSameTimeAreNotLost() async throws {
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let account = NEARAccount(accountId: "a\(number).near", publicKey: nil, walletId: "w")
                    try AccountStore(folder: folder, patience: .seconds(60))
                        .save(AccountStore.Record(network: "net\(number)", account: account))
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<20 {
            guard case .account(let account) = try load("net\(number)") else {
                Issue.record("net\(number) was lost")
                continue
            }
            #expect(account.accountId == "a\(number).near")
        }
        #expect(try files() == ["account.json"])
    }

    @Test func whoHoldsTheLockIsWaitedForAndThenNamed() throws {
        try AccountStore(folder: folder).save(old)
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        holder.arguments = [folder.appendingPathComponent("account.lock").path, "sh", "-c", "echo held; cat"]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        _ = try output.fileHandleForReading.read(upToCount: 5)
        let store = AccountStore(folder: folder, patience: .milliseconds(20))
        #expect {
            try store.save(new)
        } throws: { error in
            guard case .storage(let reason)? = error as? NEARError else { return false }
            return reason.contains("another process has held")
        }
        #expect(throws: NEARError.self) { try store.load(network: "testnet") }
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        #expect(try load() == .account(old.account))
    }

    @Test func aReaderLeavesTheTemporaryFileOfAWriterAlone() throws {
        let reader = AccountStore(folder: folder, patience: .milliseconds(20))
        let writer = AccountStore(
            folder: folder,
            afterStep: { step in
                guard step == .temporaryWritten else { return }
                do {
                    _ = try reader.load(network: "testnet")
                    Issue.record("the reader didn't wait")
                } catch {
                    // It was told to come again.
                }
            })
        try writer.save(new)
        #expect(try load() == .account(new.account))
    }

    @Test func onlyTheOwnerCanReadIt() throws {
        try AccountStore(folder: folder).save(old)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folderMode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(folderMode == 0o700)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"schema":1}"#,
        #"{"schema":99,"network":"testnet","account":{"accountId":"a.near","walletId":"w"}}"#,
        #"{"schema":1,"network":"testnet","account":{"accountId":"NOT VALID","walletId":"w"}}"#,
        #"{"schema":1,"network":"testnet","account":{"accountId":"","walletId":"w"}}"#,
        #"{"schema":2}"#, #"{"schema":2,"accounts":{"testnet":{"accountId":"NOT VALID","walletId":"w"}}}"#,
        "\0\u{1}\u{2}",
    ])
    func aFileThatCannotBeUnderstoodIsSetAsideAndKept(content: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        let store = AccountStore(folder: folder, now: { Date(timeIntervalSince1970: 1_700_000_000) })
        guard case .corrupt(let movedTo, let reason) = try store.load(network: "testnet") else {
            Issue.record("taken for an account")
            return
        }
        #expect(movedTo.lastPathComponent == "account.json.corrupt-1700000000")
        #expect(try Data(contentsOf: movedTo) == Data(content.utf8))
        #expect(!reason.isEmpty)
        #expect(try store.load(network: "testnet") == .nothing)
        // A second one in the same second doesn't overwrite the first.
        try Data("{".utf8).write(to: file)
        guard case .corrupt(let second, _) = try store.load(network: "testnet") else {
            Issue.record("taken for an account")
            return
        }
        #expect(second.lastPathComponent == "account.json.corrupt-1700000000-2")
        #expect(FileManager.default.fileExists(atPath: movedTo.path))
    }

    @Test func clearingForgetsAndIsRepeatable() throws {
        let store = AccountStore(folder: folder)
        try store.clear(network: "testnet")
        try store.save(old)
        try store.clear(network: "testnet")
        try store.clear(network: "testnet")
        #expect(try store.load(network: "testnet") == .nothing)
    }

    @MainActor @Test func whoSignsOutRemovesNoAccountOfAnotherProcess() throws {
        let store = AccountStore(folder: folder)
        let mine = AccountSession(store: store, logger: Logger(label: "test"))
        #expect(mine.load(network: "testnet") == nil)
        try mine.keep(old.account)
        // Another process signs in on the same profile.
        try AccountStore(folder: folder).save(new)
        try mine.forget()
        #expect(mine.account == nil)
        #expect(try store.load(network: "testnet") == .account(new.account))
        // Its own is removed, also where its key is another one by now.
        #expect(mine.load(network: "testnet") == nil)
        try AccountStore(folder: folder).save(
            AccountStore.Record(
                network: "testnet", account: NEARAccount(accountId: "new.testnet", publicKey: nil, walletId: "v")))
        try mine.forget()
        #expect(try store.load(network: "testnet") == .nothing)
    }

    @Test func aFolderThatCannotBeMadeIsATypedError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let blocked = folder.appendingPathComponent("file")
        try Data().write(to: blocked)
        let store = AccountStore(folder: blocked.appendingPathComponent("profile"))
        #expect {
            try store.save(old)
        } throws: { error in
            (error as? NEARError)?.code == "storage"
        }
    }

    @Test func profilesHaveFoldersOfTheirOwn() throws {
        let environment = ["HOME": "/home/a", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "relative"]
        let folders = try ProfileFolders(profile: "work", environment: environment)
        #expect(folders.data.path == "/data/near-connect/work")
        #expect(folders.cache.path == "/home/a/.cache/near-connect/work")
        #expect(folders.state.path == "/home/a/.local/state/near-connect/work")
        for name in ["", ".", "..", "a/b", ".hidden", "a b", "ü", String(repeating: "a", count: 65)] {
            #expect(throws: NEARError.self, "\(name)") { try ProfileFolders(profile: name, environment: environment) }
        }
    }
}
