// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText
package import WalletConnectSign

/// A sign client as the ``WalletConnectClient`` of wallets' executors.
///
/// A session belongs to the wallet that proposed it, also after a restart: its owner is stored with it. What an
/// executor requires travels as optional, since many wallets refuse everything for one unknown chain; it is checked.
package actor PhoneWalletClient: WalletConnectClient {
    package nonisolated let projectId: String
    private let client: SignClient
    /// The open attempt of each wallet; a new one takes its place.
    private var attempts: [String: PairingAttempt] = [:]

    /// Creates an adapter; the client is started by its owner.
    package init(_ client: SignClient, projectId: String) {
        self.client = client
        self.projectId = projectId
    }

    /// Proposes a session, and returns once the relay has stored the proposal.
    ///
    /// An earlier attempt of the wallet is given up: who approves it later gets no session. So is this one when the
    /// task that waits for its approval is cancelled.
    ///
    /// - Throws: `SignError`; ``NEARError/invalidArgument(name:reason:)`` for namespaces that can't be proposed.
    package func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
        let wanted = SessionProposal(
            required: try Self.namespaces("requiredNamespaces", of: proposal),
            optional: try Self.namespaces("optionalNamespaces", of: proposal), owner: walletId)
        await attempts.removeValue(forKey: walletId)?.cancel()
        guard !Task.isCancelled else { throw SignError.cancelled }
        let attempt = try await client.propose(wanted)
        // Of two at a time the later one counts.
        await attempts.updateValue(attempt, forKey: walletId)?.cancel()
        return WalletConnectPairing(uri: attempt.uri.text) {
            do throws(SignError) {
                _ = try await attempt.session()
            } catch {
                return  // The executor, if it still runs, finds no session.
            }
        }
    }

    /// Returns the wallet's newest session, from memory.
    package func session(for walletId: String) async throws -> WalletConnectSession? {
        guard let session = await client.sessions.last(where: { $0.owner.hasSameBytes(as: walletId) }) else {
            return nil
        }
        attempts[walletId] = nil
        return WalletConnectSession(
            topic: session.topic.text,
            namespaces: session.namespaces.byKey.mapValues { namespace in
                WalletConnectSession.Namespace(
                    accounts: namespace.accounts.map { "\($0)" }, methods: namespace.methods,
                    events: namespace.events)
            })
    }

    /// Sends a request and waits for the wallet's answer, which the executor looks at.
    ///
    /// Where the task is cancelled, the answer is told as a late one.
    package func request(
        method: String, params: JSONValue, chainId: String, topic: String
    ) async throws -> JSONValue {
        guard let chain = ChainID(chainId), let session = Topic(topic) else { throw SignError.sessionUnknown }
        guard !Task.isCancelled else { throw SignError.cancelled }
        return try await client.request(method, params, chain: chain, session: session)
    }

    /// Ends a session.
    package func disconnect(topic: String) async throws {
        guard let session = Topic(topic) else { throw SignError.sessionUnknown }
        await client.disconnect(session)
    }

    private static func namespaces(
        _ name: String, of proposal: JSONValue
    ) throws(NEARError) -> [String: NamespaceRequest] {
        var requests: [String: NamespaceRequest] = [:]
        for (key, json) in proposal[name]?.objectValue ?? [:] {
            do throws(NamespaceError) {
                requests[key.text] = try NamespaceRequest(key.text, json: json)
            } catch {
                throw .invalidArgument(name: name, reason: "\(error)")
            }
        }
        return requests
    }
}
