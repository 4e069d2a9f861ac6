// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// Calls of the relay: subscriptions and messages that wait to be stored, and the relay's answers.
extension SignEngine {
    /// The topics whose messages are for us.
    private var neededTopics: Set<Topic> {
        var topics = Set(sessions.keys)
        for (pairing, attempt) in attempts { topics.insert(attempt.agreement?.topic ?? pairing) }
        return topics
    }

    /// Subscribes to what is missing, and ends subscriptions that nobody needs.
    mutating func sendSubscriptions() {
        let needed = neededTopics
        for topic in link.requested.subtracting(needed).sorted() {
            guard let identity else { break }
            let call = RelayMethod.unsubscribe(
                topic, subscription: RelayMethod.subscription(to: topic, of: identity.id))
            emit(.send(call.frame(ids.relay(at: now.wall, random: &random))))
        }
        let missing = needed.subtracting(link.requested).sorted()
        link.requested = needed
        for method in RelayMethod.subscriptions(to: missing) {
            let id = ids.relay(at: now.wall, random: &random)
            emit(.send(method.frame(id)))
            link.calls[id.number ?? 0] = SubscribeCall(
                method: method, created: now.uptime, due: now.uptime + SignLimits.resending)
        }
        for (id, call) in link.calls.sorted(by: { $0.key < $1.key }) where call.due <= now.uptime {
            guard now.uptime - call.created < SignLimits.publishing else {
                emit(.close)
                lose(.silent)
                return
            }
            link.calls[id]?.due = now.uptime + SignLimits.resending
            emit(.send(call.method.frame(RPCIdentifier(id))))
        }
    }

    /// Sends messages whose time has come.
    mutating func sendOutbox() {
        guard link.isOpen else { return }
        for (id, entry) in outbox.sorted(by: { $0.key < $1.key }) where entry.due <= now.uptime {
            let sendings = entry.sendings + 1
            outbox[id]?.sendings = sendings
            outbox[id]?.due =
                now.uptime + (sendings < SignLimits.sendings ? SignLimits.resending : SignLimits.publishing)
            emit(.send(entry.method.frame(entry.id)))
        }
    }

    /// Puts a message into the outbox; it is sent as soon as the relay is there.
    ///
    /// - Returns: False where the outbox is full.
    @discardableResult
    mutating func post(_ method: RelayMethod, for purpose: OutboxEntry.Purpose, seconds: Int64) -> Bool {
        guard outbox.count < SignLimits.outbox else {
            emit(.note(.limit("outbox")))
            return false
        }
        let id = ids.relay(at: now.wall, random: &random)
        let entry = OutboxEntry(
            id: id, method: method, purpose: purpose, created: now.uptime,
            expires: now.wall.adding(seconds: seconds), due: now.uptime)
        outbox[id.number ?? 0] = entry
        if purpose != .persistent { hurry() }
        if let key = entry.recordKey, let record = OutboxRecord(entry) { persist(.put(key, record.json)) }
        return true
    }

    /// Encrypts a message for a topic and puts it into the outbox.
    @discardableResult
    mutating func post(
        _ message: RPCMessage, to topic: Topic, key: SecretBytes, tag: Int, seconds: Int64,
        for purpose: OutboxEntry.Purpose, prompts: Bool = false
    ) -> Bool {
        guard let sealed = Envelope.seal(message.bytes, key: key), sealed.utf8.count <= SignLimits.message else {
            return false
        }
        let method = RelayMethod.publish(topic: topic, message: sealed, ttl: seconds, tag: tag, prompt: prompts)
        return post(method, for: purpose, seconds: seconds)
    }

    /// Takes a message out of the outbox.
    mutating func remove(_ entry: OutboxEntry) {
        outbox[entry.id.number ?? 0] = nil
        if let key = entry.recordKey { persist(.remove(key)) }
    }

    // MARK: The relay's words

