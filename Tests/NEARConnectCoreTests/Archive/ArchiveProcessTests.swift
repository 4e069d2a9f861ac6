// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Logging
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Programs that share a profile and are killed while they compact: each entry is there once.
@Suite(.ownThread, .timeLimit(.minutes(20)), .serialized) final class ArchiveProcessTests {
    /// The number of entries; with fewer there are not enough compactions to die in.
    private static let count = SoakCount.full(or: 1_250)
    /// An eighth of the real size, so that an eighth of the entries has as many compactions.
    private static let compactionSize = JournalFile.compactionSize / 8

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)")
    private var journal: TransactionJournal {
        TransactionJournal(file: JournalFile(folder: folder), logger: Logger(label: "test"))
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("near-connect-test-child").path
    }

    private static func arguments(
        _ name: String, in folder: URL, from first: Int, to end: Int
    ) -> [String] {
        ["archive", "--folder", folder.path, "--name", name, "--first", "\(first)", "--end", "\(end)"]
    }

    private func start(
        _ name: String, from first: Int, to end: Int, dyingAt compaction: Int? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        let dying = compaction.map { ["--dying-at", "\($0)"] } ?? []
        process.arguments =
            Self.arguments(name, in: folder, from: first, to: end)
            + ["--compaction-size", "\(Self.compactionSize)"] + dying
        try process.run()
        return process
    }

    private static func wasKilled(_ process: Process) -> Bool {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    }

    /// The entries of all pages.
    private func entries(_ query: HistoryQuery = HistoryQuery()) async throws -> [JournalEntry] {
        var (found, query): ([JournalEntry], HistoryQuery) = ([], query)
        repeat {
            let page = try await journal.page(query)
            #expect(page.problems.isEmpty)
            found += page.entries
            query.after = page.next
        } while query.after != nil
        return found
    }

    private func numbers(_ name: String, _ entries: [JournalEntry]) throws -> [Int] {
        try entries.filter { $0.id.hasPrefix("\(name)-") }.map { entry in
            let number = try #require(Int(entry.id.dropFirst(name.count + 1)))
            #expect(entry.parts[0].actions[0].amount?.yoctoNEAR == UInt128.max - UInt128(number), "no digit is lost")
            return number
        }
    }

    @Test func eachEntryIsThereOnceWhoeverIsKilledBetweenArchiveAndCompaction() async throws {
        let half = Self.count / 2
        let other = try start("b", from: 0, to: half)
        var first = 0
        for compaction in [1, 2, 3] {
            // Whichever of the two crosses the size compacts, so only the compaction ends the child.
            let child = try start("a", from: first, to: 1_000 * Self.count, dyingAt: compaction)
            #expect(Self.wasKilled(child))
            let found = try numbers("a", try await entries())
            #expect(found == Array((0..<found.count).reversed()), "killed in compaction \(compaction)")
            #expect(found.count > first)
            first = found.count
        }
        let end = max(first, half)
        let last = try start("a", from: first, to: end)
        #expect(!Self.wasKilled(last) && last.terminationStatus == 0)
        #expect(!Self.wasKilled(other) && other.terminationStatus == 0)
        let all = try await entries()
        #expect(all.count == half + end)
        for (name, end) in [("a", end), ("b", half)] {
            #expect(try numbers(name, all) == Array((0..<end).reversed()))
        }
        // Whatever left the journal is in the archive.
        let kept = try await journal.contents().entries.count
        let archived = try JournalFile(folder: folder).archive.read { try $0.integer("SELECT count(*) FROM entry") }
        #expect(kept < half && Int(archived ?? 0) >= half + end - kept)
    }

    /// The commands that give a program a small disk of its own.
    private static let smallDisk = ["unshare", "--map-root-user", "--mount", "sh", "-c"]

    private static let hasSmallDisk: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = smallDisk + ["mount -t tmpfs -o size=900k tmpfs /mnt"]
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return false
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(.enabled(if: hasSmallDisk)) func aFullDiskDropsNothing() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let disk = folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        // Room for the journal, and not for an archive beside it.
        let script = """
            mount -t tmpfs -o size=900k tmpfs "$0" || exit 9
            "$@" || exit 8
            cp "$0/journal.jsonl" "$0/../journal.jsonl"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            Self.smallDisk + [script, disk.path, Self.program] + Self.arguments("a", in: disk, from: 0, to: 960)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let size = try FileManager.default.attributesOfItem(atPath: JournalFile(folder: folder).url.path)[.size] as? Int
        #expect(try #require(size) > JournalFile.compactionSize, "it would have been compacted")
        let found = try numbers("a", try await journal.contents().entries)
        #expect(found == Array((0..<960).reversed()))
    }
}
