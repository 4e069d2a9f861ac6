// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The journal's reader with everything that a file can hold.
@Suite struct JournalReaderTests {
    @Test func everyRecordComesBackAsItWas() throws {
        let records = try JournalBuilders.records()
        let content = JournalReader.read(JournalBuilders.text(records))
        #expect(content.records == records)
        #expect(content.problems.isEmpty && content.others.isEmpty)
    }

    /// Lines of the first versions have no asker; one of a kind that a newer version knows stays.
    @Test(arguments: [nil, "dapp:https://app.example", "host:/usr/bin/app", "bus:something new", "", "dapp:null"])
    func anAskerStaysAsItWasWritten(key: String?) throws {
        let intent = try JournalBuilders.intent("a", asker: key.map { ExactText($0) })
        let content = JournalReader.read(JournalBuilders.text([.intent(intent)]))
        #expect(content.records == [.intent(intent)] && content.problems.isEmpty)
        let asker = try #require(JournalLedger(lines: content.lines).request("a")).entry.asker
        #expect(asker == key.flatMap { Asker(key: $0) })
        let text = String(decoding: JournalBuilders.text(content.records), as: UTF8.self)
        #expect(text.contains("\"asker\":") == (key != nil))
        if let key { #expect(text.contains(#""asker":"\#(key)""#)) }
    }

    @Test func argumentsAndCodeAreNotInTheFile() throws {
        let text = String(decoding: JournalBuilders.text(try JournalBuilders.records()), as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(text.contains(#""methodName":"buy""#) && text.contains("contentHash"))
    }

    @Test func aFileCutOffAnywhereLosesTheLastLineOnly() throws {
        let records = try JournalBuilders.records()
        let bytes = JournalBuilders.text(records)
        var whole = 0
        var end = records[0].line.count
        for length in 0...bytes.count {
            let content = JournalReader.read(Array(bytes[..<length]))
            if whole < records.count, length >= end {
                whole += 1
                end += whole < records.count ? records[whole].line.count + 1 : 0
            }
            #expect(content.records == Array(records[..<whole]), "\(length) bytes")
            let isCut = !content.others.isEmpty
            #expect(content.problems.count == (isCut ? 1 : 0))
            if isCut { #expect(content.problems[0].contains("cut off"), "\(length) bytes") }
        }
    }

    @Test(arguments: [
        "", "{", "null", "[]", "7", "\0", "\u{FEFF}", #"{"v":2,"type":"intent","id":"a"}"#, #"{"v":1}"#,
        #"{"v":1,"type":"explode","id":"a"}"#, #"{"v":1,"type":"left","id":7,"reason":"x"}"#,
        #"{"v":1,"type":"checked","id":"a","height":-1}"#, #"{"v":1,"type":"checked","id":"a","height":1e3}"#,
        #"{"v":1,"type":"checked","id":"a","height":18446744073709551616}"#,
        #"{"v":1,"type":"state","id":"a","part":-1,"state":"confirmed","settled":true}"#,
        #"{"v":1,"type":"state","id":"a","part":0,"state":"open","settled":true}"#,
        #"{"v":1,"type":"state","id":"a","part":0,"state":"confirmed","settled":true,"hash":"x"}"#,
        #"{"v":1,"type":"keys","id":"a","height":1,"nonces":{"ed25519:x":1}}"#,
        #"{"v":1,"type":"signed","id":"a","part":0,"publicKey":"ed25519:x","nonce":1,"height":1}"#,
    ])
    func aLineThatIsNoRecordIsReportedAndKept(line: String) throws {
        let good = try JournalBuilders.settled("a")
        let bytes = JournalBuilders.text([good[0]]) + Array(line.utf8) + [10] + JournalBuilders.text([good[1]])
        let content = JournalReader.read(bytes)
        #expect(content.records == good)
        #expect(content.others == (line.isEmpty ? [] : [Array(line.utf8)]))
        #expect(content.problems.count == content.others.count)
    }

    /// Repeatable random numbers, so that a failure can be reproduced.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func bytesThatWereChangedAnywhereAreReadToTheEnd() throws {
        var generator = Generator(state: 1)
        let bytes = JournalBuilders.text(try JournalBuilders.records("a") + JournalBuilders.records("b"))
        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: damaged.remove(at: place)
                default: damaged.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                }
            }
            let content = JournalReader.read(damaged)
            // What can be read is folded without a fault, and written the same again.
            let ledger = JournalLedger(content.records)
            for request in ledger.requests { #expect(request.entry.parts.count == request.intent.parts.count) }
            #expect(JournalReader.read(JournalBuilders.text(content.records)).records == content.records)
            #expect(content.records.count + content.others.count >= 1)
        }
    }

    @Test func recordsOfNoRequestOrNoPartCountForNothing() throws {
        let ledger = JournalLedger([
            .left(id: "x", reason: "y"), .intent(try JournalBuilders.intent("a")),
            .state(id: "a", part: 1, .confirmed(hash: nil), isSettled: true),
            .signed(id: "a", JournalSignature(part: .max, hash: JournalBuilders.hash, key: nil)),
            .intent(try JournalBuilders.intent("a", parts: 3)),
        ])
        #expect(ledger.requests.count == 1)
        #expect(ledger.requests[0].intent.parts.count == 1)
        #expect(ledger.requests[0].states.isEmpty && ledger.requests[0].signatures.isEmpty)
    }

    @Test func whatTheChainHasSaidIsNotTakenBack() throws {
        let ledger = JournalLedger(
            try JournalBuilders.settled("a") + [.state(id: "a", part: 0, .unknown(howToCheck: "x"), isSettled: false)])
        #expect(ledger.requests[0].entry.state == .confirmed(hash: JournalBuilders.hash))
    }

    @Test func aClockThatJumpsChangesNoOrder() throws {
        let times: [Int64] = [1_700_000_000_000, .max, 0, .min, -5]
        let ledger = JournalLedger(
            try times.enumerated().map { .intent(try JournalBuilders.intent("\($0)", time: $1)) })
        #expect(ledger.requests.map(\.intent.id) == ["0", "1", "2", "3", "4"])
        let content = JournalReader.read(JournalBuilders.text(ledger.requests.map { .intent($0.intent) }))
        #expect(content.records.count == 5)
        for request in ledger.requests { #expect(request.entry.startedAt.timeIntervalSince1970.isFinite) }
    }

    @Test func onlyWhoRunsIsWaitedFor() throws {
        let gone = JournalLedger([.intent(try JournalBuilders.intent("a"))])
        #expect(gone.requests[0].entry.state.code == "unknown")
        let alive = JournalLedger([.intent(try JournalBuilders.intent("a", process: .current))])
        #expect(alive.requests[0].entry.state == .open)
        let current = ProcessIdentity.current
        #expect(current.liveness == .running && current.namespace?.hasPrefix("pid:[") == true)
        func like(_ pid: Int32, ticks: UInt64, boot: String, namespace: String?) -> ProcessIdentity.Liveness {
            ProcessIdentity(pid: pid, startTicks: ticks, boot: boot, namespace: namespace).liveness
        }
        let (pid, ticks, boot, namespace) = (current.pid, current.startTicks, current.boot, current.namespace)
        #expect(like(pid, ticks: ticks + 1, boot: boot, namespace: namespace) == .ended, "another has got the number")
        #expect(like(.max, ticks: ticks, boot: boot, namespace: namespace) == .ended, "nobody has the number")
        // The same process number may exist in another namespace.
        for other in [nil, "pid:[1]"] { #expect(like(.max, ticks: ticks, boot: boot, namespace: other) == .unseen) }
        #expect(like(.max, ticks: ticks, boot: "another", namespace: namespace) == .unseen, "another machine")
        #expect(like(pid, ticks: 0, boot: boot, namespace: namespace) == .unseen, "it could not look at itself")
    }
}
