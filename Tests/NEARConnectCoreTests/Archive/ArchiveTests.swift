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
    /// A journal that is compacted at an eighth of the real size, for which fewer entries are enough.
    private var file: JournalFile { JournalFile(folder: folder, compactionSize: JournalFile.compactionSize / 8) }
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
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 32) {
            let batch = start..<min(start + 32, numbers.upperBound)
            trouble = try file.append(try batch.flatMap(settled), compacted: JournalLedger.compacted) ?? trouble
        }
        return trouble
    }

    private func settled(_ number: Int) throws -> [JournalRecord] {
        [
            .intent(try JournalBuilders.intent("s\(number)", time: Int64(number))),
            .state(id: "s\(number)", part: 0, .confirmed(hash: JournalBuilders.hash), isSettled: true),
        ]
    }

    private func ids() async throws -> [String] {
        try await journal.page(HistoryQuery()).entries.map(\.id)
    }

    private static func all(_ count: Int) -> [String] { (0..<count).reversed().map { "s\($0)" } }

    @Test func whatACompactionDropsIsInTheArchiveAndTheHistoryIsOneList() async throws {
        #expect(try append(0..<90) == nil)
        let kept = try await journal.contents().entries
        #expect(kept.count < 90)
        let page = try await journal.page(HistoryQuery())
        #expect(page.problems.isEmpty)
        #expect(page.entries.map(\.id) == Self.all(90))
        #expect(Array(page.entries.prefix(kept.count)) == kept)
        let oldest = try #require(page.entries.last)
        let actions = try JournalBuilders.actions().map(JournalAction.init)
        #expect(oldest.parts.map(\.actions) == [actions], "amounts keep all digits")
        #expect(oldest.state == .confirmed(hash: JournalBuilders.hash))
    }

    @Test func onlyTheOwnerMayReadIt() throws {
        try append(0..<90)
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
        try append(0..<90)
        try Self.damages[damage](archive)
        let damaged = try Data(contentsOf: archive.url)
        let kept = try await journal.contents().entries.map(\.id)
        _ = try await journal.page(HistoryQuery())
        #expect(try append(90..<160) == nil)
        let page = try await journal.page(HistoryQuery())
        #expect(page.problems.count == 1 && page.problems[0].contains("archive.sqlite.corrupt-"))
        #expect(page.entries.map(\.id) == Array(Self.all(160).prefix(70 + kept.count)), "nothing else is lost")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let aside = try #require(names.first { $0.contains(".corrupt-") && !$0.hasSuffix("-wal") })
        #expect(try Data(contentsOf: folder.appendingPathComponent(aside)) == damaged, "it can be looked into")
    }

    @Test func whatANewerVersionWroteIsLeftAloneAndNothingIsDropped() async throws {
        try append(0..<90)
        try archive.write { try $0.execute("PRAGMA user_version = 99") }
        let kept = try await journal.contents().entries.count
        #expect(try append(90..<160) as? ArchiveError == .newerVersion(path: archive.url.path, version: 99))
        #expect(try await journal.contents().entries.count == kept + 70)
        let page = try await journal.page(HistoryQuery())
        #expect(page.entries.count == kept + 70)
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
            #expect(try append(count..<count + 90) is RegularFileError)
            count += 90
            let page = try await journal.page(HistoryQuery())
            #expect(page.entries.map(\.id) == Self.all(count) && page.problems.count == 1)
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
        // Nothing but the journal's growth begins an attempt, and a quarter of its size is enough.
        let limit = try size() * 5 / 4
        var isSmaller = false
        while !isSmaller, try size() <= limit {
            let before = try size()
            #expect(try append(count..<count + 10) == nil)
            count += 10
            isSmaller = try size() < before
        }
        #expect(isSmaller)
        #expect(try await journal.contents().entries.count < count)
        #expect(try await ids() == Self.all(count))
        var query = HistoryQuery()
        query.until = Int64(count / 2)
        #expect(try await journal.page(query).entries.count == count / 2 + 1)
    }

    /// An attempt reads the whole journal, so with one for each append the time would grow with the square.
    @Test func whileItCannotBeWrittenAttemptsGrowRareAndThenItCatchesUpByItself() async throws {
        let file = JournalFile(folder: folder, compactionSize: 4_096)
        try FileManager.default.createDirectory(at: file.archive.url, withIntermediateDirectories: true)
        func append(_ number: Int) throws -> (any Error)? {
            // Another value each time, as if each append came from another process.
            try JournalFile(folder: folder, compactionSize: 4_096).append(
                try settled(number), compacted: JournalLedger.compacted)
        }
        var attempts: [Int] = []
        for number in 0..<100 {
            guard let error = try append(number) else { continue }
            #expect(error is RegularFileError)
            attempts.append(try size())
        }
        let entry = try size() / 100 + 8
        #expect(attempts.count > 10 && attempts.count < 25, "\(attempts)")
        #expect(attempts[0] > 4_096 && attempts[0] <= 4_096 + entry, "the first attempt isn't late")
        for (earlier, later) in zip(attempts, attempts.dropFirst()) {
            #expect(later - earlier <= earlier / 4 + entry, "no attempt is left out")
            if earlier > 8 * entry { #expect(later - earlier > earlier / 8, "none comes too early") }
        }
        #expect(try await journal.contents().entries.map(\.id) == Self.all(100), "nothing is dropped")

        try FileManager.default.removeItem(at: file.archive.url)
        let limit = try size() * 5 / 4 + entry
        var count = 100
        while try file.archive.entries(HistoryQuery()).isEmpty, try size() <= limit {
            #expect(try append(count) == nil)
            count += 1
        }
        #expect(try size() <= 1_024, "it is small again")
        #expect(try await ids() == Self.all(count), "and nothing was lost")
    }

    private func size() throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: file.url.path)
        return try #require(facts[.size] as? Int)
    }

    @Test func aCopyInAFolderWhereNobodyWritesCanBeRead() throws {
        try append(0..<90)
        let odd = folder.appendingPathComponent("a?b#c%41")
        try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: true)
        let copy = odd.appendingPathComponent("archive.sqlite")
        try FileManager.default.copyItem(at: archive.url, to: copy)
        let database = try SQLiteDatabase(path: copy.path, isReadOnly: true, patience: .zero)
        #expect(try database.integer("SELECT count(*) FROM entry") > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: odd.path) == ["archive.sqlite"])
    }
}
