// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The archive of the journal: what leaves the one is in the other, whatever stands in its place.
@Suite final class ArchiveTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)")
    /// An eighth of the usual size: a compaction reads and writes that much less.
    private lazy var file = JournalFile(folder: folder, compactionSize: 64 << 10)
    private var archive: Archive { file.archive }
    private var journal: TransactionJournal { TransactionJournal(file: file, logger: Logger(label: "test")) }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    /// Appends settled entries.
    ///
    /// - Returns: Why the journal couldn't be made smaller.
    @discardableResult
    private func append(_ numbers: Range<Int>) throws -> (any Error)? {
        var trouble: (any Error)?
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 250) {
            let batch = start..<min(start + 250, numbers.upperBound)
            let records = try batch.flatMap { number in
                [
                    JournalRecord.intent(try JournalBuilders.intent("s\(number)", time: Int64(number))),
                    .state(id: "s\(number)", part: 0, .confirmed(hash: JournalBuilders.hash), isSettled: true),
                ]
            }
            trouble = try file.append(records, compacted: JournalLedger.compacted) ?? trouble
        }
        return trouble
    }

    private func ids() async throws -> [String] {
        try await journal.page(HistoryQuery()).entries.map(\.id)
    }

    private static func all(_ count: Int) -> [String] { (0..<count).reversed().map { "s\($0)" } }

    @Test func whatACompactionDropsIsInTheArchiveAndTheHistoryIsOneList() async throws {
        #expect(try append(0..<700) == nil)
        let kept = try await journal.contents().entries
        #expect(kept.count < 700)
        let page = try await journal.page(HistoryQuery())
        #expect(page.problems.isEmpty)
        #expect(page.entries.map(\.id) == Self.all(700))
        #expect(Array(page.entries.prefix(kept.count)) == kept)
        let oldest = try #require(page.entries.last)
        let actions = try JournalBuilders.actions().map(JournalAction.init)
        #expect(oldest.parts.map(\.actions) == [actions], "amounts keep all digits")
        #expect(oldest.state == .confirmed(hash: JournalBuilders.hash))
    }

    @Test func onlyTheOwnerMayReadIt() throws {
        try append(0..<700)
        try archive.read { _ in
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let path = folder.appendingPathComponent(name).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: archive.url.path)
        _ = try archive.entries(HistoryQuery())
        let mode = try FileManager.default.attributesOfItem(atPath: archive.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func anEntryThatComesAgainIsThereOnceWithItsLaterLines() throws {
        let lines = try JournalBuilders.records().map { JournalLine.record($0, isChecked: true).bytes }
        let request = try #require(JournalLedger(try JournalBuilders.records()).request("a"))
        try archive.add([request.archived(Array(lines.prefix(3)))])
        for _ in 0..<2 { try archive.add([request.archived(lines)]) }
        try archive.add([request.archived(Array(lines.suffix(2)))])
        let found = try archive.entries(HistoryQuery())
        #expect(found.map(\.lines) == [lines])
        #expect(found.first?.journalEntry() == request.entry)
    }

    /// The ways in which a file can be no archive any more.
    private static let damages: [@Sendable (Archive) throws -> Void] = [
        { try Data().write(to: $0.url) },
        { try Data(repeating: 0x5A, count: 70_000).write(to: $0.url) },
        { archive in
            let bytes = try Data(contentsOf: archive.url)
            try bytes.prefix(bytes.count / 2).write(to: archive.url)
        },
        { archive in
            var bytes = try Data(contentsOf: archive.url)
            bytes.replaceSubrange(4_096..<16_384, with: Data(repeating: 0xFF, count: 12_288))
            try bytes.write(to: archive.url)
        },
        { archive in
            try archive.write { try $0.execute("PRAGMA application_id = 7") }
        },
    ]

    @Test(arguments: damages.indices) func aDamagedFileIsMovedAsideAndSaid(damage: Int) async throws {
        try append(0..<700)
        try Self.damages[damage](archive)
        let damaged = try Data(contentsOf: archive.url)
        let kept = try await journal.contents().entries.map(\.id)
        _ = try await journal.page(HistoryQuery())
        #expect(try append(700..<1_200) == nil)
        let page = try await journal.page(HistoryQuery())
        #expect(page.problems.count == 1 && page.problems[0].contains("archive.sqlite.corrupt-"))
        #expect(page.entries.map(\.id) == Array(Self.all(1_200).prefix(500 + kept.count)), "nothing else is lost")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let aside = try #require(names.first { $0.contains(".corrupt-") && !$0.hasSuffix("-wal") })
        #expect(try Data(contentsOf: folder.appendingPathComponent(aside)) == damaged, "it can be looked into")
    }

    @Test func whatANewerVersionWroteIsLeftAloneAndNothingIsDropped() async throws {
        try append(0..<700)
        try archive.write { try $0.execute("PRAGMA user_version = 99") }
        let kept = try await journal.contents().entries.count
        #expect(try append(700..<1_200) as? ArchiveError == .newerVersion(path: archive.url.path, version: 99))
        #expect(try await journal.contents().entries.count == kept + 500)
        let page = try await journal.page(HistoryQuery())
        #expect(page.entries.count == kept + 500)
        #expect(page.problems.contains { $0.contains("newer version") })
    }

    @Test func somethingElseInItsPlaceDropsNothingAndIsNotTouched() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let victim = folder.appendingPathComponent("victim")
        try Data("kept".utf8).write(to: victim)
        let path = archive.url.path
        var count = 0
        for place: () throws -> Void in [
            { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim.path) },
            { #expect(mkfifo(path, 0o600) == 0) },
            { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) },
        ] {
            try place()
            #expect(try append(count..<count + 500) is RegularFileError)
            count += 500
            #expect(try await ids() == Array(Self.all(count).prefix(1_000)))
            #expect(try await journal.page(HistoryQuery()).problems.count == 1)
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
        #expect(try append(count..<count + 20) == nil)
        #expect(try await journal.contents().entries.count == count + 20, "not tried again yet")
        #expect(try append(count + 20..<count + 500) == nil)
        #expect(try await journal.contents().entries.count < count)
        count += 500
        var query = HistoryQuery(limit: 1_000)
        query.until = Int64(count - 1_500)
        #expect(try await ids() == Array(Self.all(count).prefix(1_000)))
        #expect(try await journal.page(query).entries.count == count - 1_500 + 1)
    }

    /// Each attempt reads the whole journal: they become rarer while it grows, and cease when one succeeds.
    @Test func anArchiveThatStaysBrokenIsTriedRarely() throws {
        let size = 16 << 10
        file = JournalFile(folder: folder, compactionSize: size)
        try FileManager.default.createDirectory(at: archive.url, withIntermediateDirectories: true)
        var (attempts, appends) = (0, 0)
        func grow(while isTooSmall: () throws -> Bool) throws {
            while try isTooSmall() {
                let records = try (0..<2).flatMap { number in
                    let id = "s\(appends)-\(number)"
                    return [
                        JournalRecord.intent(try JournalBuilders.intent(id, time: Int64(appends))),
                        .state(id: id, part: 0, .confirmed(hash: JournalBuilders.hash), isSettled: true),
                    ]
                }
                appends += 1
                try file.append(records) { lines, kept in
                    attempts += 1
                    return JournalLedger.compacted(lines, keptBytes: kept)
                }
            }
        }
        try append(0..<1)
        try grow { try currentSize() < 8 * size }
        // 1.25 to the power of 10 is more than 8.
        #expect((2...11).contains(attempts) && appends > 3 * attempts, "\(attempts) attempts in \(appends) appends")
        try FileManager.default.removeItem(at: archive.url)
        let before = attempts
        try grow { attempts == before }
        #expect(try currentSize() < size)
        #expect(try archive.entries(HistoryQuery()).count > appends)
    }

    private func currentSize() throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int)
    }

    @Test func aCopyInAFolderWhereNobodyWritesCanBeRead() throws {
        try append(0..<700)
        let odd = folder.appendingPathComponent("a?b#c%41")
        try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: true)
        let copy = odd.appendingPathComponent("archive.sqlite")
        try FileManager.default.copyItem(at: archive.url, to: copy)
        let database = try SQLiteDatabase(path: copy.path, isReadOnly: true, patience: .zero)
        #expect(try database.integer("SELECT count(*) FROM entry") > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: odd.path) == ["archive.sqlite"])
    }
}