    mutating func receive(_ text: String) {
        guard let message = RPCMessage(Array(text.utf8), limit: SignLimits.frame) else {
            emit(.note(.strangeFrame))
            return
        }
        switch message {
        case .request(let id, "irn_subscription", let params):
            if let delivery = RelayDelivery(id, params: params) {
                receive(delivery)
            } else {
                emit(.note(.strangeFrame))
                acknowledge(id)
            }
        case .request(let id, _, _):
            emit(.note(.strangeFrame))
            let failure = RPCAnswerError(code: PeerCode.methodNotFound, message: "Method not found")
            emit(.send(RPCMessage.failure(id, failure).text))
        case .result(let id, let value): relayAnswered(id, value)
        case .failure(let id, let failure): relayFailed(id, failure)
        }
    }

    /// Tells the relay that a message has arrived.
    mutating func acknowledge(_ id: RPCIdentifier) {
        guard link.isOpen else { return }
        emit(.send(RPCMessage.result(id, true).text))
    }

    private mutating func relayAnswered(_ id: RPCIdentifier, _ value: JSONValue) {
        guard let number = id.number else { return }
        if link.calls[number] != nil {
            link.calls[number] = nil
        } else if let entry = outbox[number] {
            // Another value than `true` confirms nothing: the message is sent again.
            guard value == true else {
                emit(.note(.strangeFrame))
                return
            }
            link.callBackOff.reset()
            remove(entry)
            confirm(entry)
        }
    }

    private mutating func confirm(_ entry: OutboxEntry) {
        switch entry.purpose {
        case .proposal(let pairing): offer(pairing)
        case .request(let ref):
            guard let ticket = requests[ref]?.ticket else { return }
            emit(.stored(ticket: ticket, StoredRequest(id: ref.key, session: ref.session)))
        case .ping, .persistent: break
        }
    }

    private mutating func relayFailed(_ id: RPCIdentifier?, _ failure: RPCAnswerError) {
        let words = failure.data ?? failure.message
        emit(.note(.relayError(failure.code ?? 0, words)))
        guard failure.code != 3000 else {
            emit(.close)
            refuse(RelayRefusal(words: words))
            return
        }
        guard let number = id?.number else { return }
        let isLimited = failure.code == 3001
        // Faults of the message itself don't go away by another try.
        let isFinal = failure.code == -32600 || failure.code == -32000 || failure.code == -32602
        if link.calls[number] != nil {
            if isFinal {
                emit(.close)
                lose(.other(words))
            } else if isLimited {
                let due = now.uptime + link.callBackOff.next(isLimited: true, random: &random)
                link.calls[number]?.due = due
                link.calls[number]?.created = due
            }
        } else if let entry = outbox[number] {
            if isFinal {
                giveUp(entry, .relayRefused(.other(words)))
            } else if isLimited {
                let due = now.uptime + link.callBackOff.next(isLimited: true, random: &random)
                outbox[number]?.due = due
                outbox[number]?.created = due
            }
        }
    }

    /// Stops sending a message, and tells who waits for it.
    ///
    /// Of answers and ends of sessions only what the relay will never take is dropped.
    mutating func giveUp(_ entry: OutboxEntry, _ error: SignError) {
        switch entry.purpose {
        case .proposal(let pairing):
            remove(entry)
            if let attempt = attempts[pairing] { fail(attempt, error) }
        case .request(let ref):
            remove(entry)
            abandon(ref, error, isKept: error == .deliveryUnknown)
        case .ping(let ref):
            remove(entry)
            if let ping = pings.removeValue(forKey: ref) { emit(.answered(ticket: ping.ticket, .failure(error))) }
        case .persistent:
            if case .relayRefused = error, !link.isRefused { remove(entry) }
        }
    }
}

extension RelayLink {
    /// True if the relay doesn't let this program in.
    var isRefused: Bool { if case .refused = phase { true } else { false } }
}
