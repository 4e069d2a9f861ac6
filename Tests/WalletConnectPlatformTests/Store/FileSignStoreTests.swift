// SPDX-License-Identifier: MIT

import Foundation
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARVault
import SignTesting
import TestSupport
import Testing
import ThreadTesting
import WalletConnectPlatform
import WalletConnectSign

/// Sessions in files: what comes back, in which order it is written, and what damage does.
@Suite(.ownThread)
struct FileSignStoreTests {
    private let place = TestFolder("store")
    let folders: ProfileFolders
    var root: URL { place.url }

    init() throws {
        try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: true)
        folders = ProfileFolders(root: place.url)
    }

    func vault() -> PlainFileVault {
        PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
    }

    func store(_ vault: (any SecretVault)? = nil) -> FileSignStore {
        FileSignStore(folders, vault: vault ?? self.vault())
    }

    static func content(_ changes: some Sequence<SignStoreChange>) -> SignStoreContent {
        var content = SignStoreContent()
        for change in changes { content.apply(change) }
        return content
    }

    static let record = SignRecordKey(.session, "0a")

    func reason(_ body: () async throws(SignStoreError) -> Void) async -> String {
        do throws(SignStoreError) {
            try await body()
            return "no error"
        } catch {
            switch error {
            case .locked(let holder): return "locked: \(holder)"
            case .failed(let reason): return reason
            }
        }
    }

    @Test(arguments: 1...8) func whatWasStoredComesBack(seed: UInt64) async throws {
        let script = StoreScript(seed: seed)
        let store = store()
        #expect(try await store.load() == SignStoreContent())
        for batch in script.batches { try await store.apply(batch) }
        await store.close()
        #expect(try await self.store().load() == Self.content(script.changes))
    }

    @Test func filesAndFolderAreClosedToOthers() async throws {
        let store = store()
        _ = try await store.load()
        try await store.apply([.put(Self.record, ["a": 1]), .putSecret("client", .random(count: 32))])
        let folder = folders.data.appendingPathComponent("walletconnect")
        for url in [folder] + (try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
        {
            var facts = stat()
            #expect(stat(url.path, &facts) == 0)
            #expect(facts.st_mode & 0o077 == 0, "\(url.path)")
        }
        // Keys are in the vault and nowhere else.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["changes", "holder", "lock", "place", "session.0a.json"])
    }

    @Test func batchesThatComeAtOnceAreAppliedOneAfterTheOther() async throws {
        let store = store()
        _ = try await store.load()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        try await store.apply([
                            .putSecret("session/\(number)", .random(count: 32)),
                            .put(SignRecordKey(.session, "\(number)"), ["n": .integer(Int128(number))]),
                            .put(Self.record, ["n": .integer(Int128(number))]),
                        ])
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        await store.close()
        let content = try await self.store().load()
        #expect(content.records.count == 21 && content.secrets.count == 20)
    }

    /// A loss of power leaves files old, empty or new, and a part of the log's last line.
    @Test func theLogMakesUpForFilesThatTheDiskHasNot() async throws {
        let first = store()
        _ = try await first.load()
        let (one, two, three) = (Self.record, SignRecordKey(.session, "0b"), SignRecordKey(.inbox, "0c"))
        try await first.apply([.put(one, 1), .put(two, 2)])
        try await first.apply([.put(one, 3), .remove(two), .put(three, 4)])
        let folder = folders.data.appendingPathComponent("walletconnect")
        let log = try Data(contentsOf: folder.appendingPathComponent("changes"))
        await first.close()
        for cut in [log.count, log.count - 1, log.count - 20] {
            try log.prefix(cut).write(to: folder.appendingPathComponent("changes"))
            try Data().write(to: folder.appendingPathComponent("session.0a.json"))
            try Data("2".utf8).write(to: folder.appendingPathComponent("session.0b.json"))
            let next = store()
            let content = try await next.load()
            #expect(await next.movedAside.isEmpty)
            // The second batch is there as a whole, or not at all: what it wrote is in no file before its line is.
            #expect(content.records[one] == (cut == log.count ? 3 : 1))
            #expect(content.records[two] == (cut == log.count ? nil : 2))
            #expect(try Data(contentsOf: folder.appendingPathComponent("changes")).isEmpty)
            await next.close()
        }
    }

    @Test func damagedFilesGoAsideAndTheOthersCount() async throws {
        let first = store()
        _ = try await first.load()
        try await first.apply((1...5).map { .put(SignRecordKey(.session, "\($0)"), ["n": .integer(Int128($0))]) })
        await first.close()
        let folder = folders.data.appendingPathComponent("walletconnect")
        func url(_ id: Int) -> URL { folder.appendingPathComponent("session.\(id).json") }
        try Data("{\"n\":".utf8).write(to: url(1))
        try Data([0xFF, 0xFE]).write(to: url(2))
        try FileManager.default.removeItem(at: url(3))
        try FileManager.default.createSymbolicLink(at: url(3), withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
        try FileManager.default.removeItem(at: url(4))
        #expect(mkfifo(url(4).path, 0o600) == 0)
        try Data("left".utf8).write(to: folder.appendingPathComponent(".session.9.json.0.tmp"))
        let second = store()
        let content = try await second.load()
        #expect(content.records == [SignRecordKey(.session, "5"): ["n": 5]])
        #expect(await second.movedAside.count == 4)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count { $0.contains(".corrupt-") } == 4)
        #expect(!names.contains { $0.hasSuffix(".tmp") })
        // The profile stays usable.
        try await second.apply([.put(SignRecordKey(.session, "1"), ["n": 1])])
        await second.close()
        #expect(try await store().load().records.count == 2)
    }

    @Test func idsThatAreNoFileNamesAreRefused() async throws {
        for id in ["", "..", "a/../b", "A", "a.b", "é", "a\u{0}", String(repeating: "a", count: 250)] {
            let store = store()
            _ = try await store.load()
            let reason = await reason { () throws(SignStoreError) in
                try await store.apply([.put(SignRecordKey(.session, id), 1)])
            }
            #expect(reason.contains("file’s name"), "\(id)")
            await store.close()
        }
        #expect(try await store().load() == SignStoreContent())
    }

    @Test func aFailureStopsEverythingUntilTheNextStart() async throws {
        let store = store()
        _ = try await store.load()
        try await store.apply([.put(Self.record, 1)])
        // A folder in a file's place can't be replaced.
        let folder = folders.data.appendingPathComponent("walletconnect")
        let blocked = folder.appendingPathComponent("session.0b.json")
        try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: false)
        try Data().write(to: blocked.appendingPathComponent("x"))
        let failed = await reason { () throws(SignStoreError) in
            try await store.apply([.put(SignRecordKey(.session, "0b"), 1), .put(SignRecordKey(.session, "0c"), 1)])
        }
        #expect(failed.contains("session.0b.json"))
        let later = await reason { () throws(SignStoreError) in try await store.apply([.remove(Self.record)]) }
        #expect(later == failed)
        try FileManager.default.removeItem(at: blocked)
        // The log has the batch, of which nothing was told: the next start makes it whole.
        let keys = ["0a", "0b", "0c"].map { SignRecordKey(.session, $0) }
        #expect(try await store.load().records == Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
        try await store.apply([.remove(Self.record)])
    }

    @Test func theHolderIsNamedAndItsEndLetsOthersIn() async throws {
        let child = try SignChildProcess(["hold", root.path])
        try child.waitForOutput("holding")
        let store = store()
        let reason = await reason { () throws(SignStoreError) in _ = try await store.load() }
        #expect(reason == "locked: near-connect-sign-child (process \(child.pid))")
        child.kill()
        #expect(try await store.load() == SignStoreContent())
        // The note of a process that was killed isn't taken for the holder's.
        let other = self.store()
        let here = await self.reason { () throws(SignStoreError) in _ = try await other.load() }
        #expect(here.hasSuffix("(process \(getpid()))"))
    }

    @Test func keysInAnotherPlaceAreNotTakenForLost() async throws {
        let store = store()
        _ = try await store.load()
        try await store.apply([.putSecret("session/0a", .random(count: 32)), .put(Self.record, 1)])
        await store.close()
        #expect(try FileSignStore.place(folders) == .plainFile)
        let elsewhere = self.store(MemoryVault())
        let reason = await reason { () throws(SignStoreError) in _ = try await elsewhere.load() }
        #expect(reason.contains("plain-file") && reason.contains("walletconnect"))
        // It gave the lock back, and nothing is gone.
        let content = try await self.store().load()
        #expect(content.records.count == 1 && content.secrets.count == 1)
    }

    @Test func aVaultThatIsLockedIsNotEmpty() async throws {
        let sealed = SealedFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
        try await sealed.unlock { _ in SecretBytes(count: 1) { $0[0] = 1 } }
        let first = store(sealed)
        _ = try await first.load()
        try await first.apply([.putSecret("client", .random(count: 32)), .put(Self.record, 1)])
        await first.close()
        await sealed.lock()
        let second = store(sealed)
        let reason = await reason { () throws(SignStoreError) in _ = try await second.load() }
        #expect(reason != "no error" && reason.contains("secrets.sealed"))
    }

    /// A process that is killed at a step leaves a beginning of the changes, with all that it has said.
    @Test func aKilledProcessLeavesABeginningOfTheChanges() async throws {
        let whole = try SignChildProcess(["apply", root.appendingPathComponent("whole").path, "1", "\(Int.max)"]).end()
        let steps = try #require(whole.lines.last?.split(separator: " ").last.flatMap { Int($0) })
        let count = SoakCount.full(or: 20)
        for point in 0..<count {
            let place = root.appendingPathComponent("\(point)")
            let step = 1 + (point * 7919 + 13) % steps
            let (lines, signal) = try SignChildProcess(["apply", place.path, "1", "\(step)"]).end()
            #expect(signal == SIGKILL, "step \(step)")
            let said = lines.last.flatMap { Int($0) } ?? 0
            let folders = ProfileFolders(root: place)
            let vault = PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
            let store = FileSignStore(folders, vault: vault)
            let content = try await store.load()
            #expect(await store.movedAside.isEmpty)
            let changes = StoreScript(seed: 1).changes
            let kept = (said...changes.count).first { Self.content(changes.prefix($0)) == content }
            #expect(kept != nil, "step \(step): no beginning after \(said) changes")
            // What comes next is stored as ever.
            try await store.apply(Array(changes.dropFirst(kept ?? 0)))
            await store.close()
            #expect(try await FileSignStore(folders, vault: vault).load() == Self.content(changes), "step \(step)")
        }
    }
}
