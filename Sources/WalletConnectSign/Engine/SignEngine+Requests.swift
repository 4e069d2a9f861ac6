// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Requests to wallets: stored before they are sent, answered once, recognized when late.
extension SignEngine {
    mutating func request(_ order: RequestOrder, ticket: Int) {
        do throws(SignError) {
            try send(order, ticket: ticket)
        } catch {
            emit(.answered(ticket: ticket, .failure(error)))
        }
    }

    private mutating func send(_ order: RequestOrder, ticket: Int) throws(SignError) {
        guard identity != nil else { throw .stopped }
        guard let state = sessions[order.session] else { throw .sessionUnknown }
        guard (SignLimits.request...SignLimits.longest).contains(order.seconds), NamespaceRules.isName(order.method)
        else { throw .requestInvalid }
        let namespaces = state.session.namespaces
        guard namespaces.grants(order.chain) else { throw .grantMissing([.account(order.chain)]) }
        guard namespaces.grants(method: order.method, on: order.chain) else {
            throw .grantMissing([.method(order.method, order.chain)])
        }
        let open = requests.filter { $0.key.session == order.session && $0.value.ticket != nil }.count
        guard open < SignLimits.openRequests else { throw .tooMany }
        let expires = now.wall.adding(seconds: order.seconds)
        let id = ids.peer(at: now.wall, random: &random)
        let content = RPCMessage.request(
            id, method: PeerMethod.request.rawValue,
            params: [
                "request": [
                    "method": .string(order.method), "params": order.params,
                    "expiryTimestamp": .integer(Int128(expires.seconds)),
                ],
                "chainId": .string("\(order.chain)"),
            ])
        guard let sealed = Envelope.seal(content.bytes, key: state.key), sealed.utf8.count <= SignLimits.message else {
            throw .requestInvalid
        }
        if case .refused(let refusal) = link.phase { throw .relayRefused(refusal) }
        let ref = RequestRef(session: order.session, key: id.key)
        let request = OpenRequest(
            ticket: ticket, chain: order.chain, method: order.method, params: order.params, expires: expires)
        let call = RelayMethod.publish(
            topic: order.session, message: sealed, ttl: order.seconds, tag: PeerMethod.request.tag, prompt: true)
        requests[ref] = request
        persist(.put(RequestRecord.key(ref), RequestRecord(request).json))
        if !post(call, for: .request(ref), seconds: order.seconds) {
            drop(ref)
            throw .tooMany
        }
    }

    mutating func cancel(ticket: Int) {
        for attempt in attempts.values {
            guard case .publishing(ticket, _) = attempt.phase else { continue }
            fail(attempt, .cancelled)
            return
        }
        if let ref = requests.first(where: { $0.value.ticket == ticket })?.key {
            let isSent = removeFromOutbox(.request(ref)).map { $0.sendings > 0 } ?? true
            abandon(ref, .cancelled, isKept: isSent)
        } else if let ref = pings.first(where: { $0.value.ticket == ticket })?.key {
            pings[ref] = nil
            _ = removeFromOutbox(.ping(ref))
            emit(.answered(ticket: ticket, .failure(.cancelled)))
        }
    }

    /// Takes a message out of the outbox.
    private mutating func removeFromOutbox(_ purpose: OutboxEntry.Purpose) -> OutboxEntry? {
        guard let entry = outbox.values.first(where: { $0.purpose == purpose }) else { return nil }
        remove(entry)
        return entry
    }

    /// Ends the wait for a request; where it may have reached the wallet, its late answer is still recognized.
    mutating func abandon(_ ref: RequestRef, _ error: SignError, isKept: Bool) {
        guard let ticket = requests[ref]?.ticket else { return }
        requests[ref]?.ticket = nil
        if !isKept { drop(ref) }
        let abandoned = requests.filter { $0.key.session == ref.session && $0.value.ticket == nil }
        if abandoned.count > SignLimits.abandonedRequests, let oldest = abandoned.keys.min() { drop(oldest) }
        emit(.answered(ticket: ticket, .failure(error)))
    }

