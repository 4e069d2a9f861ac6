// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// A relay's mind: mailboxes, subscriptions, deliveries and faults, without sockets and clocks.
///
/// Time is what it is told; what is to be done comes back as effects, in order.
struct RelayCore {
    /// The instructions for who has the sockets.
    enum Effect: Equatable {
        case send(Int, String)
        case close(Int, code: Int, reason: String)
        case cut(Int)
        /// From now on nothing is read and no ping is answered.
        case mute(Int)
    }

    /// A delivery that wasn't acknowledged yet.
    struct Flight {
        let message: RelayMailboxes.Message
        var sendings: Int
        /// The time of the next sending; `nil` while it is held.
        var due: Duration?
    }

    /// A client that is there.
    struct Connection {
        let client: String
        let agent: String
        var topics: Set<Topic> = []
        var flights: [UInt64: Flight] = [:]
        var isMuted = false
    }

    /// The most calls that are remembered, and texts that are held or wait.
    private static let logLimit = 4_096

    let settings: RelaySettings
    var rules: [RelayRule] = []
    var mailboxes = RelayMailboxes()
    var connections: [Int: Connection] = [:]
    /// All calls, the last 4,096 of them.
    private(set) var calls: [RelayCall] = []
    var held: [(connection: Int, text: String, flight: UInt64?)] = []
    var delayed: [(due: Duration, connection: Int, text: String)] = []
    private var lastDelivery: UInt64 = 0

    init(_ settings: RelaySettings) {
        self.settings = settings
    }

    // MARK: Connections

    /// Takes a client in; one that is there already under the same id has to go.
    mutating func connect(_ number: Int, client: String, agent: String, at now: SignTime) -> [Effect] {
        var effects: [Effect] = []
        for (other, connection) in connections.sorted(by: { $0.key < $1.key }) where connection.client == client {
            connections[other] = nil
            effects.append(.close(other, code: 4_010, reason: "another connection of this client"))
        }
        connections[number] = Connection(client: client, agent: agent)
        return effects
    }

    /// Takes note of a connection's end.
    ///
    /// What it was sent and didn't acknowledge stays in the mailboxes.
    mutating func disconnect(_ number: Int) {
        connections[number] = nil
        held.removeAll { $0.connection == number }
        delayed.removeAll { $0.connection == number }
    }

    /// Returns the fault for somebody who connects.
    mutating func faultOfConnection(agent: String) -> RelayRule.Fault? { fault(on: .connection, tag: nil, agent) }

    // MARK: Texts

    /// Takes a text of a client.
    mutating func receive(_ text: [UInt8], from number: Int, at now: SignTime) -> [Effect] {
        guard let connection = connections[number], !connection.isMuted else { return [] }
        guard let message = RPCMessage(text) else {
            let fault = text.count > SignLimits.message ? "PayloadSizeExceeded" : "ParseError"
            return [.send(number, RelayCallError.payload(fault).text(0))]
        }
        switch message {
        case .request(let id, let method, let params):
            guard let id = id.number, id >= 1_000_000_000 else {
                return [.send(number, RelayCallError.payload("InvalidRequestId").text(0))]
            }
            return call(id, method, params: params, from: number, at: now)
        case .result(let id, true): return acknowledge(id, from: number)
        case .result, .failure: return []
        }
    }

    private mutating func acknowledge(_ id: RPCIdentifier, from number: Int) -> [Effect] {
        guard let id = id.number, let flight = connections[number]?.flights.removeValue(forKey: id) else { return [] }
        mailboxes.take(flight.message.number, from: flight.message.topic)
        return []
    }

    private mutating func call(
        _ id: UInt64, _ method: String, params: JSONValue, from number: Int, at now: SignTime
    ) -> [Effect] {
        guard let connection = connections[number] else { return [] }
        let name = RelayMethodName(rawValue: method)
        let tag = name.flatMap { Self.tag($0, params) }
        log(RelayCall(method: method, topic: Self.topic(params), tag: tag, agent: connection.agent, id: id))
        let fault = fault(on: .call(method), tag: tag, connection.agent)
        switch fault {
        case .refuse(let code, let data):
            return [.send(number, RelayCallError(code: code, message: "Refused", data: data).text(id))]
        case .limit: return [.send(number, RelayCallError.limited.text(id))]
        case .lose: return []
        case .close(let code, let reason):
            disconnect(number)
            return [.close(number, code: code, reason: reason)]
        case .cut:
            disconnect(number)
            return [.cut(number)]
        case .mute: return mute(number)
        default: break
        }
        var outgoing: [Outgoing] = []
        var answer: String
        do throws(RelayCallError) {
            guard let name else { throw .unknownMethod }
            let caller = Caller(number: number, client: connection.client, now: now)
            let result = try carryOut(name, params, for: caller, outgoing: &outgoing)
            answer = RPCMessage.result(RPCIdentifier(id), result).text
        } catch {
            answer = error.text(id)
        }
        if case .payload(let value) = fault { answer = RPCMessage.result(RPCIdentifier(id), value).text }
        var effects = put(answer, to: number, fault, flight: nil, at: now)
        for (message, connection) in outgoing { effects += deliver(message, to: connection, at: now) }
        return effects
    }

    private mutating func mute(_ number: Int) -> [Effect] {
        connections[number]?.isMuted = true
        return [.mute(number)]
    }

    /// Sends an answer or a delivery as a fault wants it.
    mutating func put(
        _ text: String, to number: Int, _ fault: RelayRule.Fault?, flight: UInt64?, at now: SignTime
    ) -> [Effect] {
        guard connections[number]?.isMuted == false else { return [] }
        switch fault {
        case .hold where held.count < Self.logLimit:
            held.append((number, text, flight))
            return []
        case .delay(let milliseconds) where delayed.count < Self.logLimit:
            delayed.append((now.uptime + .milliseconds(milliseconds), number, text))
            return []
        case .duplicate: return [.send(number, text), .send(number, text)]
        case .garbage: return [.send(number, "{\"this is\": no JSON")]
        default: return [.send(number, text)]
        }
    }

    /// Takes the first rule that is about an event.
    mutating func fault(on event: RelayRule.Event, tag: Int?, _ agent: String) -> RelayRule.Fault? {
        for index in rules.indices {
            if let fault = rules[index].fault(for: event, tag: tag, agent: agent) { return fault }
        }
        return nil
    }

    private mutating func log(_ call: RelayCall) {
        if calls.count >= Self.logLimit { calls.removeFirst(Self.logLimit / 2) }
        calls.append(call)
    }

    /// The id of the next delivery: 19 digits, which no `Double` has.
    mutating func nextDelivery(at now: UnixTime) -> UInt64 {
        let made = UInt64(clamping: max(0, now.milliseconds)) % (1 << 43) * 1_000_000
        lastDelivery = max(lastDelivery + 1, made)
        return lastDelivery
    }
}
