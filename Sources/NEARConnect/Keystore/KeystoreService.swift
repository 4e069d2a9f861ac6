// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Answers the keystore wallet's calls: reads what is needed from the chain, has it approved, signs.
@MainActor
final class KeystoreService {
    /// The name by which the page addresses this service.
    static let name = "keystore"
    /// The packaged wallet that may use it.
    static let walletId = "near-connect-keystore"
    /// For how many blocks a delegate action is valid: about two minutes on the public networks, as wallets commonly give.
    static let delegateActionBlocks: UInt64 = 200

    /// Why a call failed, with a code that travels through the wallet back to the caller.
    struct Refusal: Error {
        let code: String
        let message: String

        static func rejected(_ message: String) -> Refusal { Refusal(code: "walletRejected", message: message) }
        static func invalid(_ message: String) -> Refusal { Refusal(code: "invalidRequest", message: message) }
        static let cancelled = Refusal(code: "userCancelled", message: "The person did not approve.")
    }

    /// What the service needs of the manager.
    struct Host {
        /// The network id that requests must name.
        let network: () -> String
        /// The app's origin.
        let origin: String
        /// The account that is signed in with this wallet.
        let signedIn: () -> AccountId?
        /// Reads the chain.
        let rpc: () throws(NEARError) -> NEARRPCClient
        /// Puts a request before a person or a policy.
        let approve: (ApprovalRequest) async -> ApprovalAnswer
    }

    private let keystore: Keystore
    private let host: Host
    /// The account of a sign-in whose reply is still on its way through the page.
    private var justSignedIn: AccountId?
    /// The highest nonce that was signed with each key. A signed delegate action holds its nonce before the chain hears of it.
    private var usedNonces: [PublicKey: UInt64] = [:]

    init(keystore: Keystore, host: Host) {
        self.keystore = keystore
        self.host = host
    }

    /// Answers one call.
    ///
    /// - Throws: ``Refusal``.
    func answer(_ method: String, _ params: JSONValue) async throws(Refusal) -> JSONValue {
        let fields = try checked("params") { () throws(JSONFields.Fault) in try JSONFields(params, "params") }
        let network = try text(fields, "network")
        guard network == host.network() else {
            throw .invalid("the wallet was asked for \(network) but works on \(host.network())")
        }
        switch method {
        case "accounts": return accounts(network)
        case "signIn": return try await signIn(fields, network)
        case "signInAndSignMessage": return try await signInAndSignMessage(fields, network)
        case "signMessage": return try await signMessage(fields, network)
        case "signTransactions": return try await signTransactions(fields, network)
        case "signDelegateActions": return try await signDelegateActions(fields, network)
        case "signOut":
            justSignedIn = nil
            return .object([:])
        default: throw .invalid("the keystore has no method \(method)")
        }
    }

    // MARK: Accounts

    private func accounts(_ network: String) -> JSONValue {
        guard let account = justSignedIn ?? host.signedIn(), let key = keystore.key(of: account, on: network) else {
            return ["accounts": []]
        }
        return ["accounts": .array([describe(account, key)])]
    }

    private func describe(_ account: AccountId, _ key: SecretKey) -> JSONValue {
        ["accountId": .string(account.text), "publicKey": .string(key.publicKey.description)]
    }

    private func signIn(_ fields: JSONFields, _ network: String) async throws(Refusal) -> JSONValue {
        let (account, key) = try await chooseAccount(network) { .signIn(candidates: $0) }
        if let request = try functionCallKey(fields) {
            throw .rejected(
                "this wallet signs each call itself and adds no key for \(request); sign in without addFunctionCallKey")
        }
        justSignedIn = account
        return ["accounts": .array([describe(account, key)])]
    }

    private func functionCallKey(_ fields: JSONFields) throws(Refusal) -> String? {
        guard let value = try? fields.value("addFunctionCallKey"), !value.isNull else { return nil }
        return value["contractId"]?.stringValue ?? "a contract"
    }

    private func chooseAccount(
        _ network: String, _ subject: ([AccountId]) -> ApprovalRequest.Subject
    ) async throws(Refusal) -> (AccountId, SecretKey) {
        let candidates = keystore.accounts(on: network)
        guard !candidates.isEmpty else {
            throw .rejected("the keystore has no key on \(network); add one, for example with near-cli")
        }
        guard let account = try await approved(subject(candidates), network),
            let key = keystore.key(of: account, on: network)
        else { throw .rejected("no account was chosen") }
        return (account, key)
    }

    // MARK: Messages

    private func signInAndSignMessage(_ fields: JSONFields, _ network: String) async throws(Refusal) -> JSONValue {
        let payload = try payload(fields)
        let (account, key) = try await chooseAccount(network) {
            .signInAndSignMessage(candidates: $0, message: payload.message, recipient: payload.recipient)
        }
        let signed = try sign(payload, account, key)
        justSignedIn = account
        return ["accounts": .array([describe(account, key)]), "signedMessage": signed]
    }

    private func signMessage(_ fields: JSONFields, _ network: String) async throws(Refusal) -> JSONValue {
        let payload = try payload(fields)
        let (account, key) = try signer(fields, network)
        _ = try await approved(
            .message(payload.message, recipient: payload.recipient, signerId: account), network)
        return ["signedMessage": try sign(payload, account, key)]
    }

    private func payload(_ fields: JSONFields) throws(Refusal) -> NEP413Payload {
        guard let nonce = Base64.decode(try text(fields, "nonce")) else { throw .invalid("the nonce is not Base64") }
        let message = try text(fields, "message")
        let recipient = try text(fields, "recipient")
        do {
            return try NEP413Payload(message: message, nonce: nonce, recipient: recipient)
        } catch {
            throw .invalid("\(error)")
        }
    }

