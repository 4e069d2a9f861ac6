// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectPeers

/// The relay's mind, by a clock that only the test moves.
struct RelayCoreTests {
    var core: RelayCore
    var now = SignTime(wall: UnixTime(seconds: 1_763_800_000), uptime: .seconds(1))
    let topic: Topic
    let other: Topic

    init() throws {
        var settings = RelaySettings()
        settings.mailbox = 3
        settings.batch = 4
        settings.subscriptions = 5
        settings.message = 100
        core = RelayCore(settings)
        topic = try #require(Topic(String(repeating: "a", count: 64)))
        other = try #require(Topic(String(repeating: "b", count: 64)))
        _ = core.connect(1, client: "dapp", agent: "dapp", at: now)
        _ = core.connect(2, client: "wallet", agent: "wallet", at: now)
    }

    mutating func call(_ method: String, _ params: JSONValue, from number: Int, id: UInt64 = 5_000_000_000)
        -> [RelayCore.Effect]
    {
        core.receive(RPCMessage.request(RPCIdentifier(id), method: method, params: params).bytes, from: number, at: now)
    }

    mutating func publish(_ text: String = "QQ==", ttl: Int64 = 300, tag: Int64 = 1108, from number: Int = 1)
        -> [RelayCore.Effect]
    {
        call("irn_publish", PlainClient.message(text, on: topic, ttl: ttl, tag: tag), from: number)
    }

    mutating func subscribe(_ number: Int) -> [RelayCore.Effect] {
        call("irn_subscribe", ["topic": .string(topic.text)], from: number)
    }

    mutating func advance(_ seconds: Int64) -> [RelayCore.Effect] {
        now = SignTime(
            wall: UnixTime(seconds: now.wall.seconds + seconds), uptime: now.uptime + .seconds(seconds))
        return core.tick(at: now)
    }

    /// The ids and messages of deliveries among effects.
    func deliveries(_ effects: [RelayCore.Effect]) -> [(id: UInt64, to: Int, message: JSONValue)] {
        effects.compactMap { effect in
            guard case .send(let number, let text) = effect,
                case .request(let id, "irn_subscription", let params)? = RPCMessage(Array(text.utf8)),
                let id = id.number, let message = params["data"]?["message"]
            else { return nil }
            return (id, number, message)
        }
    }

    func error(_ effects: [RelayCore.Effect]) -> RPCAnswerError? {
        guard case .send(_, let text)? = effects.first else { return nil }
        return RPCMessage(Array(text.utf8))?.failure
    }

    @Test mutating func aMessageWaitsUntilItIsTaken() {
        #expect(deliveries(publish()).isEmpty)
        #expect(core.mailboxes.tags(topic) == [1108])
        let first = deliveries(subscribe(2))
        #expect(first.map(\.message) == ["QQ=="] && first.map(\.to) == [2])
        _ = core.receive(RPCMessage.result(RPCIdentifier(first[0].id), true).bytes, from: 2, at: now)
        #expect(core.mailboxes.tags(topic).isEmpty && core.deadline(at: now) == nil)
    }

    @Test mutating func aMessageEndsWithItsTimeToLive() {
        _ = publish(ttl: 60)
        _ = advance(59)
        #expect(core.mailboxes.tags(topic) == [1108])
        #expect(core.deadline(at: now) == now.uptime + .seconds(1))
        _ = advance(1)
        #expect(core.mailboxes.tags(topic).isEmpty)
        #expect(deliveries(subscribe(2)).isEmpty)
    }

    @Test mutating func aDeliveryComesAgainUntilItIsAcknowledged() {
        _ = subscribe(2)
        let first = deliveries(publish())
        #expect(advance(3).isEmpty)
        let second = deliveries(advance(1))
        #expect(second.map(\.id) == first.map(\.id))
        // Another answer than true is none.
        _ = core.receive(RPCMessage.result(RPCIdentifier(first[0].id), false).bytes, from: 2, at: now)
        #expect(deliveries(advance(4)).count == 1 && deliveries(advance(4)).count == 1)
        #expect(deliveries(advance(4)).isEmpty)
        #expect(core.mailboxes.tags(topic) == [1108])
        core.disconnect(2)
        _ = core.connect(3, client: "wallet", agent: "wallet", at: now)
        #expect(deliveries(subscribe(3)).count == 1)
    }

    @Test mutating func nobodyIsGivenTheirOwnMessages() {
        _ = subscribe(1)
        #expect(deliveries(publish()).isEmpty)
        #expect(deliveries(subscribe(1)).isEmpty)
        let fetched = call("irn_fetchMessages", ["topic": .string(topic.text)], from: 1)
        guard case .send(1, let text)? = fetched.first else {
            Issue.record("no answer")
            return
        }
        #expect(RPCMessage(Array(text.utf8))?.result?["messages"] == [])
    }

    @Test mutating func theSameMessageCountsOnce() {
        _ = publish()
        _ = publish()
        #expect(core.mailboxes.tags(topic) == [1108])
        let delivered = deliveries(subscribe(2))
        _ = core.receive(RPCMessage.result(RPCIdentifier(delivered[0].id), true).bytes, from: 2, at: now)
        #expect(error(publish()) == nil && core.mailboxes.tags(topic).isEmpty)
    }

