// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import Synchronization
import TestSupport
import Testing

@testable import NEARSharedKeys

/// The making of a shared key, and what is left where it is cut off.
@Suite struct SharedKeyCreationTests {
    private struct StopError: Error {}

    /// A service on another computer, which keeps what it was given.
    private actor Service: ShareReceiver, ShareSource {
        nonisolated let holder = ShareHolder.login
        private var kept: [ShareSetID: KeyShare] = [:]

        func store(_ share: ProvenShare) throws(SharedKeyError) { kept[share.set.id] = share.share }

        func share(of set: ShareSetID) throws(SharedKeyError) -> KeyShare {
            guard let share = kept[set] else { throw .missing(.login) }
            return share
        }
    }

    private let place = TestFolder("make")
    private var folder: URL { place.url }
    private let vault = MemoryVault()
    private let service = Service()
    private var records: ShareSetRecords { ShareSetRecords(folder: folder) }
    private static let places: [ShareHolder: SharePlace] = [
        .login: .service("https://login.example"), .device: .keyring, .recovery: .words,
    ]

    private func begin(_ records: ShareSetRecords? = nil) throws -> SharedKeyCreation {
        try SharedKeyCreation.begin(
            for: try AccountId("alice.near"), on: "testnet", in: try SharePlaces(Self.places),
            records: records ?? self.records)
    }

    private func device() throws -> VaultShare { try VaultShare(.device, in: vault) }

    private func signs(_ set: ShareSet, by one: any ShareSource, _ other: any ShareSource) async throws -> Bool {
        let subject = try SharedKeyScene.transfer(of: set.publicKey)
        let key = try SharedKey(set, by: one, with: .share(other))
        return set.publicKey.verify(try await key.sign(subject) { _ in }, hash: subject.hash)
    }

    @Test func everyShareArrivesIsComparedAndSigns() async throws {
        let creation = try begin()
        #expect(try await creation.missing == [.login, .device, .recovery])
        try await creation.deliver(to: service)
        try await creation.deliver(to: try device())
        await #expect(throws: SharedKeyError.unproven(2)) { try await creation.finish() }
        let text = try await creation.words(of: .recovery).exposedText()
        try await creation.prove(try ShareWords(text))
        #expect(try await creation.missing == [])
        try await creation.finish()
        let record = try records.record(of: creation.set.id)
        #expect(record.state == .active && record.provenHolders.count == 3)
        await #expect(throws: SharedKeyError.self, "a finished creation has no shares") {
            try await creation.words(of: .recovery)
        }
        #expect(try await signs(record.set, by: try device(), service))
        #expect(try await signs(record.set, by: try device(), HandedShare(try ShareWords(text))))
        #expect(try await signs(record.set, by: HandedShare(try ShareWords(text)), service))
    }

    @Test func otherWordsAreNoProof() async throws {
        let creation = try begin()
        try await creation.deliver(to: try device())
        let other = try ShareWords(try SharedKeyScene().share(.recovery).share)
        await #expect(throws: SharedKeyError.share(.foreign(.recovery))) { try await creation.prove(other) }
        // The device's own share, written as words, proves nothing about the device.
        let device = try ShareWords(try await device().share(of: creation.set.id))
        await #expect(throws: SharedKeyError.unfit(.device, .keyring)) { try await creation.prove(device) }
        await #expect(throws: SharedKeyError.unfit(.device, .keyring)) { try await creation.words(of: .device) }
        await #expect(throws: SharedKeyError.share(.notAHolder(.app))) { try await creation.words(of: .app) }
        #expect(try await creation.missing == [.login, .recovery])
    }

    @Test func aCreationThatWasCutOffGoesOnWithTheSameShares() async throws {
        let words: String
        let id: ShareSetID
        do {
            let creation = try begin()
            try await creation.deliver(to: service)
            try await creation.deliver(to: try device())
            words = try await creation.words(of: .recovery).exposedText()
            id = creation.set.id
        }
        let again = try await SharedKeyCreation.resume(id, by: try device(), with: service, records: records)
        #expect(try await again.missing == [.recovery])
        #expect(try await again.words(of: .recovery).exposedText() == words)
        try await again.prove(try ShareWords(words))
        try await again.finish()
        await #expect(throws: SharedKeyError.state(.active, .pending)) {
            try await SharedKeyCreation.resume(id, by: try device(), with: service, records: records)
        }
        await #expect(throws: SharedKeyError.state(.active, .retired)) {
            try await SharedKeyCreation.giveUp(id, erasing: [], records: records)
        }
    }

    @Test func whatHasNotArrivedIsNamedAndCanBeGivenUp() async throws {
        let creation = try begin()
        let id = creation.set.id
        try await creation.deliver(to: try device())
        await #expect(throws: SharedKeyError.missing(.login)) {
            try await SharedKeyCreation.resume(id, by: try device(), with: service, records: records)
        }
        try await SharedKeyCreation.giveUp(id, erasing: [try device()], records: records)
        #expect(try records.all() == [])
        #expect(try await vault.names() == [])
    }

    /// Ends at each step of each write of the record; the next start goes on, or begins anew.
    @Test func anEndAtAnyWriteLeavesAKeyThatCanBeFinished() async throws {
        var writes = 0
        while true {
            let left = Mutex(writes)
            let (vault, service) = (MemoryVault(), Service())
            let folder = folder.appendingPathComponent("\(writes)")
            let dying = ShareSetRecords(
                folder: folder, now: { Date() },
                afterStep: { _ in
                    try left.withLock { left in
                        guard left > 0 else { throw StopError() }
                        left -= 1
                    }
                })
            let (records, device) = (ShareSetRecords(folder: folder), try VaultShare(.device, in: vault))
            var wasCutOff = false
            do {
                let creation = try begin(dying)
                try await creation.deliver(to: device)
                try await creation.deliver(to: service)
                try await creation.prove(try await creation.words(of: .recovery))
                try await creation.finish()
            } catch SharedKeyError.storage {
                wasCutOff = true
            }
            #expect(records.takeProblem() == nil, "write \(writes)")
            for record in try records.all() where record.state == .pending {
                do {
                    let creation = try await SharedKeyCreation.resume(
                        record.id, by: device, with: service, records: records)
                    try await creation.prove(try await creation.words(of: .recovery))
                    try await creation.finish()
                } catch SharedKeyError.missing {
                    try await SharedKeyCreation.giveUp(record.id, erasing: [device], records: records)
                    #expect(try await vault.names() == [], "write \(writes): a share of nothing")
                }
            }
            for record in try records.all() {
                #expect(record.state == .active)
                #expect(try await signs(record.set, by: device, service), "write \(writes)")
            }
            guard wasCutOff else { break }
            writes += 1
        }
        #expect(writes > 20)
    }
}
