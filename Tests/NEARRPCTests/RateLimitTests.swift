// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARRPC

@Suite("Rate limits", .timeLimit(.minutes(5))) struct RateLimitTests {
    private static let price: FakeNode.Answer = .result(["gas_price": "100000000"])

    @Test func theOnlyEndpointIsLeftAloneForAsLongAsItAsks() async throws {
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, number in
            number == 0 ? .http(429, headers: ["Retry-After": "3"]) : Self.price
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock)
            async let price = client.gasPrice()
            await clock.waitForSleeper(of: .seconds(3))
            #expect(node.calls.count == 1)
            clock.advance(by: .seconds(3))
            #expect(try await price.yoctoNEAR == 100_000_000)
            #expect(node.calls.count == 2)
        }
    }

    @Test func anotherEndpointIsAskedMeanwhile() async throws {
        try await FakeNode.run(answering: { _, _ in .http(429, headers: ["Retry-After": "60"]) }) { busy in
            try await FakeNode.run(answering: { _, _ in Self.price }) { good in
                let clock = ManualClock()
                let client = try makeClient(busy, good, clock: clock)
                _ = try await client.gasPrice()
                _ = try await client.gasPrice()
                #expect(busy.calls.count == 1)
                #expect(good.calls.count == 2)
                clock.advance(by: .seconds(60))
                _ = try await client.gasPrice()
                #expect(busy.calls.count == 2)
            }
        }
    }

    @Test func anEndpointThatFailedIsAskedAgainBeforeOneThatRestsForLong() async throws {
        try await FakeNode.run(answering: { _, _ in .http(429, headers: ["Retry-After": "60"]) }) { busy in
            let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, number in
                number == 0 ? .http(503) : Self.price
            }
            try await FakeNode.run(answering: answer) { shaky in
                let client = try makeClient(busy, shaky)
                #expect(try await client.gasPrice().yoctoNEAR == 100_000_000)
                #expect(busy.calls.count == 1)
                #expect(shaky.calls.count == 2)
            }
        }
    }

    @Test func anAbsurdRestIsCutDown() async throws {
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, number in
            number == 0 ? .http(429, headers: ["Retry-After": "4294967295"]) : Self.price
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock)
            await #expect(throws: RPCError.rateLimited(retryAfter: .seconds(600))) { try await client.gasPrice() }
            clock.advance(by: .seconds(600))
            #expect(try await client.gasPrice().yoctoNEAR == 100_000_000)
        }
    }

    @Test func aRestBeyondTheDeadlineEndsTheCallAtOnce() async throws {
        try await FakeNode.run(answering: { _, _ in .http(429, headers: ["Retry-After": "300"]) }) { node in
            let client = try makeClient(node, clock: ManualClock())
            let error = await #expect(throws: RPCError.self) { try await client.gasPrice() }
            #expect(error == .rateLimited(retryAfter: .seconds(300)))
            #expect(node.calls.count == 1)
        }
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
    ]) func bothFormsOfRetryAfterAreRead(value: String, seconds: Int) {
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(RetryAfter.duration(value, now: now) == .seconds(seconds))
    }

    /// Every day of three centuries, at a time of day that differs from day to day, as Foundation writes it.
    @Test func everyDayIsTheCalendars() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for day in -25_567..<84_006 {
            let seconds = Int64(day) * 86_400 + Int64(day.magnitude) * 7919 % 86_400
            let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
            #expect(HTTPDate.seconds(text) == seconds, "\(text)")
        }
    }

    @Test(arguments: [
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 31 Apr 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994  08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ]) func whatIsNearlyADateIsNone(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    @Test func aLeapSecondIsTheLastOneOfItsMinute() {
        #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_799)
        #expect(HTTPDate.seconds("Tue, 29 Feb 2000 00:00:00 GMT") == 951_782_400)
    }

    @Test(arguments: [
        (" \t7 \r\n", "7"), ("a b", "a b"), ("\r\n", ""), ("", ""), ("\u{A0}x\u{A0}", "\u{A0}x\u{A0}"),
    ]) func onlyAFieldsOwnWhiteSpaceIsTakenOff(value: String, trimmed: String) {
        #expect(HeaderValue.trimmed(value.utf8).hasSameBytes(as: trimmed))
    }

    @Test(arguments: ["", "-1", "soon", "1.5", "99999999999999999999", "06 Nov 1994"])
    func anythingElseIsNoRetryAfter(value: String) {
        #expect(RetryAfter.duration(value, now: Date()) == nil)
    }
}
