// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARConnect

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
    private struct Killed: Error {}

    @Test(arguments: AtomicFile.Step.allCases)
    private func aKillBetweenTwoStepsLeavesTheOldOrTheNewAccount(step: AtomicFile.Step) throws {
        try AccountStore(folder: folder).save(old)
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw Killed() } })
        #expect(throws: NEARError.self) { try dying.save(new) }
        let isReplaced = [.renamed, .directorySynced].contains(step)
        #expect(try AccountStore(folder: folder).load() == .record(isReplaced ? new : old))
        // What the dead process left is gone after the load, and saving works.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["account.json"])
        try AccountStore(folder: folder).save(new)
        #expect(try AccountStore(folder: folder).load() == .record(new))
    }

    @Test(arguments: AtomicFile.Step.allCases)
    private func aKillDuringTheFirstSaveLeavesNothingOrTheAccount(step: AtomicFile.Step) throws {
        let dying = AccountStore(folder: folder, afterStep: { if $0 == step { throw Killed() } })
        #expect(throws: NEARError.self) { try dying.save(new) }
        let isThere = [.renamed, .directorySynced].contains(step)
        #expect(try AccountStore(folder: folder).load() == (isThere ? .record(new) : .nothing))
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
        #"{"schema":1,"network":"testnet","account":{"accountId":"","walletId":"w"}}"#, "\0\u{1}\u{2}",
    ])
    func aFileThatCannotBeUnderstoodIsSetAsideAndKept(content: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        let store = AccountStore(folder: folder, now: { Date(timeIntervalSince1970: 1_700_000_000) })
        guard case .corrupt(let keptAt, let reason) = try store.load() else {
            Issue.record("taken for an account")
            return
        }
        #expect(keptAt.lastPathComponent == "account.json.corrupt-1700000000")
        #expect(try Data(contentsOf: keptAt) == Data(content.utf8))
        #expect(!reason.isEmpty)
        #expect(try store.load() == .nothing)
        // A second one in the same second doesn't overwrite the first.
        try Data("{".utf8).write(to: file)
        guard case .corrupt(let second, _) = try store.load() else {
            Issue.record("taken for an account")
            return
        }
        #expect(second.lastPathComponent == "account.json.corrupt-1700000000-2")
        #expect(FileManager.default.fileExists(atPath: keptAt.path))
    }

    @Test func clearingForgetsAndIsRepeatable() throws {
        let store = AccountStore(folder: folder)
        try store.clear()
        try store.save(old)
        try store.clear()
        try store.clear()
        #expect(try store.load() == .nothing)
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
