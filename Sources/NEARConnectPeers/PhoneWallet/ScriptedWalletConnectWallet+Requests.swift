// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import WalletConnectSign

/// A scripted phone wallet's session: what it is asked, and what it says by itself.
extension ScriptedWalletConnectWallet {
    /// Answers a message of the program.
    func asked(_ id: RPCIdentifier, _ method: String, params: JSONValue, on topic: Topic) async {
        let known = PeerMethod(rawValue: method)
        // Steps may wait for a test: others go on meanwhile.
        guard runningRequests < Self.limit else { return }
        runningRequests += 1
        Task {
            defer { self.runningRequests -= 1 }
            do throws(RelayAnswerError) {
                switch known {
                case .propose where self.pairings[topic] != nil: try await self.proposed(id, params, on: topic)
                case .request where self.sessions[topic] != nil: try await self.requested(id, params, on: topic)
                case .delete where self.sessions[topic] != nil: try await self.ended(id, params, on: topic)
                case .ping, .pairingPing: try await self.reply(.result(id, true), to: .ping, on: topic)
                default:
                    try await self.reply(
                        .failure(id, RPCAnswerError(code: PeerCode.unsupportedMethod, message: "Unsupported method")),
                        to: .ping, on: topic)
                }
            } catch {
                // The relay refused, or the wallet has stopped: a wallet has nobody to tell.
            }
        }
    }

    private func reply(_ message: RPCMessage, to method: PeerMethod, on topic: Topic) async throws(RelayAnswerError) {
        try await publish(message, on: topic, tag: method.tag + 1, life: method.ttl)
    }

    private func ended(_ id: RPCIdentifier, _ params: JSONValue, on topic: Topic) async throws(RelayAnswerError) {
        try await reply(.result(id, true), to: .delete, on: topic)
        let pairing = forget(topic)
        report.yield(.ended(topic, code: params["code"]?.integerValue()))
        for left in [topic, pairing].compactMap(\.self) {
            try await call("irn_unsubscribe", ["topic": .string(left.text), "id": ""])
        }
    }

    private func requested(_ id: RPCIdentifier, _ params: JSONValue, on topic: Topic) async throws(RelayAnswerError) {
        let (request, chain) = (params["request"], params["chainId"]?.stringValue ?? "")
        let method = request?["method"]?.stringValue ?? ""
        let steps = script.request(method)
        report.yield(.requested(method: method, chain: chain))
        guard await pass(steps), let session = sessions[topic] else { return }
        var answer: RPCMessage
        let prefix = "\(chain):"
        let granted = session.accounts.filter { $0.utf8.starts(with: prefix.utf8) }
            .map { String($0.dropFirst(prefix.count)) }
        do throws(PhoneWalletRefusalError) {
            for step in steps {
                if case .reject(let code, let message) = step {
                    throw PhoneWalletRefusalError(code: code, message: message)
                }
                guard case .disconnect(let code, let message) = step else { continue }
                await end(topic, code: code, message: message)
                return
            }
            guard !granted.isEmpty else { throw PhoneWalletRefusalError(code: 3_005, message: "Unauthorized chain") }
            let signer = PhoneWalletSigner(
                accounts: settings.accounts, granted: Set(granted), node: settings.node, steps: steps)
            answer = .result(id, try await signer.answer(method, request?["params"] ?? .null))
        } catch {
            answer = .failure(id, RPCAnswerError(code: error.code, message: error.message))
        }
        for _ in 0..<(steps.contains(.twice) ? 2 : 1) { try await reply(answer, to: .request, on: topic) }
        report.yield(.answered(method: method))
    }

    // MARK: By itself

    /// Ends a session.
    package func end(_ topic: Topic, code: Int = 6_000, message: String = "The user disconnected.") async {
        let id = nextId()
        do throws(RelayAnswerError) {
            try await publish(
                .request(
                    id, method: PeerMethod.delete.rawValue,
                    params: ["code": .integer(Int128(code)), "message": .string(message)]),
                on: topic, tag: PeerMethod.delete.tag, life: PeerMethod.delete.ttl)
        } catch {
            return
        }
        forget(topic)
        report.yield(.ended(topic, code: code))
    }

    /// Changes the grants of a session, and returns the program's answer.
    @discardableResult
    package func update(_ topic: Topic, _ grant: PhoneWalletGrant) async throws -> RPCMessage? {
        guard let session = sessions[topic] else { return nil }
        let near = session.namespaces["near"]
        func texts(_ name: String) -> [String] { near?[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
        let (changed, accounts) = namespaces(
            grant, chains: texts("chains"), methods: texts("methods"), events: texts("events"), namesChains: true)
        let answer = try await ask(.update, ["namespaces": changed], on: topic)
        if case .result? = answer {
            sessions[topic]?.namespaces = changed
            sessions[topic]?.accounts = accounts
        }
        return answer
    }

    /// Makes a session last for so many seconds from now, and returns the program's answer.
    @discardableResult
    package func extend(_ topic: Topic, seconds: Int64) async throws -> RPCMessage? {
        let end = clock.now.wall.seconds.addingReportingOverflow(seconds).partialValue
        return try await ask(.extend, ["expiry": .integer(Int128(end))], on: topic)
    }

    /// Sends an event, and returns the program's answer.
    @discardableResult
    package func emit(_ name: String, data: JSONValue, chain: String, on topic: Topic) async throws -> RPCMessage? {
        try await ask(
            .event, ["event": ["name": .string(name), "data": data], "chainId": .string(chain)], on: topic)
    }

    /// Pings the program, and returns its answer.
    @discardableResult
    package func ping(_ topic: Topic) async throws -> RPCMessage? { try await ask(.ping, [:], on: topic) }
}
