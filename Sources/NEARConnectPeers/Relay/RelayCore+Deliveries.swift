// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// Deliveries: the first of each, and more until it is acknowledged.
extension RelayCore {
    /// Hands a message to a client for the first time over its connection.
    mutating func deliver(_ message: RelayMailboxes.Message, to number: Int, at now: SignTime) -> [Effect] {
        guard connections[number] != nil else { return [] }
        let id = nextDelivery(at: now.wall)
        connections[number]?.flights[id] = Flight(message: message, sendings: 0, due: nil)
        return send(id, to: number, at: now)
    }

    private mutating func send(_ id: UInt64, to number: Int, at now: SignTime) -> [Effect] {
        guard let connection = connections[number], !connection.isMuted, var flight = connection.flights[id] else {
            return []
        }
        let fault = fault(on: .delivery, tag: flight.message.tag, connection.agent)
        flight.sendings += 1
        flight.due = fault == .hold ? nil : now.uptime + settings.redelivery
        connections[number]?.flights[id] = flight
        switch fault {
        case .lose: return []
        case .close(let code, let reason):
            disconnect(number)
            return [.close(number, code: code, reason: reason)]
        case .cut:
            disconnect(number)
            return [.cut(number)]
        case .mute:
            connections[number]?.isMuted = true
            return [.mute(number)]
        default: break
        }
        var data = flight.message.json
        if case .payload(let value) = fault { data["message"] = value }
        let text = RPCMessage.request(
            RPCIdentifier(id), method: "irn_subscription",
            params: [
                "id": .string(Self.subscription(flight.message.topic, of: connection.client)), "data": .object(data),
            ]
        ).text
        return put(text, to: number, fault, flight: id, at: now)
    }

    /// Gives out what was held.
    mutating func release(at now: SignTime) -> [Effect] {
        let texts = held
        held = []
        return texts.compactMap { connection, text, flight in
            guard connections[connection]?.isMuted == false else { return nil }
            if let flight { connections[connection]?.flights[flight]?.due = now.uptime + settings.redelivery }
            return .send(connection, text)
        }
    }

    /// Sends what is due by now.
    mutating func tick(at now: SignTime) -> [Effect] {
        mailboxes.removeEnded(at: now.wall)
        var effects: [Effect] = []
        let due = delayed.filter { $0.due <= now.uptime }.sorted { $0.due < $1.due }
        delayed.removeAll { $0.due <= now.uptime }
        for (_, number, text) in due where connections[number]?.isMuted == false { effects.append(.send(number, text)) }
        for (number, connection) in connections.sorted(by: { $0.key < $1.key }) {
            for (id, flight) in connection.flights.sorted(by: { $0.key < $1.key }) {
                guard let next = flight.due, next <= now.uptime else { continue }
                guard flight.sendings < settings.deliveries,
                    mailboxes.has(flight.message.number, in: flight.message.topic)
                else {
                    connections[number]?.flights[id] = nil
                    continue
                }
                effects += send(id, to: number, at: now)
            }
        }
        return effects
    }

    /// The time at which ``tick(at:)`` has something to do.
    func deadline(at now: SignTime) -> Duration? {
        let flights = connections.values.filter { !$0.isMuted }.flatMap { $0.flights.values.compactMap(\.due) }
        let end = mailboxes.nextEnd.map {
            now.uptime + .milliseconds(max(0, $0.milliseconds - now.wall.milliseconds))
        }
        return (flights + delayed.map(\.due) + [end].compactMap(\.self)).min()
    }
}
