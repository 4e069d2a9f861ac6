// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// Messages that the relay brings: stored, then acknowledged, then worked on, each once.
extension SignEngine {
    mutating func receive(_ delivery: RelayDelivery) {
        guard delivery.message.utf8.count <= SignLimits.message else {
            emit(.note(.unreadable(delivery.topic, .tooLarge)))
            acknowledge(delivery.id)
            return
        }
        guard !deliveries.contains(delivery.hash) else {
            emit(.note(.repeated(delivery.topic)))
            acknowledge(delivery.id)
            return
        }
        guard let key = key(of: delivery.topic) else {
            receiveEarly(delivery)
            return
        }
        take(delivery, key: key)
    }

    /// The key of a topic that is ours.
    private func key(of topic: Topic) -> SecretBytes? {
        if let session = sessions[topic] { return session.key }
        if let attempt = attempts[topic], attempt.agreement == nil { return attempt.uri.key }
        return attempts.values.lazy.compactMap(\.agreement).first { $0.topic == topic }?.key
    }

    /// Keeps a message back whose topic an approval under way may make known; it isn't acknowledged until then.
    private mutating func receiveEarly(_ delivery: RelayDelivery) {
        let isAwaited = attempts.values.contains { $0.agreement == nil }
        guard isAwaited, early.count < SignLimits.earlyMessages else {
            emit(.note(.unknownTopic(delivery.topic)))
            acknowledge(delivery.id)
            return
        }
        early.removeAll { $0.hash == delivery.hash }
        early.append(delivery)
    }

    /// Works on messages that have come before their topic was known, and lets go of those that nothing will explain.
    mutating func takeEarly() {
        let waiting = early
        early = []
        for delivery in waiting { receive(delivery) }
    }

    private mutating func take(_ delivery: RelayDelivery, key: SecretBytes) {
        let content: [UInt8]
        do throws(EnvelopeError) {
            content = try open(delivery.message, key: key)
        } catch {
            _ = deliveries.insert(delivery.hash)
            emit(.note(.unreadable(delivery.topic, error)))
            acknowledge(delivery.id)
            return
        }
        guard let message = RPCMessage(content) else {
            _ = deliveries.insert(delivery.hash)
            emit(.note(.unreadable(delivery.topic, .notJSON)))
            acknowledge(delivery.id)
            return
        }
        _ = deliveries.insert(delivery.hash)
        inboxCount += 1
        let digits = "\(inboxCount)"
        let record = SignRecordKey(.inbox, String(repeating: "0", count: 20 - digits.utf8.count) + digits)
        persist(.put(record, ["topic": .string(delivery.topic.text), "message": .string(delivery.message)]))
        acknowledge(delivery.id)
        withInboxRecord(record) { $0.work(on: message, topic: delivery.topic) }
    }

    /// Works on a message that was stored before a restart.
    mutating func resume(_ record: SignRecordKey, topic: Topic, message text: String) {
        _ = deliveries.insert(RelayDelivery(id: RPCIdentifier(0), topic: topic, message: text).hash)
        withInboxRecord(record) { engine in
            guard let key = engine.key(of: topic) else { return }
            do throws(EnvelopeError) {
                guard let message = RPCMessage(try engine.open(text, key: key)) else { return }
                engine.work(on: message, topic: topic)
            } catch {
                engine.emit(.note(.unreadable(topic, error)))
            }
        }
    }

    /// Opens an envelope of type 0; the others have no place where a key is agreed on.
    private func open(_ text: String, key: SecretBytes) throws(EnvelopeError) -> [UInt8] {
        let opened = try Envelope.open(text, key: key)
        guard opened.sender == nil else { throw .unexpectedSender }
        return opened.content
    }

    private mutating func work(on message: RPCMessage, topic: Topic) {
        if let pairing = attempts[topic] {
            workOnPairing(message, of: pairing)
        } else if let attempt = attempts.values.first(where: { $0.agreement?.topic == topic }) {
            workOnSettlement(message, of: attempt)
        } else if sessions[topic] != nil {
            noteHeard(topic)
            workInSession(message, topic: topic)
        }
    }

    /// Notes that a session's wallet was heard, in the store with the first message of a minute.
    ///
    /// That is at most one record a minute, within a batch that is stored anyway.
    private mutating func noteHeard(_ topic: Topic) {
        guard var state = sessions[topic] else { return }
        let isStored = state.session.lastSeen.seconds / 60 == now.wall.seconds / 60
        state.session.lastSeen = now.wall
        sessions[topic] = state
        if !isStored { persist(.put(SignRecordKey(.session, topic.text), SessionRecord(state).json)) }
    }

    /// Answers a peer's request; the relay is given the answer until it has it.
    mutating func answer(_ answer: RPCMessage, to method: PeerMethod?, topic: Topic, key: SecretBytes) {
        post(
            answer, to: topic, key: key, tag: method.map { $0.tag + 1 } ?? 0,
            seconds: method?.ttl ?? PeerMethod.request.ttl, for: .persistent)
    }

    /// Tells a wallet that its session is over.
    mutating func sendDeletion(on topic: Topic, key: SecretBytes, _ reason: SignReason) {
        let method = PeerMethod.delete
        let id = ids.peer(at: now.wall, random: &random)
        let params: JSONValue = ["code": .integer(Int128(reason.code)), "message": .string(reason.message)]
        post(
            .request(id, method: method.rawValue, params: params), to: topic, key: key, tag: method.tag,
            seconds: method.ttl, for: .persistent)
    }
}
