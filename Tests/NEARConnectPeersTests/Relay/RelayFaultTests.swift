// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WalletConnectSign

@testable import NEARConnectPeers

/// Every fault that a script may name, over real websockets.
struct RelayFaultTests {
    let topic: Topic

    init() throws {
        topic = try #require(Topic(String(repeating: "c", count: 64)))
    }

    /// A relay with a script, a client that is subscribed, and one that publishes.
    private func pair(
        _ script: JSONValue, redelivery: Duration = .seconds(3_600)
    ) async throws -> (WalletConnectRelay, reader: PlainClient, writer: PlainClient) {
        var settings = RelaySettings()
        settings.redelivery = redelivery
        let relay = try await WalletConnectRelay.start(settings, rules: try RelayRule.script(script))
        let (reader, writer) = (try PlainClient(), try PlainClient())
        #expect(try await reader.connect(relay, agent: "reader") == .opened)
        #expect(try await writer.connect(relay, agent: "writer") == .opened)
        let answer = try await reader.call("irn_subscribe", ["topic": .string(topic.text)])
        #expect(answer.result == .string(RelayCore.subscription(topic, of: reader.identity.id)))
        return (relay, reader, writer)
    }

    @Test func connectionsAreRefusedLimitedCutClosedAndMuted() async throws {
        let relay = try await WalletConnectRelay.start(
            rules: try RelayRule.script([
                ["on": "connect", "do": "refuse", "code": 401], ["on": "connect", "do": "limit"],
                ["on": "connect", "do": "cut"], ["on": "connect", "do": "delay", "milliseconds": 1],
                ["on": "connect", "do": "close", "code": 3000, "reason": "unauthorised", "skip": 0],
            ]))
        let client = try PlainClient()
        #expect(try await client.connect(relay) == .failed(.status(401)))
        #expect(try await client.connect(relay) == .failed(.status(429)))
        #expect(try await client.connect(relay) == .failed(.closed(code: 0)))
        #expect(try await client.connect(relay) == .opened)
        #expect(try await client.connect(relay) == .opened)
        #expect(try await client.next() == .closed(code: 3_000, reason: "unauthorised"))
        await relay.setRules([RelayRule(.mute, on: .connection)])
        #expect(try await client.connect(relay) == .opened)
        await client.begin("irn_subscribe", ["topic": .string(topic.text)])
        // What comes next is of the other connection: the muted one was asked first, and said nothing.
        #expect(try await client.connect(relay) == .opened)
        #expect(try await client.call("irn_subscribe", ["topic": .string(topic.text)]).result != nil)
        #expect(await relay.calls.count == 1)
        await relay.stop()
    }

    @Test func callsAreRefusedLimitedLostAndAnsweredWrongly() async throws {
        let (relay, _, writer) = try await pair([
            ["on": "irn_publish", "do": "refuse", "code": 3000, "data": "ProjectInactive"],
            ["on": "irn_publish", "do": "limit"],
            ["on": "irn_publish", "do": "lose", "tag": 1108],
            ["on": "irn_publish", "do": "payload", "payload": "yes"],
            ["on": "irn_publish", "do": "garbage"],
            ["on": "call", "do": "duplicate", "agent": "writer"],
        ])
        let publish = { (text: String) in PlainClient.message(text, on: topic) }
        let refused = try await writer.call("irn_publish", publish("AA==")).failure
        #expect(refused?.code == 3_000 && refused?.data == "ProjectInactive")
        #expect(try await writer.call("irn_publish", publish("AA==")).failure?.code == 3_001)
        await writer.begin("irn_publish", publish("AA=="))
        #expect(try await writer.call("irn_publish", publish("AQ==")).result == "yes")
        await writer.begin("irn_publish", publish("Ag=="))
        guard case .text(let garbage) = try await writer.next() else { throw PlainClientError.ended }
        #expect(RPCMessage(Array(garbage.utf8)) == nil)
        let twice = try await writer.call("irn_publish", publish("Aw=="))
        #expect(try await writer.next() == .text(twice.text))
        // Neither refused nor lost ones are stored.
        #expect(await relay.waitingTags(topic) == [1108, 1108, 1108])
        await relay.stop()
    }

    @Test func callsAndDeliveriesAreHeldUntilTheyAreReleased() async throws {
        let (relay, reader, writer) = try await pair([
            ["on": "irn_publish", "do": "hold"], ["on": "delivery", "do": "hold", "tag": 1108],
        ])
        let id = await writer.begin("irn_publish", PlainClient.message("AA==", on: topic))
        _ = await relay.call { $0.id == id }
        #expect(try await writer.call("irn_publish", PlainClient.message("AQ==", on: topic, tag: 1109)).result == true)
        #expect(try await reader.delivery().data["message"] == "AQ==")
        await relay.release()
        #expect(try await writer.next() == .text(RPCMessage.result(RPCIdentifier(id), true).text))
        #expect(try await reader.delivery().data["message"] == "AA==")
        await relay.stop()
    }

