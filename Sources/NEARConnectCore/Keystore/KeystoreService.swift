// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC

/// Answers the keystore wallet's calls: reads what is needed from the chain, has it approved, signs.
@MainActor
package final class KeystoreService {
    /// The name by which the page addresses this service.
    package static let name = "keystore"
    /// The packaged wallet that may use it.
    package nonisolated static let walletId = PackagedWallet.keystore
    /// For how many blocks a delegate action is valid: about two minutes on the public networks, as wallets commonly give.
    static let delegateActionBlocks: UInt64 = 200

    /// Why a call failed, with a code that travels through the wallet back to the caller.
    package struct Refusal: Error {
        package let code: String
        package let message: String

        static func rejected(_ message: String) -> Refusal { Refusal(code: "walletRejected", message: message) }
        static func invalid(_ message: String) -> Refusal { Refusal(code: "invalidRequest", message: message) }
        static let cancelled = Refusal(code: "userCancelled", message: "The person did not approve.")
    }

    /// For which requests a method may be called; for any when it isn't here. Whatever runs in the wallet's frame can't use one request to
    /// have something else approved.
    private static let kinds: [String: Set<RequestKind>] = [
        "signIn": [.signIn], "signInAndSignMessage": [.signInAndSignMessage], "signMessage": [.signMessage],
        "signTransactions": [.signAndSendTransaction, .signAndSendTransactions],
        "signDelegateActions": [.signDelegateActions], "signOut": [.signOut],
    ]

    private let keystore: Keystore
    private let host: Host
    /// The account of a sign-in whose reply is still on its way through the page, and the request that it belongs to.
    private var signingIn: (account: AccountId, request: RequestID)?
    /// The highest nonce that was signed with each key of each network. A signed delegate action holds its nonce before the chain
    /// hears of it.
    private var usedNonces: [KeyOnNetwork: UInt64] = [:]

    private struct KeyOnNetwork: Hashable {
        let network: String
        let key: PublicKey
    }

    package init(keystore: Keystore, host: Host) {
        self.keystore = keystore
        self.host = host
    }

    /// Answers one call.
    ///
    /// - Throws: ``Refusal``; ``Refusal/cancelled`` as soon as nobody waits for the call's request any more.
    package func answer(_ call: BridgeMessage.HostCall) async throws(Refusal) -> JSONValue {
        try await answer(call.method, call.params, for: call.requestId)
    }

    private func answer(
        _ method: String, _ params: JSONValue, for request: RequestID
    ) async throws(Refusal) -> JSONValue {
        let fields = try checked("params") { () throws(JSONFields.FieldError) in try JSONFields(params, "params") }
        let network = try text(fields, "network")
        if let kinds = Self.kinds[method], let kind = host.kind(request), !kinds.contains(kind) {
            throw .rejected("nobody asked for \(method)")
        }
        guard network.hasSameBytes(as: host.network()) else {
            throw .invalid("the wallet was asked for \(network) but works on \(host.network())")
        }
        switch method {
        case "accounts": return accounts(network, request)
        case "signIn": return try await signIn(fields, network, request)
        case "signInAndSignMessage": return try await signInAndSignMessage(fields, network, request)
        case "signMessage": return try await signMessage(fields, network, request)
        case "signTransactions": return try await signTransactions(fields, network, request)
        case "signDelegateActions": return try await signDelegateActions(fields, network, request)
        case "signOut": return .object([:])
        default: throw .invalid("the keystore has no method \(method)")
        }
    }

    // MARK: Accounts

    private func accounts(_ network: String, _ request: RequestID) -> JSONValue {
        let account = signingIn.flatMap { $0.request == request ? $0.account : nil } ?? host.signedIn()
        guard let account, let key = keystore.key(of: account, on: network) else {
            return ["accounts": []]
        }
        return ["accounts": .array([describe(account, key)])]
    }

    private func describe(_ account: AccountId, _ key: SecretKey) -> JSONValue {
        ["accountId": .string(account.text), "publicKey": .string(key.publicKey.description)]
    }

    private func signIn(
        _ fields: JSONFields, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> JSONValue {
        guard !fields.has("addFunctionCallKey") else {
            throw .rejected("this wallet signs each call itself and adds no key; sign in without addFunctionCallKey")
        }
        let (account, key) = try await chooseAccount(network, request) { .signIn(candidates: $0) }
        signingIn = (account, request)
        return ["accounts": .array([describe(account, key)])]
    }

    private func chooseAccount(
        _ network: String, _ request: RequestID, _ subject: ([AccountId]) -> ApprovalRequest.Subject
    ) async throws(Refusal) -> (AccountId, SecretKey) {
        let candidates = keystore.accounts(on: network)
        guard !candidates.isEmpty else {
            throw .rejected("the keystore has no key on \(network); add one, for example with near-cli")
        }
        guard let account = try await approved(subject(candidates), network, request),
            let key = keystore.key(of: account, on: network)
        else { throw .rejected("no account was chosen") }
        return (account, key)
    }

    // MARK: Messages

    private func signInAndSignMessage(
        _ fields: JSONFields, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> JSONValue {
        let payload = try payload(fields)
        let (account, key) = try await chooseAccount(network, request) {
            .signInAndSignMessage(candidates: $0, message: payload.message, recipient: payload.recipient)
        }
        let signed = try sign(payload, account, key)
        signingIn = (account, request)
        return ["accounts": .array([describe(account, key)]), "signedMessage": signed]
    }

    private func signMessage(
        _ fields: JSONFields, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> JSONValue {
        let payload = try payload(fields)
        let (account, key) = try signer(fields, network)
        _ = try await approved(
            .message(payload.message, recipient: payload.recipient, signerId: account), network, request)
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

    private func signTransactions(
        _ fields: JSONFields, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> JSONValue {
        let (account, key) = try signer(fields, network)
        let intents = try intents(fields, "transactions", request)
        _ = try await approved(.transactions(intents, signerId: account), network, request)
        let state = try await accessKey(of: account, key, network, count: intents.count, request)
        var signed: [JSONValue] = []
        var signatures: [JournalSignature] = []
        for (index, intent) in intents.enumerated() {
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: account, publicKey: key.publicKey, nonce: state.firstNonce + UInt64(index),
                    receiverId: intent.receiverId, blockHash: state.blockHash, actions: intent.actions))
            do {
                let result = try SignedTransaction.sign(transaction, with: key)
                signed.append(["hash": .string(transaction.hash.description), "base64": .string(result.base64)])
            } catch {
                throw .rejected("\(error)")
            }
            signatures.append(
                JournalSignature(
                    part: index, hash: transaction.hash,
                    key: JournalSignature.SignedNonce(
                        publicKey: key.publicKey.handle, nonce: state.firstNonce + UInt64(index), height: state.height))
            )
        }
        try await note(signatures, request)
        return ["signedTransactions": .array(signed)]
    }

    private func signDelegateActions(
        _ fields: JSONFields, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> JSONValue {
        let (account, key) = try signer(fields, network)
        let intents = try intents(fields, "delegateActions", request)
        _ = try await approved(.delegateActions(intents, signerId: account), network, request)
        let state = try await accessKey(of: account, key, network, count: intents.count, request)
        var signed: [JSONValue] = []
        var signatures: [JournalSignature] = []
        for (index, intent) in intents.enumerated() {
            let action = DelegateAction(
                senderId: account, receiverId: intent.receiverId, actions: intent.actions,
                nonce: state.firstNonce + UInt64(index), maxBlockHeight: state.expiry, publicKey: key.publicKey)
            do {
                signed.append(.string(try SignedDelegateAction.sign(action, with: key).base64))
            } catch {
                throw .rejected("\(error)")
            }
            signatures.append(
                JournalSignature(
                    part: index, hash: nil,
                    key: JournalSignature.SignedNonce(
                        publicKey: key.publicKey.handle, nonce: action.nonce, height: action.maxBlockHeight)))
        }
        try await note(signatures, request)
        return ["signedDelegateActions": .array(signed)]
    }

    private func note(_ signatures: [JournalSignature], _ request: RequestID) async throws(Refusal) {
        do throws(NEARError) {
            try await host.noteSigned(signatures, request)
        } catch .userCancelled {
            throw .cancelled
        } catch {
            throw Refusal(code: "walletUnavailable", message: error.errorDescription ?? error.code)
        }
    }

    private func isOpen(_ request: RequestID) -> Bool { host.kind(request) != nil }

    /// Reads what is to be signed: what the program asked for, and nothing else.
    private func intents(
        _ fields: JSONFields, _ name: String, _ request: RequestID
    ) throws(Refusal) -> [TransactionRequest] {
        let elements = try checked(name) { () throws(JSONFields.FieldError) in try fields.array(name) }
        guard !elements.isEmpty else { throw .invalid("\(name) is empty") }
        var intents: [TransactionRequest] = []
        for element in elements {
            let intent = try checked(name) { () throws(JSONFields.FieldError) in try JSONFields(element, name) }
            let receiver = try text(intent, "receiverId")
            let values = try checked(name) { () throws(JSONFields.FieldError) in try intent.array("actions") }
            guard !values.isEmpty else { throw .invalid("no actions for \(receiver)") }
            do {
                intents.append(
                    TransactionRequest(
                        receiverId: try AccountId(receiver), actions: try values.map { try Action(connectorJSON: $0) }))
            } catch {
                throw .invalid("\(error)")
            }
        }
        guard host.isAskedFor(intents, request) else { throw .rejected("this is not what the program asked for") }
        return intents
    }

    /// What a signature needs of the chain.
    private struct KeyState {
        /// The first of the nonces that were set aside for this call.
        let firstNonce: UInt64
        let blockHash: CryptoHash
        /// That block's height.
        let height: UInt64
        /// The last block that may carry a delegate action.
        let expiry: UInt64
    }

    /// Reads the key's nonce and a block from the chain and sets `count` nonces aside. A node isn't trusted with them: the block's header has
    /// to have the height too, nearcore keeps an access key's nonce below a million times that, and nothing else is believed.
    private func accessKey(
        of account: AccountId, _ key: SecretKey, _ network: String, count: Int, _ request: RequestID
    ) async throws(Refusal) -> KeyState {
        let (nonce, blockHash, height): (UInt64, CryptoHash, UInt64)
        do {
            let view = try await host.rpc().viewAccessKey(key.publicKey, of: account)
            (nonce, blockHash, height) = (view.value.nonce, view.blockHash, view.blockHeight)
            // The journal computes with this height when it says until when a transaction can be executed.
            let header = try await host.rpc().block(.hash(blockHash)).header
            guard header.height == height else {
                throw RPCError.unexpectedResult(
                    method: "query", reason: "block \(blockHash) has height \(header.height), not \(height)")
            }
        } catch {
            throw Refusal(code: "walletUnavailable", message: "The key of \(account) can't be read: \(error)")
        }
        guard isOpen(request) else { throw .cancelled }
        let name = KeyOnNetwork(network: network, key: key.publicKey)
        let first = max(nonce, usedNonces[name] ?? 0).addingReportingOverflow(1)
        let last = first.partialValue.addingReportingOverflow(UInt64(count))
        let expiry = height.addingReportingOverflow(Self.delegateActionBlocks)
        guard let bound = AccessKey.nonceBound(afterHeight: height), !first.overflow, !last.overflow, !expiry.overflow,
            last.partialValue <= bound
        else {
            throw Refusal(
                code: "walletUnavailable",
                message: "The node's answer can't be true: nonce \(nonce) at block height \(height)")
        }
        usedNonces[name] = last.partialValue - 1
        return KeyState(
            firstNonce: first.partialValue, blockHash: blockHash, height: height, expiry: expiry.partialValue)
    }

    // MARK: Common

    /// The account that signs: the one that is signed in, and no other, whatever the wallet's frame says.
    private func signer(_ fields: JSONFields, _ network: String) throws(Refusal) -> (AccountId, SecretKey) {
        let asked = try checked("signerId") { () throws(JSONFields.FieldError) in try fields.optionalString("signerId")
        }
        guard let account = host.signedIn() else { throw .rejected("nobody is signed in with this wallet") }
        if let asked, !asked.hasSameBytes(as: account.text) {
            throw .rejected("\(asked) is not the account that is signed in, \(account)")
        }
        guard let key = keystore.key(of: account, on: network) else {
            throw .rejected("the keystore has no key of \(account) on \(network)")
        }
        return (account, key)
    }

    private func approved(
        _ subject: ApprovalRequest.Subject, _ network: String, _ request: RequestID
    ) async throws(Refusal) -> AccountId? {
        guard isOpen(request) else { throw .cancelled }
        let chain = try identity(await host.identify(), request)
        guard isOpen(request) else { throw .cancelled }
        let asked = ApprovalRequest(network: network, chain: chain, origin: host.origin, subject: subject)
        let answer = await host.approve(asked)
        // A dialog that was answered after its request had ended approves nothing.
        guard isOpen(request) else { throw .cancelled }
        // While a person thought, a slow node may have told.
        guard try identity(host.chain(), request) == chain else {
            throw .rejected("the nodes of \(network) have said meanwhile which chain it is; try once more")
        }
        switch answer {
        case .approved(let account): return account
        case .cancelled: throw .cancelled
        case .refused(let reason): throw .rejected(reason)
        }
    }

    /// The chain, as far as it can be told. A conflict ends the request.
    private func identity(_ chain: ChainKnowledge, _ request: RequestID) throws(Refusal) -> ChainIdentity? {
        if case .conflicting(let conflict) = chain {
            host.abandon(request, .wrongChain(conflict))
            throw .rejected("\(conflict)")
        }
        return chain.identity
    }

    private func text(_ fields: JSONFields, _ name: String) throws(Refusal) -> String {
        try checked(name) { () throws(JSONFields.FieldError) in try fields.string(name) }
    }

    private func checked<Value>(
        _ name: String, _ read: () throws(JSONFields.FieldError) -> Value
    ) throws(Refusal) -> Value {
        do {
            return try read()
        } catch {
            throw .invalid(error.description)
        }
    }
}