    /// Forgets a request.
    mutating func drop(_ ref: RequestRef) {
        requests[ref] = nil
        persist(.remove(RequestRecord.key(ref)))
    }

    mutating func ping(_ topic: Topic, ticket: Int) {
        guard let state = sessions[topic] else {
            emit(.answered(ticket: ticket, .failure(identity == nil ? .stopped : .sessionUnknown)))
            return
        }
        if case .refused(let refusal) = link.phase {
            emit(.answered(ticket: ticket, .failure(.relayRefused(refusal))))
            return
        }
        let method = PeerMethod.ping
        let id = ids.peer(at: now.wall, random: &random)
        let ref = RequestRef(session: topic, key: id.key)
        guard pings.filter({ $0.key.session == topic }).count < SignLimits.openRequests,
            post(
                .request(id, method: method.rawValue, params: [:]), to: topic, key: state.key, tag: method.tag,
                seconds: method.ttl, for: .ping(ref))
        else {
            emit(.answered(ticket: ticket, .failure(.tooMany)))
            return
        }
        pings[ref] = Ping(ticket: ticket, until: now.uptime + SignLimits.ping)
    }

    // MARK: Answers

    /// Takes a wallet's answer; one to an unknown or finished id is dropped.
    mutating func receiveAnswer(_ id: RPCIdentifier, _ outcome: Result<JSONValue, RPCAnswerError>, topic: Topic) {
        let ref = RequestRef(session: topic, key: id.key)
        if let ping = pings.removeValue(forKey: ref) {
            _ = removeFromOutbox(.ping(ref))
            // Any answer shows that the wallet is there.
            emit(.answered(ticket: ping.ticket, .success(true)))
            return
        }
        guard let request = requests[ref] else {
            emit(.note(.unknownAnswer(topic)))
            return
        }
        // The wallet may be quicker than the relay's word.
        _ = removeFromOutbox(.request(ref))
        guard let ticket = request.ticket else {
            keep(
                LateAnswer(
                    session: topic, owner: sessions[topic]?.session.owner ?? "", request: id.key,
                    chain: request.chain, method: request.method, params: request.params, result: outcome.value))
            drop(ref)
            return
        }
        drop(ref)
        switch outcome {
        case .success(let value): emit(.answered(ticket: ticket, .success(value)))
        case .failure(let failure):
            emit(.answered(ticket: ticket, .failure(Self.error(failure, method: request.method))))
        }
    }

    /// Tells an answer that came too late, and keeps it until the program says that it has written it down.
    ///
    /// The relay doesn't bring it again, and a program may be killed before it has.
    private mutating func keep(_ answer: LateAnswer) {
        // After a kill it may have come back from the store and from the messages that weren't worked on.
        guard late.updateValue(answer, forKey: answer.ref) == nil else { return }
        persist(.put(LateRecord.key(answer.ref), LateRecord(answer).json))
        if late.count > SignLimits.lateAnswers, let oldest = late.keys.min(by: { $0.key < $1.key }) {
            emit(.note(.limit("late answers")))
            forgetLate(oldest)
        }
        emit(.event(.late(answer)))
    }

    /// Forgets an answer that came too late.
    mutating func forgetLate(_ ref: RequestRef) {
        guard late.removeValue(forKey: ref) != nil else { return }
        persist(.remove(LateRecord.key(ref)))
    }

    /// Finds the error for a wallet's code; wallets give many for one reason, so their words are kept.
    private static func error(_ failure: RPCAnswerError, method: String) -> SignError {
        switch failure.code {
        case PeerCode.expired: .requestExpired
        case PeerCode.unsupportedMethod, PeerCode.methodNotFound: .methodUnsupported(method)
        default: .requestRejected(WalletWords(code: failure.code, message: failure.message))
        }
    }
}

extension Result {
    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