    @Test func deliveriesAreLostDelayedDoubledAndSpoiled() async throws {
        let (relay, reader, writer) = try await pair(
            [
                ["on": "delivery", "do": "lose", "tag": 1], ["on": "delivery", "do": "duplicate", "tag": 2],
                ["on": "delivery", "do": "payload", "payload": "????", "tag": 3],
                ["on": "delivery", "do": "garbage", "tag": 4],
                ["on": "delivery", "do": "delay", "milliseconds": 1, "tag": 5],
            ], redelivery: .milliseconds(20))
        // Lost once, it comes again.
        _ = try await writer.call("irn_publish", PlainClient.message("AA==", on: topic, tag: 1))
        await reader.acknowledge(try await reader.delivery().id)
        _ = try await writer.call("irn_publish", PlainClient.message("AQ==", on: topic, tag: 2))
        // What was sent before may come once more, until the relay has heard of its receipt.
        var (first, second) = (try await reader.delivery(), try await reader.delivery())
        while first.data["message"] != "AQ==" { (first, second) = (second, try await reader.delivery()) }
        while second.data["message"] != "AQ==" { second = try await reader.delivery() }
        #expect(second.id == first.id)
        await reader.acknowledge(first.id)
        _ = try await writer.call("irn_publish", PlainClient.message("Ag==", on: topic, tag: 3))
        var delivery = try await reader.delivery()
        while delivery.data["message"] != "????" { delivery = try await reader.delivery() }
        await reader.acknowledge(delivery.id)
        _ = try await writer.call("irn_publish", PlainClient.message("Aw==", on: topic, tag: 4))
        var texts: [String] = []
        while texts.last != "{\"this is\": no JSON" {
            if case .text(let text) = try await reader.next() { texts.append(text) }
        }
        while delivery.data["message"] != "Aw==" { delivery = try await reader.delivery() }
        await reader.acknowledge(delivery.id)
        _ = try await writer.call("irn_publish", PlainClient.message("BA==", on: topic, tag: 5))
        while delivery.data["message"] != "BA==" { delivery = try await reader.delivery() }
        await relay.stop()
    }

    @Test func connectionsAreClosedAndCutInTheMidstOfAnything() async throws {
        let (relay, reader, writer) = try await pair([
            ["on": "irn_publish", "do": "close", "code": 4010, "agent": "writer"],
            ["on": "irn_publish", "do": "cut", "agent": "writer"],
            ["on": "delivery", "do": "close", "code": 1013, "agent": "reader"],
            ["on": "delivery", "do": "cut"], ["on": "delivery", "do": "mute"],
        ])
        let message = PlainClient.message("AA==", on: topic)
        await writer.begin("irn_publish", message)
        #expect(try await writer.next() == .closed(code: 4_010, reason: ""))
        #expect(try await writer.connect(relay, agent: "writer") == .opened)
        await writer.begin("irn_publish", message)
        #expect(try await writer.next() == .closed(code: 0, reason: ""))
        #expect(try await writer.connect(relay, agent: "writer") == .opened)
        #expect(try await writer.call("irn_publish", message).result == true)
        #expect(try await reader.next() == .closed(code: 1_013, reason: ""))
        #expect(try await reader.connect(relay, agent: "reader") == .opened)
        await reader.begin("irn_subscribe", ["topic": .string(topic.text)])
        while true { if case .closed(0, _) = try await reader.next() { break } }
        #expect(try await reader.connect(relay, agent: "reader") == .opened)
        #expect(try await reader.call("irn_subscribe", ["topic": .string(topic.text)]).result != nil)
        await relay.closeConnections(code: 1_001)
        while true { if case .closed(1_001, _) = try await reader.next() { break } }
        // Through all of this the message has waited.
        #expect(await relay.waitingTags(topic) == [1108])
        await relay.stop()
    }

    @Test func aScriptThatIsNoneIsRefusedByRule() {
        let broken: [(JSONValue, String)] = [
            ("x", "list"), ([[:]], "Rule 1"), ([["on": "connect", "do": "lose"]], "“lose”"),
            ([["on": "irn_nothing", "do": "lose"]], "irn_nothing"),
            ([["on": "delivery", "do": "refuse"]], "“refuse”"),
            ([["on": "call", "do": "lose"], ["on": "call", "do": "lose", "tags": 5]], "Rule 2"),
            ([["on": "call", "do": "lose", "tag": -1]], "“tag”"),
            ([["on": "call", "do": "close", "code": 99]], "“code”"),
            ([["on": "call", "do": "delay"]], "milliseconds"),
            ([["on": "connect", "do": "refuse", "code": 99]], "“code”"),
            (.array(Array(repeating: ["on": "call", "do": "lose"], count: 65)), "64"),
        ]
        for (script, words) in broken {
            do throws(RelayRuleError) {
                _ = try RelayRule.script(script)
                Issue.record("\(script) was read")
            } catch {
                #expect(error.description.contains(words), "\(error)")
            }
        }
    }
}
