// SPDX-License-Identifier: MIT

internal import Foundation
package import NEARConnectCore
package import NEARPrimitives
package import NEARRPC

/// Something that `near-connect` has a wallet do in its page: a line of JSON for `near-connect-view wallet-request`.
///
/// The answer is a line, too, see ``PageAnswer``. The end of the input cancels the request.
package struct PageRequest: Sendable {
    /// The command that asks for it; no user types it.
    package static let commandName = "wallet-request"

    /// The wallet's part.
    package enum Work: Sendable {
        case signIn
        case signOut
        case send(TransactionRequest)
        case signMessage(NEP413Payload)
        case signDelegateAction(TransactionRequest)
    }

    package var work: Work
    /// The wallet's id; `nil` lets the user choose from the list.
    package var walletId: String?
    package var network: String
    /// The nodes with their API keys; none for a public network's own.
    package var nodes: [RPCEndpoint] = []
    package var profile: String
    /// The account that has to be signed in, with the wallet; `nil` for sign-ins and sign-outs.
    package var signer: AccountId?
    /// The name of a transaction that is sent once.
    package var idempotencyKey: IdempotencyKey?
    /// The folder with credential files for the keystore wallet, instead of near-cli's.
    package var credentials: String?
    /// The policy file that approves for the keystore wallet.
    package var policy: String?
    /// The command that asks, for policies and the journal.
    package var command: String?
    package var isVerbose = false

    /// Makes a request; nothing is checked.
    package init(_ work: Work, walletId: String?, network: String, profile: String) {
        (self.work, self.walletId, self.network, self.profile) = (work, walletId, network, profile)
    }

    // MARK: The line

    /// Returns the request as JSON.
    ///
    /// - Throws: `NEARError.invalidArgument` for actions that wallets have no form for.
    package func json() throws(NEARError) -> JSONValue {
        var object: JSONValue.Members = [
            "network": .string(network), "nodes": .array(nodes.map(Self.json)), "profile": .string(profile),
            "verbose": .bool(isVerbose),
        ]
        object["wallet"] = walletId.map(JSONValue.string)
        object["signer"] = signer.map { .string($0.text) }
        object["idempotencyKey"] = idempotencyKey.map { .string($0.text.text) }
        object["credentials"] = credentials.map(JSONValue.string)
        object["policy"] = policy.map(JSONValue.string)
        object["command"] = command.map(JSONValue.string)
        switch work {
        case .signIn: object["signIn"] = .null
        case .signOut: object["signOut"] = .null
        case .send(let request): object["send"] = try request.json()
        case .signDelegateAction(let request): object["signDelegateAction"] = try request.json()
        case .signMessage(let payload):
            object["signMessage"] = [
                "message": .string(payload.message.text), "recipient": .string(payload.recipient.text),
                "nonce": .string(Base64.encode(payload.nonce)),
            ]
        }
        return .object(object)
    }

    /// Reads what ``json()`` wrote.
    ///
    /// - Throws: ``UnreadableError`` and what the values' readers throw.
    package init(_ json: JSONValue) throws {
        guard let network = json["network"]?.stringValue, let profile = json["profile"]?.stringValue else {
            throw UnreadableError()
        }
        self.init(try Self.work(json), walletId: json["wallet"]?.stringValue, network: network, profile: profile)
        nodes = try (json["nodes"]?.arrayValue ?? []).map(Self.node)
        signer = try json["signer"]?.stringValue.map { try AccountId($0) }
        idempotencyKey = try json["idempotencyKey"]?.stringValue.map { try IdempotencyKey($0) }
        credentials = json["credentials"]?.stringValue
        policy = json["policy"]?.stringValue
        command = json["command"]?.stringValue
        isVerbose = json["verbose"]?.boolValue ?? false
    }

    /// A line that `near-connect` of this version doesn't write.
    package struct UnreadableError: Error, CustomStringConvertible {
        package let description = "the request is none of this version of near-connect"

        package init() {}
    }

    private static func json(_ node: RPCEndpoint) -> JSONValue {
        var headers: JSONValue.Members = [:]
        for (name, value) in node.headers { headers[ExactText(name)] = .string(value) }
        return ["url": .string(node.url.absoluteString), "headers": .object(headers)]
    }

    private static func node(_ json: JSONValue) throws -> RPCEndpoint {
        guard let url = json["url"]?.stringValue.flatMap({ URL(string: $0) }),
            let members = json["headers"]?.objectValue
        else { throw UnreadableError() }
        var headers: [String: String] = [:]
        for (name, value) in members {
            guard let value = value.stringValue else { throw UnreadableError() }
            headers[name.text] = value
        }
        return RPCEndpoint(url: url, headers: headers)
    }

    private static func work(_ json: JSONValue) throws -> Work {
        if json["signIn"] != nil { return .signIn }
        if json["signOut"] != nil { return .signOut }
        if let request = json["send"] { return .send(try transaction(request)) }
        if let request = json["signDelegateAction"] { return .signDelegateAction(try transaction(request)) }
        guard let message = json["signMessage"], let text = message["message"]?.stringValue,
            let recipient = message["recipient"]?.stringValue,
            let nonce = message["nonce"]?.stringValue.flatMap(Base64.decode)
        else { throw UnreadableError() }
        return .signMessage(try NEP413Payload(message: text, nonce: nonce, recipient: recipient))
    }

    private static func transaction(_ json: JSONValue) throws -> TransactionRequest {
        guard let receiver = json["receiverId"]?.stringValue, let actions = json["actions"]?.arrayValue else {
            throw UnreadableError()
        }
        return TransactionRequest(
            receiverId: try AccountId(receiver), actions: try actions.map { try Action(connectorJSON: $0) })
    }
}
