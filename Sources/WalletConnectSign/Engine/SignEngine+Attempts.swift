// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// Attempts to connect: proposal, link, approval.
extension SignEngine {
    mutating func propose(_ proposal: SessionProposal, ticket: Int) {
        guard identity != nil else {
            emit(.answered(ticket: ticket, .failure(.stopped)))
            return
        }
        do throws(NamespaceError) {
            try proposal.check()
        } catch {
            emit(.answered(ticket: ticket, .failure(.proposalInvalid(error))))
            return
        }
        if case .refused(let refusal) = link.phase {
            emit(.answered(ticket: ticket, .failure(.relayRefused(refusal))))
            return
        }
        let alive = attempts.values.filter { !$0.isDead }.count
        guard sessions.count + alive < SignLimits.sessions, makeRoomForAttempt(), let pair = X25519KeyPair.make() else {
            emit(.answered(ticket: ticket, .failure(.tooMany)))
            return
        }
        lastAttempt += 1
        let expires = now.wall.adding(seconds: SignLimits.proposal)
        let uri = PairingURI(key: .random(count: ChaCha20Poly1305.keyCount), expires: expires)
        let id = ids.peer(at: now.wall, random: &random)
        let attempt = Attempt(
            number: lastAttempt, proposal: proposal, uri: uri, pair: pair, proposalKey: id.key, expires: expires,
            phase: .publishing(ticket: ticket, until: now.uptime + SignLimits.connecting), isDead: false)
        attempts[uri.topic] = attempt
        persist(.putSecret(SecretLabel.pairing(uri.topic), uri.key))
        persist(.putSecret(SecretLabel.agreement(uri.topic), pair.secret))
        persist(.put(SignRecordKey(.attempt, uri.topic.text), AttemptRecord(attempt).json))
        let method = PeerMethod.propose
        let message = RPCMessage.request(id, method: method.rawValue, params: params(of: attempt))
        guard let sealed = Envelope.seal(message.bytes, key: uri.key), sealed.utf8.count <= SignLimits.message else {
            fail(attempt, .requestInvalid)
            return
        }
        let call: RelayMethod =
            settings.proposesByRelay
            ? .proposeSession(pairing: uri.topic, message: sealed)
            : .publish(topic: uri.topic, message: sealed, ttl: method.ttl, tag: method.tag, prompt: true)
        if !post(call, for: .proposal(uri.topic), seconds: method.ttl) { fail(attempt, .tooMany) }
    }

    /// Forgets the oldest attempt that nobody waits for, where there are too many.
    private mutating func makeRoomForAttempt() -> Bool {
        guard attempts.count >= SignLimits.attempts else { return true }
        guard let oldest = attempts.values.filter(\.isDead).min(by: { $0.number < $1.number }) else { return false }
        forget(oldest)
        return true
    }

    private func params(of attempt: Attempt) -> JSONValue {
        var namespaces: JSONValue.Members = [:]
        for (key, request) in attempt.proposal.offered { namespaces[ExactText(key)] = request.json }
        var params: JSONValue.Members = [
            "requiredNamespaces": [:], "optionalNamespaces": .object(namespaces),
            "relays": [["protocol": "irn"]], "pairingTopic": .string(attempt.uri.topic.text),
            "expiryTimestamp": .integer(Int128(attempt.expires.seconds)),
            "proposer": [
                "publicKey": .string(Hexadecimal.encode(attempt.pair.publicKey)), "metadata": settings.metadata.json,
            ],
        ]
        if !attempt.proposal.properties.isEmpty {
            var properties: JSONValue.Members = [:]
            for (name, value) in attempt.proposal.properties { properties[ExactText(name)] = .string(value) }
            params["sessionProperties"] = .object(properties)
        }
        return .object(params)
    }

    /// Gives out the link, now that the relay has the proposal.
    mutating func offer(_ pairing: Topic) {
        guard let attempt = attempts[pairing], case .publishing(let ticket, _) = attempt.phase else { return }
        attempts[pairing]?.phase = .offered
        guard !attempt.isDead else { return }
        emit(
            .offered(
                ticket: ticket, PairingOffer(number: attempt.number, uri: attempt.uri, expires: attempt.expires)))
    }

    // MARK: Ends

