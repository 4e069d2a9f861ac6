// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The start: what was stored is read, and what a kill left behind is completed or dropped.
extension SignEngine {
    mutating func restore(_ content: SignStoreContent) {
        guard identity == nil else { return }
        if let made = content.secrets[SecretLabel.client].flatMap({ ClientIdentity(seed: $0) }) ?? .make() {
            identity = made
            if content.secrets[SecretLabel.client] != made.seed {
                persist(.putSecret(SecretLabel.client, made.seed))
            }
        }
        let records = content.records.sorted { $0.key < $1.key }
        func each(_ kind: SignRecordKey.Kind, _ body: (SignRecordKey, JSONValue) -> Void) {
            for (key, value) in records where key.kind == kind { body(key, value) }
        }
        each(.session) { restoreSession($0, $1, of: content) }
        restoreHistory(records.filter { $0.key.kind == .history })
        each(.request) { restoreRequest($0, $1) }
        each(.late) { restoreLate($0, $1) }
        each(.outbox) { restoreOutbox($0, $1) }
        each(.attempt) { restoreAttempt($0, $1, of: content) }
        removeStraySecrets(content)
        for (key, value) in records where key.kind == .inbox {
            inboxCount = max(inboxCount, min(UInt64(key.id) ?? 0, Self.lastOrder))
            guard let topic = value["topic"]?.stringValue.flatMap(Topic.init),
                let message = value["message"]?.stringValue
            else {
                drop(key)
                continue
            }
            resume(key, topic: topic, message: message)
        }
    }

    /// The greatest number of a message that is believed, so that counting goes on beyond a damaged store.
    private static let lastOrder = UInt64.max / 2

    private mutating func drop(_ key: SignRecordKey) {
        persist(.remove(key))
        emit(.note(.incomplete(key.kind.rawValue)))
    }

    private mutating func restoreSession(_ key: SignRecordKey, _ json: JSONValue, of content: SignStoreContent) {
        guard let topic = Topic(key.id), let record = SessionRecord(topic, json),
            sessions.count < SignLimits.sessions
        else {
            drop(key)
            return
        }
        guard let secret = content.secrets[SecretLabel.session(topic)], Topic(ofKey: secret) == topic else {
            drop(key)
            emit(.event(.ended(record.session, .broken)))
            return
        }
        sessions[topic] = SessionState(
            session: record.session, key: secret, peerKey: record.peerKey, required: record.required,
            lastUpdate: record.lastUpdate)
    }

    private mutating func restoreHistory(_ records: [(key: SignRecordKey, value: JSONValue)]) {
        var answers: [(topic: Topic, id: String, message: RPCMessage, order: UInt64)] = []
        for (key, value) in records {
            let parts = key.id.split(separator: "/")
            guard parts.count == 2, let topic = Topic(String(parts[0])), sessions[topic] != nil,
                let answer = HistoryRecord.answer(value)
            else {
                persist(.remove(key))
                continue
            }
            answers.append((topic, String(parts[1]), answer.message, answer.order))
        }
        for answer in answers.sorted(by: { $0.order < $1.order }) {
            inboxCount = max(inboxCount, min(answer.order, Self.lastOrder))
            sessions[answer.topic]?.answers[answer.id] = answer.message
            sessions[answer.topic]?.answerOrder.append(answer.id)
        }
    }

    /// Restores a request for its late answer alone: whoever waited for it has ended, so it isn't sent again.
    private mutating func restoreRequest(_ key: SignRecordKey, _ json: JSONValue) {
        let parts = key.id.split(separator: "/")
        guard parts.count == 2, let topic = Topic(String(parts[0])), sessions[topic] != nil,
            let record = RequestRecord(json)
        else {
            drop(key)
            return
        }
        requests[RequestRef(session: topic, key: String(parts[1]))] = record.request
    }

    /// Tells an answer again that the program hadn't written down.
    private mutating func restoreLate(_ key: SignRecordKey, _ json: JSONValue) {
        let parts = key.id.split(separator: "/")
        guard parts.count == 2, let topic = Topic(String(parts[0])),
            let record = LateRecord(session: topic, request: String(parts[1]), json),
            late.count < SignLimits.lateAnswers
        else {
            drop(key)
            return
        }
        late[record.answer.ref] = record.answer
        emit(.event(.late(record.answer)))
    }

    private mutating func restoreOutbox(_ key: SignRecordKey, _ json: JSONValue) {
        guard let record = OutboxRecord(json), outbox.count < SignLimits.outbox else {
            drop(key)
            return
        }
        ids.skip(relay: record.id)
        outbox[record.id] = OutboxEntry(
            id: RPCIdentifier(record.id), method: record.method, purpose: .persistent, created: now.uptime,
            expires: record.expires, due: now.uptime)
    }

    /// Restores an attempt that nobody waits for any more; one that was approved is ended at the wallet.
    private mutating func restoreAttempt(_ key: SignRecordKey, _ json: JSONValue, of content: SignStoreContent) {
        guard let pairing = Topic(key.id), let record = AttemptRecord(json),
            let secret = content.secrets[SecretLabel.pairing(pairing)], Topic(ofKey: secret) == pairing,
            let pair = content.secrets[SecretLabel.agreement(pairing)].flatMap({ X25519KeyPair(secret: $0) })
        else {
            drop(key)
            return
        }
        lastAttempt += 1
        let attempt = Attempt(
            number: lastAttempt, proposal: SessionProposal(required: [:]),
            uri: PairingURI(key: secret, expires: record.expires), pair: pair, proposalKey: record.proposalKey,
            expires: record.expires, phase: .offered, isDead: true)
        attempts[pairing] = attempt
        // The session was settled, and the kill came before the attempt was removed.
        let isSettled = record.session.map { sessions[$0] != nil } ?? false
        if let topic = record.session, !isSettled, let key = content.secrets[SecretLabel.session(topic)] {
            sendDeletion(on: topic, key: key, .userDisconnected)
            persist(.removeSecret(SecretLabel.session(topic)))
            forget(attempt)
        } else if isSettled {
            forget(attempt)
        }
    }

    /// Removes keys that belong to nothing.
    private mutating func removeStraySecrets(_ content: SignStoreContent) {
        var known: Set<String> = [SecretLabel.client]
        known.formUnion(sessions.keys.map(SecretLabel.session))
        known.formUnion(attempts.keys.flatMap { [SecretLabel.pairing($0), SecretLabel.agreement($0)] })
        for name in content.secrets.keys.sorted() where !known.contains(name) { persist(.removeSecret(name)) }
    }
}
