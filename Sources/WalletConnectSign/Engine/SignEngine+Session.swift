// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Messages of a wallet within a session, and the session's end.
extension SignEngine {
    mutating func workInSession(_ message: RPCMessage, topic: Topic) {
        switch message {
        case .result(let id, let value): receiveAnswer(id, .success(value), topic: topic)
        case .failure(let id?, let failure): receiveAnswer(id, .failure(failure), topic: topic)
        case .failure(nil, _): emit(.note(.unknownAnswer(topic)))
        case .request(let id, let name, let params):
            let method = PeerMethod(rawValue: name)
            guard let state = sessions[topic] else { return }
            if let earlier = state.answers[id.key] {
                emit(.note(.repeated(topic)))
                answer(earlier, to: method, topic: topic, key: state.key)
                return
            }
            work(on: method, id: id, params, state)
        }
    }

    private mutating func work(on method: PeerMethod?, id: RPCIdentifier, _ params: JSONValue, _ state: SessionState) {
        let topic = state.session.topic
        func refusal(_ code: Int, _ words: String) -> RPCMessage {
            .failure(id, RPCAnswerError(code: code, message: words))
        }
        switch method {
        // A settlement that comes twice gets the same answer and changes nothing.
        case .settle, .ping: answerOnce(.result(id, true), id: id, to: method, topic: topic)
        case .update:
            answerOnce(
                update(state, id: id, params).map { refusal($0, "Invalid update") } ?? .result(id, true), id: id,
                to: method, topic: topic)
        case .extend:
            let isExtended = extend(state, params)
            answerOnce(
                isExtended ? .result(id, true) : refusal(PeerCode.invalidExtend, "Invalid extend"), id: id, to: method,
                topic: topic)
        case .event:
            answerOnce(
                receiveEvent(state, params).map { refusal($0, "Unauthorized event") } ?? .result(id, true), id: id,
                to: method, topic: topic)
        case .delete:
            answer(.result(id, true), to: method, topic: topic, key: state.key)
            let failure = RPCAnswerError(params)
            end(topic, .byWallet(WalletWords(code: failure.code, message: failure.message)))
        case .request, .propose:
            answerOnce(refusal(PeerCode.unauthorizedMethod, "Unauthorized method"), id: id, to: method, topic: topic)
        case .pairingDelete, .pairingPing, .pairingExtend, nil:
            answerOnce(refusal(PeerCode.unsupportedMethod, "Unsupported method"), id: id, to: nil, topic: topic)
        }
    }

    /// Answers a request of the wallet and remembers the answer, so that the request isn't worked on twice.
    mutating func answerOnce(_ message: RPCMessage, id: RPCIdentifier, to method: PeerMethod?, topic: Topic) {
        guard let state = sessions[topic] else { return }
        inboxCount += 1
        sessions[topic]?.answers[id.key] = message
        sessions[topic]?.answerOrder.append(id.key)
        persist(.put(HistoryRecord.key(topic, id.key), HistoryRecord.json(message, number: inboxCount)))
        if state.answerOrder.count >= SignLimits.history, let oldest = state.answerOrder.first {
            sessions[topic]?.answerOrder.removeFirst()
            sessions[topic]?.answers[oldest] = nil
            persist(.remove(HistoryRecord.key(topic, oldest)))
        }
        answer(message, to: method, topic: topic, key: state.key)
    }

    /// Replaces the grants; the wallet is the controller of every session, so it may.
    ///
    /// - Returns: The code of a refusal.
    private mutating func update(_ state: SessionState, id: RPCIdentifier, _ params: JSONValue) -> Int? {
        guard let number = id.number, number > state.lastUpdate else { return PeerCode.invalidUpdate }
        let namespaces: SessionNamespaces
        do throws(NamespaceError) {
            namespaces = try SessionNamespaces(json: params["namespaces"])
        } catch {
            return PeerCode.invalidUpdate
        }
        guard namespaces.missing(of: state.required).isEmpty else { return PeerCode.unauthorizedUpdate }
        var changed = state
        changed.session.namespaces = namespaces
        changed.session.lastSeen = now.wall
        changed.lastUpdate = number
        sessions[state.session.topic] = changed
        persist(.put(SignRecordKey(.session, state.session.topic.text), SessionRecord(changed).json))
        emit(.event(.updated(changed.session)))
        return nil
    }

    /// Moves the session's end: to the time that the wallet names, or to seven days from now.
    private mutating func extend(_ state: SessionState, _ params: JSONValue) -> Bool {
        let latest = now.wall.seconds + SignLimits.longest
        let expiry: Int64
        switch params["expiry"] {
        case nil, .null?: expiry = latest
        case let value?:
            guard let seconds = value.integerValue(as: Int64.self) else { return false }
            expiry = seconds
        }
        guard expiry > now.wall.seconds, expiry >= state.session.expires.seconds,
            expiry <= latest + SignLimits.tolerance
        else { return false }
        var changed = state
        changed.session.expires = UnixTime(seconds: expiry)
        changed.session.lastSeen = now.wall
        sessions[state.session.topic] = changed
        persist(.put(SignRecordKey(.session, state.session.topic.text), SessionRecord(changed).json))
        emit(.event(.extended(changed.session)))
        return true
    }

    /// Hands an event on that the session grants.
    ///
    /// - Returns: The code of a refusal.
    private mutating func receiveEvent(_ state: SessionState, _ params: JSONValue) -> Int? {
        guard let chain = params["chainId"]?.stringValue.flatMap(ChainID.init),
            state.session.namespaces.grants(chain)
        else { return PeerCode.unauthorizedChain }
        guard let name = params["event"]?["name"]?.stringValue,
            state.session.namespaces.grants(event: name, on: chain)
        else { return PeerCode.unauthorizedEvent }
        emit(.event(.event(state.session, chain: chain, name: name, data: params["event"]?["data"] ?? .null)))
        return nil
    }

    /// Notes the links by which the user opened a session's wallet.
    mutating func note(_ links: WalletLinks, openedFor topic: Topic) {
        guard var state = sessions[topic] else { return }
        state.session.openedBy = links
        sessions[topic] = state
        persist(.put(SignRecordKey(.session, topic.text), SessionRecord(state).json))
    }

    // MARK: Ends

    mutating func disconnect(_ topic: Topic, _ reason: SignReason) {
        guard let state = sessions[topic] else { return }
        sendDeletion(on: topic, key: state.key, reason)
        end(topic, .byUs)
    }

    /// Ends a session, once: key, record, subscription and open requests go with it.
    mutating func end(_ topic: Topic, _ end: SignEnd) {
        guard let state = sessions.removeValue(forKey: topic) else { return }
        persist(.remove(SignRecordKey(.session, topic.text)))
        persist(.removeSecret(SecretLabel.session(topic)))
        for id in state.answerOrder { persist(.remove(HistoryRecord.key(topic, id))) }
        for entry in outbox.values {
            switch entry.purpose {
            case .request(let ref) where ref.session == topic, .ping(let ref) where ref.session == topic:
                remove(entry)
            default: break
            }
        }
        var tickets: [Int] = []
        for (ref, request) in requests where ref.session == topic {
            drop(ref)
            if let ticket = request.ticket { tickets.append(ticket) }
        }
        for (ref, ping) in pings where ref.session == topic {
            pings[ref] = nil
            tickets.append(ping.ticket)
        }
        for ticket in tickets.sorted() { emit(.answered(ticket: ticket, .failure(.sessionEnded(end)))) }
        emit(.event(.ended(state.session, end)))
    }
}
