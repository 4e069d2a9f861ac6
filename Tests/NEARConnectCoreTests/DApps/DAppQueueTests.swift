// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The queue of questions: an order that is seen, bounds, and one end for each question.
@Suite struct DAppQueueTests {
    private func asker(_ site: Int, document: Int = 0, view: Int = 0) throws -> DAppAsker {
        try DAppAsker(
            origin: "https://s\(site).example", ancestors: [],
            view: try #require(DAppAsker.Token("view-0123456789-\(view)")),
            document: try #require(DAppAsker.Token("document-0123456789-\(document)")))
    }

    /// Expects `isTrue`; the macro itself can't take a call that changes a value.
    private func check(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(isTrue, sourceLocation: sourceLocation)
    }

    @Test func oneQuestionIsOpenAndTheOthersWait() throws {
        var queue = DAppQueue()
        let first = try queue.submit(try asker(1), isConnection: false)
        let second = try queue.submit(try asker(1), isConnection: false)
        #expect(queue.current?.id == first)
        #expect(queue.waiting.map(\.id) == [second])
        let isBegun = (queue.begin(second), queue.begin(first), queue.begin(first))
        #expect(isBegun == (false, true, false))
        let isFinished = (queue.finish(first), queue.finish(first))
        #expect(isFinished == (true, false))
        #expect(queue.current?.id == second)
    }

    @Test func aSiteHasFourWaiting() throws {
        var queue = DAppQueue()
        for _ in 0...DAppQueue.siteLimit { _ = try queue.submit(try asker(1), isConnection: false) }
        let one = try asker(1)
        #expect(DAppText.code { _ = try queue.submit(one, isConnection: false) } == .limitExceeded)
        // Another site isn't kept out.
        _ = try queue.submit(try asker(2), isConnection: false)
        #expect(queue.count == DAppQueue.siteLimit + 2)
    }

    @Test func manySitesTogetherAreBoundedToo() throws {
        var queue = DAppQueue()
        for site in 0..<DAppQueue.limit { _ = try queue.submit(try asker(site), isConnection: true) }
        let one = try asker(1000)
        #expect(DAppText.code { _ = try queue.submit(one, isConnection: true) } == .limitExceeded)
    }

    @Test func aSecondConnectionOfASiteIsRefusedWhereverTheFirstIs() throws {
        var queue = DAppQueue()
        let one = try asker(1)
        let open = try queue.submit(one, isConnection: true)
        #expect(DAppText.code { _ = try queue.submit(one, isConnection: true) } == .alreadyWaiting)
        _ = try queue.submit(try asker(2), isConnection: false)
        let other = try asker(2, document: 5, view: 5)
        _ = try queue.submit(other, isConnection: true)
        #expect(DAppText.code { _ = try queue.submit(other, isConnection: true) } == .alreadyWaiting)
        check(queue.finish(open))
        _ = try queue.submit(one, isConnection: true)
    }

    @Test func sitesTakeTurnsAndTheOrderIsSeenBefore() throws {
        var queue = DAppQueue()
        var named: [DAppQueue.ID: String] = [:]
        for name in ["1a", "1b", "1c", "2a", "3a", "2b"] {
            let site = try #require(Int(name.prefix(1)))
            named[try queue.submit(try asker(site), isConnection: false)] = name
        }
        let order = queue.order.compactMap { named[$0.id] }
        #expect(order == ["1a", "2a", "3a", "1b", "2b", "1c"])
        var seen: [String] = []
        while let current = queue.current {
            seen.append(try #require(named[current.id]))
            check(queue.finish(current.id))
        }
        #expect(seen == order)
    }

    @Test func whatIsCarriedOutIsNotTakenAway() throws {
        var queue = DAppQueue()
        let one = try asker(1, document: 1, view: 1)
        let working = try queue.submit(one, isConnection: false)
        let waiting = try queue.submit(one, isConnection: false)
        check(queue.begin(working))
        check(queue.end(site: one.origin) == [waiting])
        check(queue.end(document: one.document).isEmpty)
        check(queue.end(view: one.view).isEmpty)
        check(queue.finish(working))
        #expect(queue.count == 0)
    }

    /// Random orders of everything that can happen, compared with a list that is too simple to be wrong.
    @Test func eachQuestionEndsOnceInAnyOrder() throws {
        var generator = SplitMix(state: 20_261_124)
        let askers = try (0..<24).map { try asker($0 % 3, document: $0 / 3 % 4, view: $0 / 12) }
        for _ in 0..<SoakCount.full(or: 2_000) { try run(askers, &generator) }
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private func run(_ askers: [DAppAsker], _ generator: inout SplitMix) throws {
        var queue = DAppQueue()
        var open: [DAppQueue.ID: DAppAsker] = [:]
        var ended: Set<DAppQueue.ID> = []
        var working: DAppQueue.ID?
        func end(_ ids: [DAppQueue.ID]) {
            for id in ids {
                #expect(open.removeValue(forKey: id) != nil && ended.insert(id).inserted)
                #expect(id != working)
            }
        }
        for _ in 0..<24 {
            let one = askers[Int.random(in: askers.indices, using: &generator)]
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...4:
                let waiting = queue.waiting.count { $0.asker.origin == one.origin }
                do throws(DAppError) {
                    let id = try queue.submit(one, isConnection: Bool.random(using: &generator))
                    #expect(open.updateValue(one, forKey: id) == nil && !ended.contains(id))
                    #expect(waiting < DAppQueue.siteLimit)
                } catch {
                    #expect(error.code == .alreadyWaiting || waiting == DAppQueue.siteLimit)
                }
            case 5:
                if let current = queue.current, queue.begin(current.id) { working = current.id }
            case 6:
                if let current = queue.current {
                    if working == current.id { working = nil }
                    check(queue.finish(current.id))
                    end([current.id])
                }
            case 7:
                // The deadline of any question, also of one that has ended.
                let id = (open.keys.sorted() + ended.sorted()).randomElement(using: &generator)
                if let id, id != working {
                    let wasOpen = open[id] != nil
                    check(queue.finish(id) == wasOpen)
                    if wasOpen { end([id]) }
                }
            case 8: end(queue.end(document: one.document))
            default: end(Bool.random(using: &generator) ? queue.end(view: one.view) : queue.end(site: one.origin))
            }
            #expect(Set(queue.order.map(\.id)) == Set(open.keys))
            #expect((queue.current == nil) == open.isEmpty)
            #expect(queue.count == open.count)
        }
        while let current = queue.current {
            working = nil
            check(queue.finish(current.id))
            end([current.id])
        }
        #expect(open.isEmpty)
    }
}
