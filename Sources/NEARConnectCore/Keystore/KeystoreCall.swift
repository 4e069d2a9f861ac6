// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// One call of the keystore wallet: what it says, the request that it belongs to, and who approves it.
///
/// The call's words are text from outside. Nothing of it counts but what the program has asked for with the request.
@MainActor
struct KeystoreCall {
    let host: any KeystoreHost
    /// The request during which the wallet calls.
    let request: RequestID
    /// The network that the call names, which is the one that is set.
    let network: String

    private let fields: JSONFields

    /// Reads a call's parameters.
    ///
    /// - Throws: ``HostCallError`` for what has no network.
    init(_ params: JSONValue, in request: RequestID, host: any KeystoreHost) throws(HostCallError) {
        self.host = host
        self.request = request
        let fields = try Self.read { () throws(JSONFields.FieldError) in try JSONFields(params, "params") }
        network = try Self.read { () throws(JSONFields.FieldError) in try fields.string("network") }
        self.fields = fields
    }

    /// The one whose request it is.
    var asker: Asker { host.asker(of: request) }

    /// True while the request is open.
    var isOpen: Bool { host.kind(of: request) != nil }

    // MARK: Reading

    /// Returns true if the call has a field of this name.
    func has(_ field: String) -> Bool { fields.has(field) }

    /// Reads the function-call key that is to be added with a sign-in.
    ///
    /// It has to be the one that the program asked for.
    ///
    /// - Returns: The key; `nil` when neither asks for one.
    func functionCallKey() throws(HostCallError) -> FunctionCallKeyRequest? {
        let named = try Self.read { () throws(JSONFields.FieldError) in
            has("addFunctionCallKey") ? try FunctionCallKeyRequest(json: try fields.value("addFunctionCallKey")) : nil
        }
        guard named == host.functionCallKey(for: request) else {
            throw .rejected(localized("this is not the key that the program asked for"))
        }
        return named
    }

    /// Returns the owner of function-call keys that this call's asker has for `account`.
    func owner(_ account: AccountId) -> FunctionCallKeys.Owner {
        FunctionCallKeys.Owner(asker: asker, network: ExactText(network), account: account)
    }

    /// Reads the NEP-413 message that is to be signed: the one that the program asked for, and no other.
    func payload() throws(HostCallError) -> NEP413Payload {
        let (text, recipient, encoded) = try Self.read { () throws(JSONFields.FieldError) in
            (try fields.string("message"), try fields.string("recipient"), try fields.string("nonce"))
        }
        guard let nonce = Base64.decode(encoded) else { throw .invalid(localized("the nonce is not Base64")) }
        let payload: NEP413Payload
        do {
            payload = try NEP413Payload(message: text, nonce: nonce, recipient: recipient)
        } catch {
            throw .invalid("\(error)")
        }
        guard host.isAskedFor(payload, in: request) else {
            throw .rejected(localized("this is not the message that the program asked for"))
        }
        return payload
    }

    /// Reads the transactions or delegate actions that are to be signed: those that the program asked for, and no
    /// others.
    ///
    /// - Parameter name: The field that has them.
    func intents(_ name: String) throws(HostCallError) -> [TransactionRequest] {
        let elements = try Self.read { () throws(JSONFields.FieldError) in try fields.array(name) }
        guard !elements.isEmpty else { throw .invalid(localized("%1$s is empty", "\(name)")) }
        var intents: [TransactionRequest] = []
        for element in elements {
            let (receiver, actions) = try Self.read { () throws(JSONFields.FieldError) in
                let intent = try JSONFields(element, name)
                return (try intent.string("receiverId"), try intent.array("actions"))
            }
            guard !actions.isEmpty else { throw .invalid(localized("no actions for %1$s", "\(receiver)")) }
            do {
                intents.append(
                    TransactionRequest(
                        receiverId: try AccountId(receiver), actions: try actions.map { try Action(connectorJSON: $0) })
                )
            } catch {
                throw .invalid("\(error)")
            }
        }
        guard host.isAskedFor(intents, in: request) else {
            throw .rejected(localized("this is not what the program asked for"))
        }
        return intents
    }

    /// Returns the account that is signed in, and its key.
    ///
    /// No other account signs, whatever the call says.
    func signer(_ keystore: Keystore) throws(HostCallError) -> KeystoreSigner {
        let asked = try Self.read { () throws(JSONFields.FieldError) in try fields.optionalString("signerId") }
        guard let account = host.keystoreAccount else {
            throw .rejected(localized("nobody is signed in with this wallet"))
        }
        if let asked, !asked.hasSameBytes(as: account.text) {
            throw .rejected(localized("%1$s is not the account that is signed in, %2$s", "\(asked)", "\(account)"))
        }
        guard let signer = keystore.keystoreSigner(of: account, on: network) else {
            throw .rejected(localized("the keystore has no key of %1$s on %2$s", "\(account)", "\(network)"))
        }
        return signer
    }

