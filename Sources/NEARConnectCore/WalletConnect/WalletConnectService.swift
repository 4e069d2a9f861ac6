// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// Answers wallets' `walletConnect.*` calls with the program's client, each within the wallet's own session.
///
/// Published connectors pass topic and method on unchanged, so that one wallet can speak in another's session.
package struct WalletConnectService: Sendable {
    /// The service's name in host calls.
    package static let name = "walletConnect"

    let client: any WalletConnectClient
    private let proposed: @Sendable (WalletConnectPairing) async -> Void

    /// - Parameters:
    ///   - client: The program's client.
    ///   - proposed: Takes each proposal before its link is given out, to end it with the request that asked for it.
    package init(
        client: any WalletConnectClient, proposed: @escaping @Sendable (WalletConnectPairing) async -> Void = { _ in }
    ) {
        self.client = client
        self.proposed = proposed
    }

    /// Answers one call.
    ///
    /// - Parameters:
    ///   - method: `connect`, `getSession`, `request`, `disconnect` or `getProjectId`.
    ///   - params: The executor's parameters.
    ///   - walletId: The wallet whose executor calls.
    package func answer(_ method: String, _ params: JSONValue, for walletId: String) async throws(HostCallError)
        -> JSONValue
    {
        do {
            switch method {
            case "getProjectId": return .string(client.projectId)
            case "connect":
                let pairing = try await client.connect(params, for: walletId)
                await proposed(pairing)
                return ["uri": .string(pairing.uri)]
            case "getSession": return try await client.session(for: walletId).map(Self.json) ?? .null
            case "request": return try await request(params, for: walletId)
            case "disconnect":
                try await client.disconnect(topic: ownSession(params, walletId).topic)
                return .null
            default: throw HostCallError.invalid(localized("WalletConnect has no method “%1$s”.", method))
            }
        } catch let refusal as HostCallError {
            throw refusal
        } catch SignError.proposalRejected(let words), SignError.requestRejected(let words) {
            // The user has said no. The error that comes of it says that the wallet refused, and these are its words.
            throw .rejected("\(words)")
        } catch {
            throw .unavailable(DisplayText.words(error))
        }
    }

    private func ownSession(_ params: JSONValue, _ walletId: String) async throws -> WalletConnectSession {
        guard let session = try await client.session(for: walletId), params["topic"] == .string(session.topic)
        else { throw HostCallError.rejected(localized("The wallet has no such WalletConnect session.")) }
        return session
    }

    /// Returns the chain, the method and the parameters of what a call of `request` asks a wallet for.
    package static func asked(_ params: JSONValue) -> (chainId: String, method: String, params: JSONValue)? {
        guard let chainId = params["chainId"]?.stringValue, let method = params["request"]?["method"]?.stringValue
        else { return nil }
        return (chainId, method, params["request"]?["params"] ?? .null)
    }

    private func request(_ params: JSONValue, for walletId: String) async throws -> JSONValue {
        let session = try await ownSession(params, walletId)
        guard let (chainId, method, asked) = Self.asked(params) else {
            throw HostCallError.invalid(localized("A WalletConnect request must name a chain and a method."))
        }
        guard let namespace = session.namespace(of: chainId) else {
            throw HostCallError.rejected(localized("The WalletConnect session has no account on “%1$s”.", chainId))
        }
        guard namespace.methods.contains(method) else {
            throw HostCallError.rejected(localized("The WalletConnect session doesn’t grant “%1$s”.", method))
        }
        return try await client.request(method: method, params: asked, chainId: chainId, topic: session.topic)
    }

    private static func json(_ session: WalletConnectSession) -> JSONValue {
        func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }
        var namespaces: JSONValue.Members = [:]
        for (name, namespace) in session.namespaces {
            namespaces[ExactText(name)] = [
                "accounts": texts(namespace.accounts), "methods": texts(namespace.methods),
                "events": texts(namespace.events),
            ]
        }
        return ["topic": .string(session.topic), "namespaces": .object(namespaces)]
    }
}
