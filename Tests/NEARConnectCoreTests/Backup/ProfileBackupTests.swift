// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// A profile in one piece: what was kept comes back, nothing else is in it, and nothing is written over.
@Suite final class ProfileBackupTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("backup-\(UUID().uuidString)")

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private func folders(_ name: String = "old") -> ProfileFolders {
        ProfileFolders(root: root.appendingPathComponent(name))
    }

    private func write(_ text: String, to path: String, in folder: URL) throws {
        try AtomicFile(url: folder.appendingPathComponent(path)).replace(with: Data(text.utf8))
    }

    private static func file(_ folders: ProfileFolders) -> JournalFile {
        JournalFile(folder: folders.state, compactionSize: JournalFile.compactionSize / 8)
    }

    private static func append(_ numbers: Range<Int>, to folders: ProfileFolders) throws {
        for number in numbers {
            _ = try Self.file(folders).append(
                [
                    .intent(try JournalBuilders.intent("s\(number)", time: Int64(number))),
                    .state(id: "s\(number)", part: 0, .confirmed(hash: JournalBuilders.hash), isSettled: true),
                ], compacted: JournalLedger.compacted)
        }
    }

    private func ids(_ folders: ProfileFolders) async throws -> [String] {
        var (query, ids) = (HistoryQuery(limit: 200), [String]())
        let journal = TransactionJournal(file: Self.file(folders), logger: Logger(label: "test"))
        repeat {
            let page = try await journal.page(query)
            #expect(page.problems.isEmpty)
            ids += page.entries.map(\.id)
            query.after = page.next
        } while query.after != nil
        return ids
    }

    /// A profile with a file of each kind.
    private func fill(_ folders: ProfileFolders) throws -> String {
        let object = try WalletObjects(folder: folders.data).store(Array("executor".utf8))
        try write("lock", to: "wallets.lock", in: folders.data)
        try write("sites", to: "sites.json", in: folders.data)
        try write("keys", to: "vault-keys.json", in: folders.state)
        try write("deny", to: "denied-hosts", in: folders.config)
        return object
    }

    @Test func historyPinsAndSettingsComeBack() async throws {
        let old = folders()
        let object = try fill(old)
        try Self.append(0..<90, to: old)
        let all = (0..<90).reversed().map { "s\($0)" }
        #expect(try await ids(old) == all)
        let backup = try ProfileBackup(of: old, named: "shop", withKeys: false)
        let read = try ProfileBackup(reading: backup.bytes)
        #expect(read.profile == "shop")
        #expect(read.items.map(\.file) == backup.items.map(\.file))
        let new = folders("new")
        #expect(try read.restore(to: new) == read.items.count)
        #expect(try await ids(new) == all)
        #expect(WalletObjects(folder: new.data).has(object, limit: 100))
        for item in read.items {
            let path = item.file.url(in: new).path
            #expect(
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600, "\(path)")
        }
    }

    /// The account is signed in on the other computer, too; a web wallet has to be asked there again.
    @Test func accountsThatAreSignedInComeBack() throws {
        let account = NEARAccount(accountId: "alice.testnet", publicKey: "ed25519:abc", walletId: "web-wallet")
        let old = folders()
        try AccountStore(folder: old.data).save(.init(network: "testnet", account: account))
        let backup = try ProfileBackup(of: old, named: "shop", withKeys: false)
        let new = folders("new")
        try ProfileBackup(reading: backup.bytes).restore(to: new)
        #expect(try AccountStore(folder: new.data).load(network: "testnet") == .account(account))
        // An account that is signed in there already stays.
        let other = folders("other")
        let own = NEARAccount(accountId: "bob.testnet", publicKey: nil, walletId: "web-wallet")
        try AccountStore(folder: other.data).save(.init(network: "testnet", account: own))
        #expect(throws: BackupError.self) { try ProfileBackup(reading: backup.bytes).restore(to: other) }
        #expect(try AccountStore(folder: other.data).load(network: "testnet") == .account(own))
    }

    /// A document that is added later is kept, too, or left out on purpose.
    @Test func eachDocumentOfAProfileIsKeptUnlessItIsOfOneWindow() throws {
        let ofOneWindow: Set = ["window.json", "windows.json"]
        let sources = URL(filePath: #filePath).appendingPathComponent("../../../../Sources").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var documents: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains(/enum \w+: (Document|ContractList)Format/) else { continue }
            let name = try #require(text.firstMatch(of: /static let name = "([^"]+)"/), "\(file.lastPathComponent)")
            documents.insert("\(name.output.1).json")
        }
        #expect(documents.count > 8)
        #expect(documents.subtracting(BackupFile.names.values.joined()) == ofOneWindow)
    }

    /// Neither a session nor a secret, and the list of keys only with the keys.
    @Test func whatIsNotKeptStaysOut() throws {
        let old = folders()
        _ = try fill(old)
        for name in ["secrets.sealed", "secrets.plain", "wallets/x", "wallets/../sites.json"] {
            try write("not in it", to: name, in: old.data)
        }
        try write("not in it", to: "secrets.record", in: old.state)
        try write("sites", to: "sites.json", in: old.data)
        let without = try ProfileBackup(of: old, named: "default", withKeys: false)
        #expect(without.bytes.firstRange(of: Array("not in it".utf8)) == nil)
        #expect(without.items.map(\.file.path).contains("sites.json"))
        #expect(!without.items.map(\.file.path).contains("vault-keys.json"))
        let with = try ProfileBackup(of: old, named: "default", withKeys: true)
        #expect(Set(with.items.map(\.file)).subtracting(without.items.map(\.file)).map(\.path) == ["vault-keys.json"])
    }

    /// Entries go from the journal to the archive meanwhile: each is in the copy.
    @Test func nothingIsMissedWhileAnotherProgramWrites() async throws {
        let old = folders()
        try Self.append(0..<40, to: old)
        async let writing: Void = Task.detached { try Self.append(40..<240, to: old) }.value
        var known = 40
        for round in 0..<12 {
            let before = try await ids(old).count
            let backup = try ProfileBackup(of: old, named: "default", withKeys: false)
            let new = folders("new\(round)")
            try ProfileBackup(reading: backup.bytes).restore(to: new)
            let copied = try await ids(new)
            #expect(copied == (0..<copied.count).reversed().map { "s\($0)" })
            #expect(copied.count >= before)
            known = max(known, copied.count)
        }
        try await writing
        #expect(known > 40, "nothing was written meanwhile")
    }

    @Test func aRestoreThatWasCutOffGoesOn() throws {
        struct CutError: Error {}
        let old = folders()
        _ = try fill(old)
        try Self.append(0..<5, to: old)
        try write("{}", to: "networks.json", in: old.config)
        let account = NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "web-wallet")
        try AccountStore(folder: old.data).save(.init(network: "testnet", account: account))
        let backup = try ProfileBackup(of: old, named: "default", withKeys: true)
        for count in 1..<backup.items.count {
            let new = folders("cut\(count)")
            var left = count
            #expect(throws: BackupError.self) {
                try backup.restore(to: new) { _ in
                    left -= 1
                    if left == 0 { throw CutError() }
                }
            }
            // Nobody is signed in before all the rest is there.
            #expect(try AccountStore(folder: new.data).load(network: "testnet") == .nothing)
            #expect(try backup.restore(to: new) == backup.items.count - count)
            #expect(try AccountStore(folder: new.data).load(network: "testnet") == .account(account))
            #expect(
                try ProfileBackup(of: new, named: "default", withKeys: true).items.map(\.content)
                    == backup.items.map(\.content))
        }
    }

    /// The order is the restore's, not the backup's.
    @Test func theAccountsComeLastWhateverOrderABackupHas() throws {
        let files = [("data", "account.json"), ("state", "journal.jsonl"), ("config", "networks.json")]
        let list = files.map { Self.file($0, $1, holding: "x") }.joined(separator: ",")
        let backup = try ProfileBackup(reading: Self.bytes(list, "xxx"))
        #expect(backup.items.map(\.file.path) == ["journal.jsonl", "networks.json", "account.json"])
        #expect(backup.accountsText == nil, "the list can't be understood")
    }

    @Test func theAccountsAreNamedWithTheirNetworks() throws {
        let old = folders()
        for number in 1...12 {
            let account = NEARAccount(accountId: "alice\(number).near", publicKey: nil, walletId: "w")
            let network = number == 1 ? "mainnet" : "net\(number + 10)"
            try AccountStore(folder: old.data).save(.init(network: network, account: account))
        }
        let text = try #require(try ProfileBackup(of: old, named: "shop", withKeys: false).accountsText)
        #expect(text.hasPrefix("alice1.near on mainnet, alice2.near on net12, "))
        #expect(text.hasSuffix("alice10.near on net20, …"))
        #expect(try ProfileBackup(of: folders("new"), named: "shop", withKeys: false).accountsText == nil)
    }

    @Test func nothingIsWrittenOver() throws {
        let old = folders()
        _ = try fill(old)
        let backup = try ProfileBackup(of: old, named: "default", withKeys: false)
        let new = folders("new")
        try write("of its own", to: "denied-hosts", in: new.config)
        let path = new.config.appendingPathComponent("denied-hosts").path
        #expect(throws: BackupError.occupied([path])) { try backup.restore(to: new) }
        #expect(!FileManager.default.fileExists(atPath: new.data.path), "a part was written")
        // A program that makes the file between the look and the write.
        let other = folders("other")
        #expect(throws: BackupError.self) {
            try backup.restore(to: other) { file in
                guard file.path == "wallets.lock" else { return }
                try self.write("of its own", to: "sites.json", in: other.data)
            }
        }
        let sites = try String(contentsOf: other.data.appendingPathComponent("sites.json"), encoding: .utf8)
        #expect(sites == "of its own")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.data.path).filter { $0.hasSuffix(".tmp") } == [])
    }

    // MARK: What a backup says is input

    private static func bytes(_ files: String, _ content: String = "", profile: String = "default") -> [UInt8] {
        let list = Array(#"{"version":1,"profile":"\#(profile)","time":1,"files":[\#(files)]}"#.utf8)
        return withUnsafeBytes(of: UInt32(list.count).littleEndian) { Array($0) } + list + Array(content.utf8)
    }

    private static func file(_ folder: String, _ path: String, holding content: String, size: Int? = nil) -> String {
        let hash = ContentHash.sha256(Array(content.utf8)).hex
        return #"{"folder":"\#(folder)","path":"\#(path)","size":\#(size ?? content.utf8.count),"sha256":"\#(hash)"}"#
    }

    @Test(arguments: [
        ("data", "../sites.json"), ("data", "/etc/passwd"), ("state", "sites.json"), ("data", "secrets.sealed"),
        ("data", "account.json.corrupt-1"), ("config", "../../.bashrc"), ("data", "wallets/../sites.json"),
        ("data", ""),
        ("home", "sites.json"), ("data", "wallets/abc"), ("data", "sites.json/"),
    ]) func filesThatDontBelongThereAreRefused(folder: String, path: String) throws {
        #expect(throws: BackupError.self) {
            try ProfileBackup(reading: Self.bytes(Self.file(folder, path, holding: "x"), "x"))
        }
    }

    @Test func contentsThatDontFitTheListAreRefused() throws {
        let sites = Self.file("data", "sites.json", holding: "x")
        let object = String(repeating: "a", count: 64)
        let damaged: [[UInt8]] = [
            [], [1, 0, 0], [255, 255, 255, 255], Self.bytes(sites), Self.bytes(sites, "xy"), Self.bytes(sites, "y"),
            Self.bytes("\(sites),\(sites)", "xx"),
            Self.bytes(Self.file("data", "sites.json", holding: "x", size: -1), "x"),
            Self.bytes(Self.file("data", "sites.json", holding: "x", size: .max), "x"), Self.bytes("1"),
            Self.bytes(Self.file("data", "wallets/\(object)", holding: "x"), "x"),
            Self.bytes(sites, "x", profile: "../a"),
            Self.bytes(sites, "x", profile: ""), Array(Self.bytes(sites, "x").dropLast()),
        ]
        for bytes in damaged { #expect(throws: BackupError.self) { try ProfileBackup(reading: bytes) } }
        #expect(try ProfileBackup(reading: Self.bytes(sites, "x")).items.count == 1)
        #expect(try ProfileBackup(reading: Self.bytes("")).items.isEmpty)
    }

    @Test func bytesThatWereChangedAnywhereAreReadOrRefused() throws {
        let old = folders()
        _ = try fill(old)
        let bytes = try ProfileBackup(of: old, named: "default", withKeys: true).bytes
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            do throws(BackupError) {
                for item in try ProfileBackup(reading: changed).items {
                    #expect(BackupFile(item.file.folder, item.file.path) != nil)
                }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
