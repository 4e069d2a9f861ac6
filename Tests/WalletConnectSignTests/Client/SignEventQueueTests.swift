// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Events that wait for a subscriber that sleeps.
struct SignEventQueueTests {
    @Test func aSleepingSubscriberLosesNoEndAndNoLateAnswer() async throws {
        let world = try EngineWorld()
        world.start()
        let (wallet, _) = try world.session()
        let session = try #require(world.engine.sessions[wallet.topic]?.session)
        let chain = try #require(EngineWorld.chain)
        let late = LateAnswer(
            session: session.topic, owner: "o", request: "1", chain: chain, method: "m", params: .null, result: true)
        let queue = SignEventQueue()
        queue.add(.late(late))
        queue.add(.ended(session, .byUs))
        for number in 0..<2 * SignLimits.events {
            queue.add(.event(session, chain: chain, name: "n", data: .integer(Int128(number))))
            queue.add(.updated(session))
            queue.add(.relay(number.isMultiple(of: 2) ? .connecting : .connected))
        }
        queue.end()
        var told: [SignEvent] = []
        while let event = await queue.next() { told.append(event) }
        #expect(Array(told.prefix(2)) == [.late(late), .ended(session, .byUs)])
        #expect(Array(told.suffix(2)) == [.updated(session), .relay(.connected)])
        let numbers = told.compactMap { if case .event(_, _, _, let data) = $0 { data.integerValue() } else { nil } }
        #expect(numbers == Array(SignLimits.events..<2 * SignLimits.events))
        #expect(told.count == SignLimits.events + 4)
    }

    @Test func aStreamThatIsDroppedEndsItsSubscription() async {
        let queue = SignEventQueue()
        var stream: AsyncStream<SignEvent>? = {
            let subscription = SignSubscription(queue)
            return AsyncStream { await subscription.queue.next() }
        }()
        queue.add(.relay(.idle))
        var reader = stream?.makeAsyncIterator()
        #expect(await reader?.next() == .relay(.idle))
        #expect(!queue.isDropped)
        (stream, reader) = (nil, nil)
        #expect(queue.isDropped)
    }
}
