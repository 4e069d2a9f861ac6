// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import Testing

@testable import NEARConnectCore

/// "Not sent" is said only where the chain or this program's order of writes proves it.
///
/// After that verdict users send again.
@Suite(.timeLimit(.minutes(10))) struct JournalProofTests {
    /// Returns all orders of all subsets of `elements`.
    private static func orders<Element>(of elements: [Element]) -> [[Element]] {
        elements.indices.reduce([[]]) { orders, index in
            var others = elements
            let element = others.remove(at: index)
            return orders + Self.orders(of: others, beginningWith: element)
        }
    }

    private static func orders<Element>(of elements: [Element], beginningWith first: Element) -> [[Element]] {
        orders(of: elements).map { [first] + $0 }
    }

    private enum Line: CaseIterable {
        case intent, signed, unreadable, notSent, ownNotSent, confirmed
    }

    private static func line(_ line: Line, of chain: JournalChain, _ signature: JournalSignature) throws -> JournalLine
    {
        let record: JournalRecord
        switch line {
        case .unreadable: return .unreadable(Array(#"{"v":2,"type":"signed","id":"a"}"#.utf8))
        case .intent: record = chain.intent(try .near(1))
        case .signed: record = .signed(id: "a", signature)
        case .notSent: record = .state(id: "a", part: 0, .notSent(reason: "looked"), isSettled: true)
        case .ownNotSent: record = .state(id: "a", part: 0, .notSent(reason: "own"), isSettled: true, isOwn: true)
        case .confirmed: record = .state(id: "a", part: 0, .confirmed(hash: signature.hash), isSettled: true)
        }
        return .record(record, isChecked: true)
    }

    /// A transaction that was sent is never reported as not sent, in whatever order the lines stand.
    ///
    /// That holds of the file alone, and after the chain was asked.
    @Test func inNoOrderOfLinesSomethingSentIsNotSent() async throws {
        let chain = try await JournalChain()
        let signature = try await chain.sign(try .near(1), isSent: true)
        var count = 0
        for order in Self.orders(of: Line.allCases) {
            guard let start = order.firstIndex(of: .intent) else { continue }
            let lines = try order.map { try Self.line($0, of: chain, signature) }
            let said = try #require(JournalLedger(lines: lines).requests.first).entry.state.code
            let asked = try await JournalChain.verdict(lines, asking: chain.client).get().code
            let later = order[start...]
            if order.contains(.confirmed) {
                #expect(said == "confirmed" && asked == "confirmed", "\(order)")
            } else if order.contains(.signed) {
                let verdict = order.lastIndex { $0 == .notSent || $0 == .ownNotSent }
                let isLater =
                    order.lastIndex(of: .signed).map { signed in verdict.map { signed > $0 } ?? true } ?? false
                if isLater { #expect(said != "not-sent" && asked == "confirmed", "\(order)") }
            }
            if later.contains(.unreadable), !order.contains(.ownNotSent) {
                #expect(said != "not-sent" && asked != "not-sent", "\(order)")
            }
            if !order.contains(.signed), !order.contains(.unreadable), !order.contains(.confirmed) {
                #expect(asked == "not-sent", "\(order): it is proven, and not said")
            }
            count += 1
        }
        #expect(count > 1_000)
        await chain.devnet.stop()
    }

    /// With any one bit of the file flipped, a sent transaction is confirmed or unknown.
    @Test(arguments: [true, false]) func whicheverBitIsDamagedSomethingSentIsNotCalledNotSent(isChecked: Bool)
        async throws
    {
        let chain = try await JournalChain()
        let signature = try await chain.sign(try .near(1), isSent: true)
        let records = [
            chain.intent(try .near(1)), .signed(id: "a", signature), .left(id: "a", reason: "the program stopped"),
            .checked(id: "a", height: 1),
        ]
        let bytes = records.flatMap { $0.line(isChecked: isChecked) + [UInt8(ascii: "\n")] }
        var verdicts: [[JournalLine]: String] = [:]
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let content = JournalReader.read(damaged)
            // Lines that can't be read are alike: a few journals are left to ask the chain about.
            let lines = content.lines.map { line in
                if case .record = line { line } else { JournalLine.unreadable(Array("x".utf8)) }
            }
            guard JournalLedger(lines: lines).requests.first?.intent.network == "devnet", verdicts[lines] == nil else {
                continue
            }
            switch try await JournalChain.verdict(lines, asking: chain.client) {
            case .success(let state): verdicts[lines] = state.code
            case .failure(let error): verdicts[lines] = error.code
            }
            #expect(
                verdicts[lines] != "not-sent" && verdicts[lines] != "failed",
                "bit \(bit): \(String(decoding: damaged, as: UTF8.self))")
        }
        #expect(verdicts.values.contains("confirmed") && verdicts.values.contains("unknown"))
        await chain.devnet.stop()
    }

    @Test func aLineThatWasPutRightIsReadAgain() async throws {
        let chain = try await JournalChain()
        let signature = try await chain.sign(try .near(1), isSent: true)
        let intent = JournalLine.record(chain.intent(try .near(1)), isChecked: true)
        let line = JournalRecord.signed(id: "a", signature).line
        let damaged = JournalLine.unreadable(
            Array(String(decoding: line, as: UTF8.self).replacing("signed", with: "sigoed").utf8))
        #expect(try await JournalChain.verdict([intent, damaged], asking: chain.client).get().code == "unknown")
        let later = try await JournalChain.verdict(
            [intent, .record(try JournalRecord.read(line).record, isChecked: true)], asking: chain.client)
        #expect(try later.get() == .confirmed(hash: signature.hash))
        await chain.devnet.stop()
    }

    /// A compaction leaves an unreadable line behind the intents that it stood behind.
    @Test func whatCannotBeReadKeepsItsPlaceWhenTheFileIsMadeSmaller() throws {
        let strange = JournalLine.unreadable(Array("{".utf8))
        let stray = JournalLine.record(
            .signed(id: "nobody's", JournalSignature(part: 0, hash: JournalBuilders.hash, key: nil)), isChecked: true)
        for odd in [strange, stray] {
            let old = try JournalBuilders.settled("old").map { JournalLine.record($0, isChecked: false) }
            let open = JournalLine.record(.intent(try JournalBuilders.intent("open")), isChecked: true)
            let later = JournalLine.record(.intent(try JournalBuilders.intent("later")), isChecked: true)
            let kept = JournalLedger.compacted(old + [open, odd, later], keptBytes: 0).kept
            #expect(kept == [open, odd, later])
            let ledger = JournalLedger(lines: kept)
            #expect(ledger.request("open")?.unreadableLines == 1 && ledger.request("later")?.unreadableLines == 0)
        }
    }

    /// A wallet's frame may have a part signed twice; the signature that was sent counts.
    @Test func ofTwoSignaturesOfAPartTheOneThatWasSentCounts() async throws {
        let chain = try await JournalChain()
        let sent = try await chain.sign(try .near(1), isSent: true)
        let kept = try await chain.sign(try .near(1), isSent: false)
        _ = try await chain.sign(try .near(2), isSent: true)
        for signatures in [[sent, kept], [kept, sent]] {
            let records = [chain.intent(try .near(1))] + signatures.map { .signed(id: "a", $0) }
            let verdict = try await JournalChain.verdict(
                records.map { .record($0, isChecked: true) }, asking: chain.client)
            #expect(try verdict.get() == .confirmed(hash: sent.hash))
        }
        await chain.devnet.stop()
    }

    /// Another process signs while the chain is asked about its request.
    ///
    /// On disk the look and the other process meet under the file's lock.
    @Test(arguments: [false, true])
    func whatIsSignedDuringTheLookIsNotOverruled(isOnDisk: Bool) async throws {
        let chain = try await JournalChain()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        let file = isOnDisk ? JournalFile(folder: folder) : nil
        let journal = TransactionJournal(file: file, logger: Logger(label: "test"))
        try await journal.append([chain.intent(try .near(1))])
        let signature = try await chain.sign(try .near(1), isSent: true)
        try await LyingNode.run(before: chain.devnet.rpcURL) { _, answer in
            do {
                try await journal.append([.signed(id: "a", signature)])
            } catch {
                Issue.record(error)
            }
            return answer
        } _: { node in
            // It looks again, and finds what was signed meanwhile.
            let states = try await journal.reconcile(network: "devnet", client: try node.client()).map(\.state)
            #expect(states == [.confirmed(hash: signature.hash)])
        }
        #expect(try await journal.contents().entries.map(\.state) == [.confirmed(hash: signature.hash)])
        if let file {
            // The verdict of the first look was never written, not even for a moment.
            #expect(try !String(contentsOf: file.url, encoding: .utf8).contains("not-sent"))
            try FileManager.default.removeItem(at: folder)
        }
        await chain.devnet.stop()
    }

    /// A process that can't be seen may still sign; a day later nothing of it can be executed.
    @Test(arguments: [
        ProcessIdentity(
            pid: .max, startTicks: 5, boot: ProcessIdentity.current.boot, namespace: "pid:[1] time:[1]"),
        ProcessIdentity(pid: .max, startTicks: 5, boot: ProcessIdentity.current.boot),
        ProcessIdentity(pid: .max, startTicks: 5, boot: "another", namespace: ProcessIdentity.current.namespace),
    ])
    func ofAProcessThatCannotBeSeenNothingIsProvenForADay(process: ProcessIdentity) async throws {
        let chain = try await JournalChain()
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        try await journal.append([chain.intent(try .near(1), process: process)])
        func state() async throws -> String? {
            _ = try await journal.reconcile(network: "devnet", client: chain.client)
            return try await journal.contents().entries.first?.state.code
        }
        #expect(try await state() == "unknown")
        try await chain.devnet.fastForward(JournalReconciler.validity - 10)
        #expect(try await state() == "unknown")
        try await chain.devnet.fastForward(20)
        #expect(try await state() == "not-sent")
        let signature = try await chain.sign(try .near(1), isSent: true)
        try await journal.append([.signed(id: "a", signature)])
        #expect(try await journal.contents().entries.first?.state.code == "unknown", "it did sign")
        #expect(try await state() == "confirmed")
        await chain.devnet.stop()
    }

    /// A node may name any height; a public network's is believed only as far as its block time allows.
    @Test func onAPublicNetworkNothingExpiresBeforeItCan() async throws {
        let chain = try await JournalChain()
        let signature = try await chain.sign(try .near(1), isSent: false)
        try await chain.devnet.fastForward(JournalReconciler.validity + 10)
        let looked = JournalRecord.checked(id: "a", height: signature.key?.height ?? 0)
        for (start, more, code) in [
            (Date.now, [looked], "unknown"), (Date.now - 86_400, [looked], "not-sent"),
            // Nobody looked at that time: one node's height, which is in the signature, proves nothing so soon.
            (Date.now - 86_400, [], "unknown"), (Date.now - 4 * 86_400, [], "not-sent"),
        ] {
            // A public chain is known by its genesis, whatever its name is.
            for (network, genesis) in [("testnet", nil), ("copy", ChainIdentity.mainnetGenesis)] {
                let intent = chain.intent(try .near(1), network: network, genesis: genesis, startedAt: start)
                let verdict = try await JournalChain.verdict(
                    of: [intent, .signed(id: "a", signature)] + more, on: network, asking: chain.client)
                #expect(try verdict.get().code == code, "\(network), \(start), \(more)")
            }
        }
        await chain.devnet.stop()
    }

    /// The node that named the block for a signature said that it was an old one.
    @Test func aHeightThatWasTooLowHasNothingExpire() async throws {
        let chain = try await JournalChain()
        try await chain.devnet.fastForward(JournalReconciler.validity + 10)
        var signature = try await chain.sign(try .near(1), isSent: false)
        let height = try #require(signature.key?.height)
        signature = JournalSignature(
            part: 0, hash: signature.hash,
            key: signature.key.map {
                JournalSignature.SignedNonce(publicKey: $0.publicKey, nonce: $0.nonce, height: 1)
            })
        let records: [JournalRecord] = [chain.intent(try .near(1)), .signed(id: "a", signature)]
        for looked in [[], [JournalRecord.checked(id: "a", height: height)]] {
            let verdict = try await JournalChain.verdict(of: records + looked, on: "devnet", asking: chain.client)
            #expect(try verdict.get().code == "unknown", "\(looked)")
        }
        await chain.devnet.stop()
    }
}