    @Test mutating func ofTwoConnectionsOfAClientTheLastCounts() {
        _ = subscribe(2)
        let effects = core.connect(3, client: "wallet", agent: "wallet", at: now)
        #expect(effects == [.close(2, code: 4_010, reason: "another connection of this client")])
        #expect(core.receive([], from: 2, at: now).isEmpty)
        #expect(deliveries(publish()).isEmpty)
        #expect(deliveries(subscribe(3)).map(\.to) == [3])
    }

    @Test mutating func fetchingTakesMessagesOut() throws {
        for text in ["QQ==", "Qg==", "Qw=="] { _ = publish(text) }
        let answer = call(
            "irn_batchFetchMessages", ["topics": [.string(topic.text), .string(other.text)]], from: 2)
        guard case .send(2, let text)? = answer.first else { throw PlainClientError.ended }
        let result = RPCMessage(Array(text.utf8))?.result
        #expect(result?["messages"]?.arrayValue?.compactMap { $0["message"]?.stringValue } == ["QQ==", "Qg==", "Qw=="])
        #expect(result?["hasMore"] == false)
        #expect(core.mailboxes.tags(topic).isEmpty)
    }

    @Test mutating func everyLimitHasItsName() {
        #expect(error(publish(ttl: 29))?.data == "TtlTooShort")
        #expect(error(publish(ttl: 31 * 86_400))?.data == "TtlTooLong")
        #expect(error(publish(String(repeating: "A", count: 104)))?.data == "PayloadSizeExceeded")
        #expect(error(publish(""))?.data == "InvalidMessage")
        #expect(error(publish(tag: -1))?.data == "InvalidTag")
        for text in ["QQ==", "Qg==", "Qw=="] { #expect(error(publish(text)) == nil) }
        #expect(error(publish("RA=="))?.data == "MailboxLimitExceeded")
        let names = (0..<6).map { JSONValue.string(String(repeating: "\($0)", count: 64)) }
        #expect(
            error(call("irn_batchSubscribe", ["topics": .array(Array(names[..<5]))], from: 2))?.data
                == "BatchLimitExceeded")
        #expect(error(call("irn_batchSubscribe", ["topics": []], from: 2))?.data == "BatchEmpty")
        #expect(error(call("irn_batchSubscribe", ["topics": .array(Array(names[..<4]))], from: 2)) == nil)
        #expect(
            error(call("irn_batchSubscribe", ["topics": .array(Array(names[4...]))], from: 2))?.data
                == "SubscriberLimitExceeded")
        #expect(error(call("irn_subscribe", ["topic": "AA"], from: 2))?.data == "InvalidTopic")
        #expect(error(call("irn_subscribe", [:], from: 2))?.code == -32_600)
        #expect(error(call("irn_unknown", [:], from: 2))?.data == "MethodNotFound")
        #expect(error(call("irn_subscribe", [:], from: 2, id: 999_999_999))?.data == "InvalidRequestId")
        #expect(error(core.receive(Array("{".utf8), from: 2, at: now))?.data == "ParseError")
    }

    @Test mutating func newCallsDoWhatTheirOlderOnesDo() {
        let proposed = call(
            "wc_proposeSession", ["pairingTopic": .string(topic.text), "sessionProposal": "QQ=="], from: 1)
        #expect(error(proposed) == nil && core.mailboxes.tags(topic) == [1100])
        let read = deliveries(subscribe(2))
        _ = core.receive(RPCMessage.result(RPCIdentifier(read[0].id), true).bytes, from: 2, at: now)
        let approved = call(
            "wc_approveSession",
            [
                "pairingTopic": .string(topic.text), "sessionTopic": .string(other.text),
                "sessionProposalResponse": "Qg==", "sessionSettlementRequest": "Qw==",
            ], from: 2)
        // The proposer is subscribed to the pairing, the wallet to the session.
        #expect(deliveries(approved).map(\.to) == [1])
        #expect(core.mailboxes.tags(other) == [1102])
        #expect(core.connections[2]?.topics.contains(other) == true)
        #expect(call("wc_createTopic", ["topic": .string(other.text)], from: 2).count == 1)
    }

    @Test mutating func batchesPublishAndUnsubscribe() {
        let messages = [PlainClient.message("QQ==", on: topic), PlainClient.message("Qg==", on: other)]
        #expect(error(call("irn_batchPublish", ["messages": .array(messages)], from: 1)) == nil)
        #expect(core.mailboxes.tags(topic) == [1108] && core.mailboxes.tags(other) == [1108])
        _ = subscribe(2)
        let gone = call(
            "irn_batchUnsubscribe", ["subscriptions": [["topic": .string(topic.text), "id": "whatever"]]], from: 2)
        #expect(error(gone) == nil && core.connections[2]?.topics.isEmpty == true)
        #expect(advance(60).isEmpty)
        #expect(core.mailboxes.tags(topic) == [1108])
    }

    @Test mutating func idsAreExactAndAnsweredAsNumbers() {
        let text =
            #"{"id":"18446744073709551615","jsonrpc":"2.0","method":"irn_unsubscribe","params":{"topic":"\#(topic)"}}"#
        #expect(
            core.receive(Array(text.utf8), from: 1, at: now)
                == [.send(1, #"{"id":18446744073709551615,"jsonrpc":"2.0","result":true}"#)])
    }
}
