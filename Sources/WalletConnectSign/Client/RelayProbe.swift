// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// One question to a relay: whether it lets a project in and answers.
///
/// It is asked under a key that is used once and for a topic that nobody has, so no client's mailbox is touched.
package enum RelayProbe {
    /// The outcomes.
    package enum Outcome: Sendable, Hashable {
        case answers
        case unreachable(RelayFault)
        case refused(RelayRefusal)
    }

    /// Asks a relay.
    ///
    /// - Parameters:
    ///   - configuration: The relay and the project.
    ///   - transport: The websocket, which is closed when this returns.
    ///   - limit: The time that the relay has.
    package static func ask(
        _ configuration: SignConfiguration, transport: any RelayTransport, within limit: Duration
    ) async -> Outcome {
        let address: RelayAddress
        do throws(SignError) {
            address = try configuration.address()
        } catch {
            return .unreachable(.other(configuration.relay))
        }
        guard let identity = ClientIdentity.make(),
            let token = RelayToken(
                of: identity, audience: address.audience, subject: randomTopic.text,
                at: SystemSignClock().now.wall)
        else { return .unreachable(.other("")) }
        let events = transport.events
        await transport.open(
            RelayOpening(connection: 1, address: address.text, authorization: "Bearer \(token.text)"))
        let outcome = await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await answer(events, transport) }
            group.addTask {
                do {
                    let clock = SystemSignClock()
                    try await clock.sleep(until: clock.now.uptime + limit)
                    return .unreachable(.silent)
                } catch {
                    return nil
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        await transport.close()
        return outcome ?? .unreachable(.closed(code: 0))
    }

    private static func answer(
        _ events: AsyncStream<RelayTransportEvent>, _ transport: any RelayTransport
    ) async -> Outcome? {
        for await event in events {
            switch event.kind {
            case .opened: await transport.send(RelayMethod.subscribe([randomTopic]).frame(RPCIdentifier(1_000_000_001)))
            case .text(let text):
                switch RPCMessage(Array(text.utf8)) {
                case .failure(_, let error) where error.code == 3000:
                    return .refused(RelayRefusal(words: error.data ?? error.message))
                case .failure(_, let error) where error.code == 3001: return .unreachable(.limited)
                case .failure, .result: return .answers
                case .request, nil: break
                }
            case .heard: break
            case .failed(.status(401)): return .refused(.project("HTTP 401"))
            case .failed(.status(403)): return .refused(.other("HTTP 403"))
            case .failed(let fault): return .unreachable(fault)
            case .closed(3000, let reason): return .refused(RelayRefusal(words: reason))
            case .closed(let code, _): return .unreachable(.closed(code: code))
            }
        }
        return nil
    }

    private static var randomTopic: Topic { Topic(ofKey: .random(count: 32)) }
}