    private static func read<Value>(_ body: () throws(JSONFields.FieldError) -> Value) throws(HostCallError) -> Value {
        do {
            return try body()
        } catch {
            throw .invalid(error.description)
        }
    }

    // MARK: Approval

    /// Has `subject` approved by the user or a policy.
    ///
    /// - Parameters:
    ///   - subject: The operation.
    ///   - signers: The keys, one of which will sign.
    ///   - key: A function-call key that covers it, which the user approved before.
    /// - Returns: The accounts that were chosen, where there was a choice; several for a dApp's page only.
    /// - Throws: ``HostCallError/cancelled`` when nobody waits for the request any more; otherwise why it was not
    ///   approved.
    @discardableResult
    func approved(
        _ subject: ApprovalRequest.Subject, by signers: [KeystoreSigner], coveredBy key: PublicKey? = nil
    ) async throws(HostCallError) -> [AccountId] {
        guard isOpen else { throw .cancelled }
        let chain = try identity(await host.identifyChain())
        guard isOpen else { throw .cancelled }
        var asked = ApprovalRequest(
            network: network, chain: chain, asker: asker, subject: subject, coveringKey: key)
        asked.hasLocalNodesOnly = host.keystoreNodes.nodes.hasLocalNodesOnly
        if asked.signs { asked.unreachedNetworks = try await unreached(by: signers) }
        guard isOpen else { throw .cancelled }
        let answer = await host.approve(asked, for: request)
        // A dialog that was answered after its request had ended approves nothing.
        guard isOpen else { throw .cancelled }
        // While the user thought, a slow node may have told.
        guard try identity(host.chain) == chain else {
            throw .rejected(
                localized("the nodes of %1$s have said meanwhile which chain it is; try once more", "\(network)"))
        }
        switch answer {
        case .approved(let account): return account.map { [$0] } ?? []
        case .approvedAccounts(let accounts):
            guard asked.takesSeveralAccounts, accounts.allSatisfy(asked.candidates.contains),
                Set(accounts).count == accounts.count
            else { throw .rejected(localized("the accounts that were chosen aren’t among those to choose from")) }
            return accounts
        case .cancelled: throw .cancelled
        case .refused(let reason): throw .rejected(reason)
        }
    }

    /// Returns the chain, as far as it can be told.
    ///
    /// A conflict ends the request.
    private func identity(_ chain: ChainKnowledge) throws(HostCallError) -> ChainIdentity? {
        if case .conflicting(let conflict) = chain {
            host.abandon(request, with: .wrongChain(conflict))
            throw .rejected("\(conflict)")
        }
        return chain.identity
    }

    // MARK: Signing

    /// Returns a client of the nodes that have named their chain.
    func client() throws(HostCallError) -> NEARRPCClient {
        do throws(NEARError) {
            return try host.signingClient()
        } catch {
            throw .unavailable(error.errorDescription ?? error.code)
        }
    }

    /// Has `signer` sign a subject, and verifies the signature.
    ///
    /// A signature that comes after the request has ended, or after the nodes have contradicted each other, is dropped.
    ///
    /// - Throws: ``HostCallError``; one that names the signer where the signature is not its key's over the subject.
    func signature(of subject: SigningSubject, by signer: KeystoreSigner) async throws(HostCallError) -> Signature {
        guard isOpen else { throw .cancelled }
        _ = try await requireOwnKey(of: signer)
        guard isOpen else { throw .cancelled }
        let (host, request) = (host, request)
        let signature: Signature
        do throws(SigningError) {
            signature = try await signer.signer.signature(of: subject, by: signer.key) { step in
                await host.heard(step, for: request)
            }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            // Their reasons are sentences already, which others put into sentences of their own.
            case .unavailable(let reason): throw .unavailable(reason)
            case .refused(let reason): throw .rejected(reason)
            case .faultySignature, .key, .keyMismatch: throw .rejected("\(error)")
            }
        }
        guard isOpen else { throw .cancelled }
        _ = try identity(host.chain)
        return signature
    }

    /// Has the transactions of a sign-in written down, before anything is signed.
    func beginRecord(of transactions: [TransactionRequest], by signer: KeystoreSigner) async throws(HostCallError) {
        try await journaled { () throws(NEARError) in
            try await host.beginRecord(of: transactions, by: signer.account, for: request)
        }
    }

    /// Has what was signed written down.
    ///
    /// Signatures leave this process only when this has returned.
    func note(_ signatures: [JournalSignature]) async throws(HostCallError) {
        try await journaled { () throws(NEARError) in try await host.noteSigned(signatures, for: request) }
    }

    private func journaled(_ write: () async throws(NEARError) -> Void) async throws(HostCallError) {
        do throws(NEARError) {
            try await write()
        } catch .userCancelled {
            throw .cancelled
        } catch {
            throw .unavailable(error.errorDescription ?? error.code)
        }
    }
}
