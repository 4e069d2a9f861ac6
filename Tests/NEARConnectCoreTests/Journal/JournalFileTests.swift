// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The journal's file: its content when an append has returned, and after one that fails.
@Suite final class JournalFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
    private var file: JournalFile { JournalFile(folder: folder) }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private func append(_ records: [JournalRecord]) throws {
        try file.append(records, compacted: JournalLedger.compacted)
    }

    @Test func whatWasAppendedIsThereAndOnlyTheOwnersToRead() throws {
        #expect(try file.read().records.isEmpty, "nothing is created by reading")
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let records = try JournalBuilders.records()
        for record in records { try append([record]) }
        #expect(try file.read().records == records)
        let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aLineThatACrashCutOffStaysAloneAndTheNextOnesAreRead() throws {
        let records = try JournalBuilders.settled("a")
        let bytes = JournalBuilders.text(records)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for length in stride(from: 1, through: bytes.count, by: 17) {
            try Data(bytes[..<length]).write(to: file.url)
            let before = try file.read().records
            let later = try JournalBuilders.settled("later")
            try append(later)
            let content = try file.read()
            // A whole line whose end alone is missing counts.
            #expect(content.records == before + later, "\(length) bytes")
            #expect(content.records.count + content.others.count >= 2)
        }
    }

    @Test func theFileStaysSmallAndNothingOpenIsDropped() throws {
        let open = try (0..<20).map { JournalRecord.intent(try JournalBuilders.intent("open\($0)")) }
        for record in open.prefix(10) { try append([record]) }
        let strange = Array(#"{"v":9,"type":"intent","id":"of a later version"}"#.utf8)
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(strange + [10]))
        try handle.close()
        var largest = 0
        for round in 0..<60 {
            try append(try (0..<10).flatMap { try JournalBuilders.settled("s\(round * 10 + $0)") })
            let size = try FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int ?? 0
            largest = max(largest, size)
        }
        for record in open.suffix(10) { try append([record]) }
        let content = try file.read()
        let ids = Set(content.records.map(\.id))
        for number in 0..<20 { #expect(ids.contains("open\(number)")) }
        #expect(ids.contains("s599"), "the newest is there")
        #expect(!ids.contains("s0"), "the oldest is gone")
        #expect(content.others == [strange], "what a later version wrote is kept")
        #expect(largest < JournalFile.compactionSize + 32_768)
        #expect(JournalLedger(content.records).unsettled.count == 20)
    }

    @Test func twoProcessesLoseNothingOfEachOther() async throws {
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    // The process that releases the lock may take it again at once, and on a slow disk each line takes
                    // its time.
                    let file = JournalFile(folder: folder, patience: .seconds(60))
                    let journal = TransactionJournal(file: file, logger: Logger(label: "test"))
                    for number in 0..<25 {
                        try await journal.append([.intent(try JournalBuilders.intent("\(writer)-\(number)"))])
                    }
                }
            }
            try await group.waitForAll()
        }
        let content = try file.read()
        #expect(content.problems.isEmpty)
        for writer in 0..<4 {
            let own = content.records.map(\.id).filter { $0.hasPrefix("\(writer)-") }
            #expect(own == (0..<25).map { "\(writer)-\($0)" })
        }
    }

    @Test func aFolderWhereNothingCanBeWrittenIsATypedErrorThatSaysSo() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let blocked = folder.appendingPathComponent("file")
        try Data().write(to: blocked)
        for place in [blocked.appendingPathComponent("state"), URL(fileURLWithPath: "/proc/near-connect")] {
            let journal = TransactionJournal(file: JournalFile(folder: place), logger: Logger(label: "test"))
            do throws(NEARError) {
                try await journal.append(try Self.intents())
                Issue.record("written to \(place.path)")
            } catch {
                #expect(error.code == "journal")
                #expect(error.errorDescription?.contains("Nothing was sent") == true)
            }
            #expect(try await journal.contents().entries.isEmpty)
        }
    }

    private static func intents() throws(NEARError) -> [JournalRecord] {
        do {
            return [.intent(try JournalBuilders.intent("a"))]
        } catch {
            throw .journal(reason: "the test's record can't be made")
        }
    }

    @Test func aLinkInItsPlaceIsNotFollowed() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let victim = folder.appendingPathComponent("victim")
        try Data("kept".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: file.url, withDestinationURL: victim)
        #expect(throws: SystemCallError.self) { try append(try JournalBuilders.settled("a")) }
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
    }

    @Test func aLinkOrAPipeInItsPlaceIsNotReadAndHoldsNobodyUp() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: file.url, withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
        #expect(throws: SystemCallError.self) { try file.read() }
        try FileManager.default.removeItem(at: file.url)
        #expect(mkfifo(file.url.path, 0o600) == 0)
        #expect(throws: RegularFileError.self) { try file.read() }
        #expect(throws: RegularFileError.self) { try append(try JournalBuilders.settled("a")) }
    }

    @Test func aCopyThatOthersCanReadIsClosedToThem() throws {
        for look in [{ _ = try self.file.read() }, { try self.append(try JournalBuilders.settled("b")) }] {
            try append(try JournalBuilders.settled("a"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.url.path)
            try look()
            let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    /// A file that can't be compacted still takes appends.
    ///
    /// Here the new file's name would be too long for the kernel.
    @Test func whereItCannotBeMadeSmallerItGrowsAndNothingIsRefused() throws {
        var deep = folder
        while deep.path.utf8.count < 3_900 { deep.appendPathComponent(String(repeating: "d", count: 100)) }
        deep.appendPathComponent(String(repeating: "e", count: 4_050 - deep.path.utf8.count - 1))
        let file = JournalFile(folder: deep)
        var trouble: (any Error)?
        var last = 0
        while trouble == nil, last < 2_000 {
            let numbers = last + 1...last + 20
            last = numbers.upperBound
            trouble = try file.append(
                try numbers.flatMap { try JournalBuilders.settled("s\($0)") }, compacted: JournalLedger.compacted)
        }
        #expect((trouble as? SystemCallError)?.errno == ENAMETOOLONG)
        let ids = Set(try file.read().records.map(\.id))
        #expect(ids.contains("s1") && ids.contains("s\(last)"))
    }

    @Test func aFileThatThisProgramNeverWroteIsNotRead() throws {
        try append(try JournalBuilders.settled("a"))
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: UInt64(JournalFile.largestSize) + 1)
        try handle.close()
        #expect(throws: RegularFileError.self) { try file.read() }
        #expect(throws: RegularFileError.self, "what nobody can read isn't added to") {
            try append(try JournalBuilders.settled("b"))
        }
    }
}