    /// Ends an attempt with an error, and keeps what a late approval needs to be answered.
    mutating func fail(_ attempt: Attempt, _ error: SignError) {
        let pairing = attempt.uri.topic
        guard !attempt.isDead else { return }
        attempts[pairing]?.isDead = true
        for entry in outbox.values where entry.purpose == .proposal(pairing) { remove(entry) }
        switch attempt.phase {
        case .publishing(let ticket, _):
            // Nobody has the link, so nobody can answer.
            forget(attempt)
            emit(.answered(ticket: ticket, .failure(error)))
        case .offered: emit(.attemptEnded(attempt.number, .failure(error)))
        case .approved(let agreement):
            sendDeletion(on: agreement.topic, key: agreement.key, .userDisconnected)
            forget(attempt)
            emit(.attemptEnded(attempt.number, .failure(error)))
        }
    }

    mutating func cancelAttempt(_ number: Int) {
        guard let attempt = attempts.values.first(where: { $0.number == number }) else { return }
        fail(attempt, .cancelled)
    }

    /// Removes an attempt and its keys.
    mutating func forget(_ attempt: Attempt) {
        let pairing = attempt.uri.topic
        attempts[pairing] = nil
        persist(.remove(SignRecordKey(.attempt, pairing.text)))
        if let topic = attempt.agreement?.topic, sessions[topic] == nil {
            persist(.removeSecret(SecretLabel.session(topic)))
        }
        persist(.removeSecret(SecretLabel.agreement(pairing)))
        persist(.removeSecret(SecretLabel.pairing(pairing)))
    }

    // MARK: Messages on the pairing topic

    mutating func workOnPairing(_ message: RPCMessage, of attempt: Attempt) {
        switch message {
        case .result(let id, let value) where id.key == attempt.proposalKey: approve(attempt, value)
        case .failure(let id?, let failure) where id.key == attempt.proposalKey:
            fail(attempt, .proposalRejected(WalletWords(code: failure.code, message: failure.message)))
            if let dead = attempts[attempt.uri.topic] { forget(dead) }
        case .result, .failure: emit(.note(.unknownAnswer(attempt.uri.topic)))
        case .request(let id, let name, let params):
            let method = PeerMethod(rawValue: name)
            switch method {
            case .pairingPing, .pairingExtend:
                answer(.result(id, true), to: method, topic: attempt.uri.topic, key: attempt.uri.key)
            case .pairingDelete:
                answer(.result(id, true), to: method, topic: attempt.uri.topic, key: attempt.uri.key)
                let failure = RPCAnswerError(params)
                fail(attempt, .proposalRejected(WalletWords(code: failure.code, message: failure.message)))
                if let dead = attempts[attempt.uri.topic] { forget(dead) }
            default:
                let failure = RPCAnswerError(code: PeerCode.unsupportedMethod, message: "Unsupported method")
                answer(.failure(id, failure), to: nil, topic: attempt.uri.topic, key: attempt.uri.key)
            }
        }
    }

    /// Derives the session's key: stored first, then its topic is subscribed to.
    private mutating func approve(_ attempt: Attempt, _ value: JSONValue) {
        guard attempt.agreement == nil else { return }
        guard let digits = value["responderPublicKey"]?.stringValue, let peerKey = Hexadecimal.decode(digits),
            let key = attempt.pair.sessionKey(with: peerKey)
        else {
            fail(attempt, .settlementInvalid(.invalidKey))
            if let dead = attempts[attempt.uri.topic] { forget(dead) }
            return
        }
        let topic = Topic(ofKey: key)
        guard !attempt.isDead else {
            emit(.note(.lateApproval(attempt.number)))
            sendDeletion(on: topic, key: key, .userDisconnected)
            forget(attempt)
            return
        }
        // A wallet may be quicker than the relay's word that it has the proposal.
        offer(attempt.uri.topic)
        for entry in outbox.values where entry.purpose == .proposal(attempt.uri.topic) { remove(entry) }
        let agreement = Agreement(
            topic: topic, key: key, peerKey: peerKey, until: now.wall.adding(seconds: PeerMethod.settle.ttl))
        attempts[attempt.uri.topic]?.phase = .approved(agreement)
        persist(.putSecret(SecretLabel.session(topic), key))
        if let approved = attempts[attempt.uri.topic] {
            persist(.put(SignRecordKey(.attempt, attempt.uri.topic.text), AttemptRecord(approved).json))
        }
    }
}
