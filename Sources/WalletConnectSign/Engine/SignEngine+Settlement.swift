// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The settlement of a session, which is stored before it is answered.
extension SignEngine {
    mutating func workOnSettlement(_ message: RPCMessage, of attempt: Attempt) {
        guard let agreement = attempt.agreement else { return }
        guard case .request(let id, let name, let params) = message else {
            emit(.note(.unknownAnswer(agreement.topic)))
            return
        }
        switch PeerMethod(rawValue: name) {
        case .settle: settle(attempt, agreement, id: id, params: params)
        case .ping: answer(.result(id, true), to: .ping, topic: agreement.topic, key: agreement.key)
        case .delete:
            answer(.result(id, true), to: .delete, topic: agreement.topic, key: agreement.key)
            let failure = RPCAnswerError(params)
            let words = WalletWords(code: failure.code, message: failure.message)
            emit(.attemptEnded(attempt.number, .failure(.proposalRejected(words))))
            forget(attempt)
        case let method:
            let failure = RPCAnswerError(code: PeerCode.unsupportedMethod, message: "Unsupported method")
            answer(.failure(id, failure), to: method, topic: agreement.topic, key: agreement.key)
        }
    }

    private mutating func settle(
        _ attempt: Attempt, _ agreement: Agreement, id: RPCIdentifier, params: JSONValue
    ) {
        let state: SessionState
        do throws(SettlementError) {
            state = try settled(attempt, agreement, params: params)
        } catch {
            refuse(
                attempt, agreement, id: id, error: .settlementInvalid(error), words: "Invalid session settle request")
            return
        }
        let missing = state.session.namespaces.missing(of: attempt.proposal.required)
        guard missing.isEmpty else {
            refuse(attempt, agreement, id: id, error: .grantMissing(missing), words: "Required namespaces not granted")
            return
        }
        sessions[agreement.topic] = state
        persist(.put(SignRecordKey(.session, agreement.topic.text), SessionRecord(state).json))
        answerOnce(.result(id, true), id: id, to: .settle, topic: agreement.topic)
        forget(attempt)
        emit(.attemptEnded(attempt.number, .success(state.session)))
        emit(.event(.settled(state.session)))
    }

    /// Refuses a settlement: the wallet gets the error, and the end of the session besides.
    private mutating func refuse(
        _ attempt: Attempt, _ agreement: Agreement, id: RPCIdentifier, error: SignError, words: String
    ) {
        let failure = RPCAnswerError(code: PeerCode.invalidSettle, message: words)
        answer(.failure(id, failure), to: .settle, topic: agreement.topic, key: agreement.key)
        fail(attempt, error)
    }

    private func settled(
        _ attempt: Attempt, _ agreement: Agreement, params: JSONValue
    ) throws(SettlementError) -> SessionState {
        guard let digits = params["controller"]?["publicKey"]?.stringValue,
            Hexadecimal.decode(digits) == agreement.peerKey
        else { throw .otherController }
        guard let peer = AppMetadata(json: params["controller"]?["metadata"]) else { throw .unnamed }
        guard let expiry = params["expiry"]?.integerValue(as: Int64.self), expiry > now.wall.seconds,
            expiry <= now.wall.seconds + SignLimits.longest + SignLimits.tolerance
        else { throw .expiry }
        let namespaces: SessionNamespaces
        do throws(NamespaceError) {
            namespaces = try SessionNamespaces(json: params["namespaces"])
        } catch {
            throw .namespaces(error)
        }
        return SessionState(
            session: SignSession(
                topic: agreement.topic, owner: attempt.proposal.owner, peer: peer, namespaces: namespaces,
                expires: UnixTime(seconds: expiry), settled: now.wall, lastSeen: now.wall,
                disablesDeepLinks: params["sessionConfig"]?["disableDeepLink"]?.boolValue ?? false),
            key: agreement.key, peerKey: agreement.peerKey, required: attempt.proposal.required, lastUpdate: 0)
    }
}