    private func sign(_ payload: NEP413Payload, _ account: AccountId, _ key: SecretKey) throws(Refusal) -> JSONValue {
        do {
            let signature = try key.sign(payload.hash)
            return [
                "accountId": .string(account.text), "publicKey": .string(key.publicKey.description),
                "signature": .string(Base64.encode(signature.bytes)),
            ]
        } catch {
            throw .rejected("\(error)")
        }
    }

    // MARK: Transactions

    private func signTransactions(_ fields: JSONFields, _ network: String) async throws(Refusal) -> JSONValue {
        let (account, key) = try signer(fields, network)
        let intents = try intents(fields, "transactions")
        _ = try await approved(.transactions(intents, signerId: account), network)
        let state = try await accessKey(of: account, key)
        var signed: [JSONValue] = []
        for (index, intent) in intents.enumerated() {
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: account, publicKey: key.publicKey, nonce: state.nonce + UInt64(index) + 1,
                    receiverId: intent.receiverId, blockHash: state.blockHash, actions: intent.actions))
            do {
                let result = try SignedTransaction.sign(transaction, with: key)
                signed.append(["hash": .string(transaction.hash.description), "base64": .string(result.base64)])
            } catch {
                throw .rejected("\(error)")
            }
        }
        usedNonces[key.publicKey] = state.nonce + UInt64(intents.count)
        return ["signedTransactions": .array(signed)]
    }

    private func signDelegateActions(_ fields: JSONFields, _ network: String) async throws(Refusal) -> JSONValue {
        let (account, key) = try signer(fields, network)
        let intents = try intents(fields, "delegateActions")
        _ = try await approved(.delegateActions(intents, signerId: account), network)
        let state = try await accessKey(of: account, key)
        var signed: [JSONValue] = []
        for (index, intent) in intents.enumerated() {
            let action = DelegateAction(
                senderId: account, receiverId: intent.receiverId, actions: intent.actions,
                nonce: state.nonce + UInt64(index) + 1,
                maxBlockHeight: state.blockHeight + Self.delegateActionBlocks, publicKey: key.publicKey)
            do {
                signed.append(.string(try SignedDelegateAction.sign(action, with: key).base64))
            } catch {
                throw .rejected("\(error)")
            }
        }
        usedNonces[key.publicKey] = state.nonce + UInt64(intents.count)
        return ["signedDelegateActions": .array(signed)]
    }

    private func intents(_ fields: JSONFields, _ name: String) throws(Refusal) -> [ApprovalRequest.Intent] {
        let elements = try checked(name) { () throws(JSONFields.Fault) in try fields.array(name) }
        guard !elements.isEmpty else { throw .invalid("\(name) is empty") }
        var intents: [ApprovalRequest.Intent] = []
        for element in elements {
            let intent = try checked(name) { () throws(JSONFields.Fault) in try JSONFields(element, name) }
            let receiver = try text(intent, "receiverId")
            let values = try checked(name) { () throws(JSONFields.Fault) in try intent.array("actions") }
            guard !values.isEmpty else { throw .invalid("no actions for \(receiver)") }
            do {
                intents.append(
                    ApprovalRequest.Intent(
                        receiverId: try AccountId(receiver), actions: try values.map { try Action(connectorJSON: $0) }))
            } catch {
                throw .invalid("\(error)")
            }
        }
        return intents
    }

    /// The last nonce that was used with the key, and a block to name, as the chain has them now.
    private func accessKey(
        of account: AccountId, _ key: SecretKey
    ) async throws(Refusal) -> (nonce: UInt64, blockHash: CryptoHash, blockHeight: UInt64) {
        do {
            let view = try await host.rpc().viewAccessKey(key.publicKey, of: account)
            return (max(view.value.nonce, usedNonces[key.publicKey] ?? 0), view.blockHash, view.blockHeight)
        } catch {
            throw Refusal(code: "walletUnavailable", message: "The key of \(account) can't be read: \(error)")
        }
    }

    // MARK: Common

    private func signer(_ fields: JSONFields, _ network: String) throws(Refusal) -> (AccountId, SecretKey) {
        let asked = try checked("signerId") { () throws(JSONFields.Fault) in try fields.optionalString("signerId") }
        guard let account = justSignedIn ?? host.signedIn() else {
            throw .rejected("nobody is signed in with this wallet")
        }
        guard asked == nil || asked == account.text else {
            throw .rejected("\(asked ?? "") is not the account that is signed in, \(account)")
        }
        guard let key = keystore.key(of: account, on: network) else {
            throw .rejected("the keystore has no key of \(account) on \(network)")
        }
        return (account, key)
    }

    private func approved(
        _ subject: ApprovalRequest.Subject, _ network: String
    ) async throws(Refusal) -> AccountId? {
        let request = ApprovalRequest(network: network, origin: host.origin, subject: subject)
        switch await host.approve(request) {
        case .approved(let account): return account
        case .cancelled: throw .cancelled
        case .refused(let reason): throw .rejected(reason)
        }
    }

    private func text(_ fields: JSONFields, _ name: String) throws(Refusal) -> String {
        try checked(name) { () throws(JSONFields.Fault) in try fields.string(name) }
    }

    private func checked<Value>(
        _ name: String, _ read: () throws(JSONFields.Fault) -> Value
    ) throws(Refusal) -> Value {
        do {
            return try read()
        } catch {
            throw .invalid(error.description)
        }
    }
}
