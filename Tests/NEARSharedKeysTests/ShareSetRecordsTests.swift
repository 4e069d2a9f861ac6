// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import TestSupport
import Testing

@testable import NEARSharedKeys

/// The records of shared keys: their file, their states, where shares may lie.
@Suite struct ShareSetRecordsTests {
    private let place = TestFolder("shares")
    private var folder: URL { place.url }
    private let time = Date(timeIntervalSince1970: 1_763_800_000)
    private var records: ShareSetRecords { ShareSetRecords(folder: folder, now: { [time] in time }) }

    private static let usual: [ShareHolder: SharePlace] = [
        .login: .service("https://login.example"), .device: .keyring, .recovery: .words,
    ]

    private func added(_ places: [ShareHolder: SharePlace] = Self.usual) throws -> DealtShares {
        let dealt = try ShareDealer.deal(to: Set(places.keys))
        try records.add(
            dealt.set, of: try AccountId("alice.near"), on: "mainnet", in: try SharePlaces(places))
        return dealt
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        var places = Self.usual
        places[.device] = .sealedFile
        places[.app] = .app
        places[.secondDevice] = .keyring
        let dealt = try added(places)
        try records.prove(try #require(dealt.shares.first { $0.holder == .app }))
        let record = try records.record(of: dealt.set.id)
        #expect(record.set == dealt.set && record.account.text == "alice.near" && record.network == "mainnet")
        #expect(record.state == .pending && record.retired == nil)
        #expect(record.holdings.mapValues(\.place) == places)
        #expect(record.provenHolders == [.app] && record.holdings[.app]?.proven == time)
        let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/schemas/shared-keys.schema.json")
        #expect(
            try JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: schema))))
                .accepts(try JSONValue.parse(Array(try Data(contentsOf: records.file)))))
    }

    @Test func theDrillIsDueNinetyDaysAfterTheWordsWereProven() throws {
        let dealt = try added()
        for share in dealt.shares { try records.prove(share) }
        let due = time.addingTimeInterval(90 * 86_400)
        #expect(try !records.record(of: dealt.set.id).isDrillDue(at: due), "it doesn't count yet")
        try records.move(dealt.set.id, to: .active)
        #expect(try !records.record(of: dealt.set.id).isDrillDue(at: due.addingTimeInterval(-1)))
        #expect(try records.record(of: dealt.set.id).isDrillDue(at: due))
        let words = try #require(dealt.shares.first { $0.holder == .recovery })
        try ShareSetRecords(folder: folder, now: { due }).prove(words)
        #expect(try !records.record(of: dealt.set.id).isDrillDue(at: due))
        // Nobody types what is in a sealed file.
        var places = Self.usual
        places[.recovery] = .sealedFile
        let sealed = try added(places)
        for share in sealed.shares { try records.prove(share) }
        try records.move(sealed.set.id, to: .active)
        #expect(try !records.record(of: sealed.set.id).isDrillDue(at: due))
    }

    @Test func aSetCountsOnceThreeHoldersHaveShownTheirShare() throws {
        let dealt = try added()
        for (count, share) in dealt.shares.enumerated() {
            #expect(throws: SharedKeyError.unproven(count)) { try records.move(dealt.set.id, to: .active) }
            try records.prove(share)
            // The same share again is no further proof.
            try records.prove(share)
        }
        try records.move(dealt.set.id, to: .active)
        #expect(try records.record(of: dealt.set.id).state == .active)
        #expect(throws: SharedKeyError.state(.active, .pending)) { try records.move(dealt.set.id, to: .pending) }
        try records.move(dealt.set.id, to: .retired)
        #expect(throws: SharedKeyError.state(.retired, .pending)) { try records.move(dealt.set.id, to: .pending) }
        // A node had lied about a rotation.
        try records.move(dealt.set.id, to: .active)
        #expect(try records.record(of: dealt.set.id).retired == nil)
        let other = try ShareDealer.deal(to: [.login, .device])
        #expect(throws: SharedKeyError.unknownSet(other.set.id)) { try records.move(other.set.id, to: .active) }
    }

    @Test func aRetiredSetStaysUntilTwoNodesHaveSeenItsSuccessorSign() throws {
        let (dealt, next) = (try added(), try added())
        for share in dealt.shares + next.shares { try records.prove(share) }
        try records.move(dealt.set.id, to: .active)
        try records.replace(dealt.set.id, by: next.set.id, proof: .sha256([1]))
        func record() throws -> ShareSetRecord { try records.record(of: dealt.set.id) }
        #expect(try record().successor == .sha256([1]))
        let (day, end) = (86_400.0, time.addingTimeInterval(90 * 86_400))
        #expect(try record().needsWitnesses)
        try records.note(witnesses: 1, of: try record())
        #expect(try !record().mayBeErased(at: end), "one node may lie")
        let seen = try record()
        try records.note(witnesses: 2, of: seen)
        try records.note(witnesses: 0, of: seen)
        #expect(try record().mayBeErased(at: end), "what was seen counts")
        #expect(try !record().needsWitnesses)
        #expect(try !record().mayBeErased(at: end.addingTimeInterval(-1)))
        #expect(try !record().mayBeErased(at: time.addingTimeInterval(-day)), "clocks go back")
        // It counts again: what was seen before is worth nothing, also where it is told late.
        try records.restore(dealt.set.id, inPlaceOf: next.set.id)
        try records.note(witnesses: 2, of: seen)
        #expect(try record().witnesses == 0)
        #expect(try records.record(of: next.set.id).state == .pending)
        try records.replace(dealt.set.id, by: next.set.id, proof: nil)
        // An older key never waits to take a newer one's place.
        try records.move(dealt.set.id, to: .active)
        try records.move(next.set.id, to: .retired)
        try records.restore(next.set.id, inPlaceOf: dealt.set.id)
        #expect(try record().state == .retired)
    }

    @Test(
        arguments: [
            ([.device: .keyring, .app: .app, .recovery: .words], SharedKeyError.onePlace(.device, .app)),
            ([.device: .sealedFile, .recovery: .sealedFile, .login: .service("a")], .onePlace(.device, .recovery)),
            ([.device: .keyring, .recovery: .words], .tooFewHolders(2)),
            ([.device: .words, .recovery: .words, .login: .service("a")], .unfit(.device, .words)),
            ([.device: .app, .recovery: .words, .login: .service("a")], .unfit(.device, .app)),
            ([.login: .keyring, .recovery: .words, .device: .sealedFile], .unfit(.login, .keyring)),
            (
                [.secondDevice: .service("a"), .recovery: .words, .device: .keyring],
                .unfit(.secondDevice, .service("a"))
            ),
        ] as [([ShareHolder: SharePlace], SharedKeyError)])
    func onePlaceNeverHasTwoShares(_ places: [ShareHolder: SharePlace], _ error: SharedKeyError) {
        #expect(throws: error) { try SharePlaces(places) }
    }

    @Test func plainFilesAndMemoryAreNoPlaces() {
        #expect(SharePlace(VaultPlace.plainFile(path: "/x")) == nil && SharePlace(VaultPlace.memory) == nil)
        #expect(SharePlace(VaultPlace.secretService) == .keyring)
        #expect(SharePlace(VaultPlace.sealedFile(path: "/x")) == .sealedFile)
    }

    // MARK: The file

    /// A file that is written is a file that is read, whatever its number of sets.
    @Test func aSetThatHasNoRoomIsRefusedAndNothingIsLost() throws {
        // Written at once: each write reads all of them.
        let made = try (0..<ShareSetDocument.setLimit).map { _ in
            try ShareSetRecord(
                try ShareDealer.deal(to: Set(Self.usual.keys)).set, of: try AccountId("alice.near"), on: "mainnet",
                in: try SharePlaces(Self.usual), now: time)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try ShareSetDocument.encode(made).write(to: records.file)
        let sets = made.map(\.id)
        #expect(throws: SharedKeyError.storage(reason: ShareSetDocument.full)) { try added() }
        let next = try ShareDealer.deal(to: Set(Self.usual.keys)).set
        let (account, places) = (try AccountId("alice.near"), try SharePlaces(Self.usual))
        #expect(throws: SharedKeyError.storage(reason: ShareSetDocument.full)) {
            try records.adopt(next, of: account, on: "mainnet", in: places, here: .device)
        }
        #expect(try records.all().map(\.id) == sets && records.takeProblem() == nil)
        try records.remove(sets[7])
        try records.adopt(next, of: account, on: "mainnet", in: places, here: .device)
        #expect(try records.all().last?.id == next.id)
    }

    @Test func aComputerThatIsNotTheFirstOneTakesOverAsItself() throws {
        let (account, places) = (try AccountId("alice.near"), try SharePlaces(Self.usual))
        let set = try ShareDealer.deal(to: [.login, .device, .recovery, .thirdDevice]).set
        try records.adopt(set, of: account, on: "mainnet", in: places, here: .thirdDevice)
        let record = try records.record(of: set.id)
        #expect(record.here == .thirdDevice && record.state == .active)
        #expect(record.holdings[.thirdDevice]?.place == .keyring && record.holdings[.device]?.place == .elsewhere)
    }

    @Test func aFileThatCannotBeUnderstoodIsKeptAndReported() throws {
        let dealt = try added()
        let good = try String(contentsOf: records.file, encoding: .utf8)
        let set = Base58.encode(dealt.set.bytes)
        let changes: [(String, String)] = [
            ("\"schema\":1", "\"schema\":2"), (set, "1\(set)"), ("\"pending\"", "\"sleeping\""),
            ("\"pending\"", "\"retired\""), ("\"holder\":2", "\"holder\":3"), ("\"holder\":2", "\"holder\":0"),
            ("\"holder\":2", "\"holder\":4"), ("\"keyring\"", "\"app\""), ("\"keyring\"", "\"plain-file\""),
            ("alice.near", "Alice"), ("2025-", "2025/"), ("\"sets\":[", "\"sets\":[],\"sets\":["),
        ]
        for (old, new) in changes {
            let bad = good.replacingOccurrences(of: old, with: new)
            #expect(bad != good, "\(old)")
            try Data(bad.utf8).write(to: records.file)
            let records = records
            #expect(try records.all() == [], "\(old) → \(new)")
            let problem = try #require(records.takeProblem(), "\(old) → \(new)")
            #expect(records.takeProblem() == nil)
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.contains(".corrupt-") }
            #expect(kept.contains { problem.contains($0) }, "\(problem)")
            for name in kept { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        }
        try Data(good.utf8).write(to: records.file)
        #expect(try records.all().map(\.id) == [dealt.set.id])
    }

    @Test func aChangeThatDiesAtAnyStepLeavesTheOldRecordsOrTheNewOnes() throws {
        struct StopError: Error {}
        let old = try added()
        for step in AtomicFile.Step.allCases where step != .removed {
            let dying = ShareSetRecords(folder: folder, now: { [time] in time }) { if $0 == step { throw StopError() } }
            let before = try records.all()
            let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
            #expect(throws: SharedKeyError.self, "\(step)") {
                try dying.add(
                    dealt.set, of: try AccountId("bob.near"), on: "testnet", in: try SharePlaces(Self.usual))
            }
            let after = try records.all()
            #expect(after.first?.id == old.set.id)
            #expect(after == before || after.map(\.id) == before.map(\.id) + [dealt.set.id], "\(step)")
            #expect(records.takeProblem() == nil)
        }
    }
}
