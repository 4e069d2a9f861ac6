// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A request of a dApp's page, decoded and checked as far as that can be done without the network.
///
/// `docs/dapp-provider.md` describes the text that it is read from.
public struct DAppRequest: Sendable, Hashable {
    /// The thing that a page asks for.
    public enum Operation: Sendable, Hashable {
        /// The accounts that the page was given, without a question.
        case accounts
        /// To be given accounts; with a function-call key where the page wants one, for ``DAppRequest/signer`` alone
        /// where it names one.
        case signIn(key: FunctionCallKeyRequest?)
        /// To be given accounts, and a signed message.
        case signInAndSignMessage(Message, key: FunctionCallKeyRequest?)
        /// To lose its permission.
        case signOut
        /// A signed message.
        case signMessage(Message, signer: AccountId?)
        /// To send transactions; `isList` says whether the page gets a list of outcomes.
        case sendTransactions([TransactionRequest], signer: AccountId?, isList: Bool)
        /// A signed transaction, which isn't sent; nonce, key and block are the wallet's.
        case signTransaction(TransactionRequest, signer: AccountId?)
        /// Signed transactions, which aren't sent.
        case signTransactions([TransactionRequest], signer: AccountId?)
        /// To have function-call keys of one account deleted, which the page has had added.
        case deleteKeys([SiteGrant.Key])
        /// A signature of the page's own transaction, whose nonce, key and block whoever signs has to check.
        case signEncodedTransaction(Transaction)
        /// Signed delegate actions (NEP-366).
        case signDelegateActions([TransactionRequest], signer: AccountId?)
        /// To be given accounts, as polkadot-js's extension asks for it, under a name of the page's choice.
        case authorize(name: ExactText)
        /// To hear of changes: answered once the accounts have another mark than this one.
        case subscribeToAccounts(since: UInt64?)
        /// The networks that are known, with their genesis hashes.
        case listMetadata
        /// To have a network added, or contracts described.
        case provideMetadata(DAppNetworkOffer)
        /// The networks on which the page may ask.
        case networks

        /// True if a page without a permission isn't even asked about.
        var needsPermission: Bool {
            switch self {
            case .signMessage, .sendTransactions, .signTransaction, .signTransactions, .signEncodedTransaction,
                .signDelegateActions, .deleteKeys, .provideMetadata:
                true
            case .accounts, .signIn, .signInAndSignMessage, .signOut, .authorize, .subscribeToAccounts, .listMetadata,
                .networks:
                false
            }
        }
    }

    /// A NEP-413 message that the page wants to have signed.
    public struct Message: Sendable, Hashable {
        /// The part that is signed.
        public let payload: NEP413Payload
        /// The text that the page gets back as it came; it isn't signed.
        public let state: ExactText?
    }

    /// The method that was called.
    public let method: DAppMethod
    /// The network that the page named, by id; `nil` for the one that is set.
    public internal(set) var network: ExactText?
    /// The thing that the page asks for.
    public let operation: Operation
    /// The account to which a sign-in is to add a key.
    private let keyAccount: AccountId?

    /// Reads a request.
    ///
    /// - Parameter text: The request as the provider sends it, JSON in UTF-8.
    /// - Throws: ``DAppError`` with `invalidParams`, `unsupported` or `limitExceeded`.
    public init(_ text: [UInt8]) throws(DAppError) {
        let json = try DAppJSON.parse(text)
        let fields = try DAppParams(json, "request")
        let name = try fields.text("method", limit: DAppJSON.nameLimit)
        guard let method = DAppMethod(rawValue: name.text) else { throw DAppMethod.unknown(name.text) }
        let params = try fields.has("params") ? fields.object("params") : DAppParams(.object([:]), "params")
        self.method = method
        network = try params.network()
        operation = try Self.operation(method, params)
        keyAccount = method == .signIn ? try params.optionalAccount("signerId") : nil
        guard text.count <= DAppJSON.limit || deploys else { throw DAppJSON.tooLong(text.count) }
    }

    /// True if something is signed or sent, so that the user or a policy has to approve it.
    public var signs: Bool {
        switch operation {
        case .signInAndSignMessage, .signMessage, .sendTransactions, .signTransaction, .signEncodedTransaction,
            .signTransactions, .deleteKeys, .signDelegateActions, .signIn(key: _?):
            true
        case .accounts, .signIn(key: nil), .signOut, .authorize, .subscribeToAccounts, .listMetadata, .provideMetadata,
            .networks:
            false
        }
    }

    /// The transactions or delegate actions to sign, none for other requests.
    public var intents: [TransactionRequest] {
        switch operation {
        case .sendTransactions(let intents, _, _), .signDelegateActions(let intents, _),
            .signTransactions(let intents, _):
            intents
        case .deleteKeys(let keys):
            SiteKeys.deletions(of: keys)
        case .signTransaction(let intent, _): [intent]
        case .signEncodedTransaction(let transaction):
            [TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)]
        default: []
        }
    }

    /// The account that the page wants to sign; `nil` where it named none.
    public var signer: AccountId? {
        switch operation {
        case .signMessage(_, let signer), .sendTransactions(_, let signer, _), .signTransaction(_, let signer),
            .signDelegateActions(_, let signer), .signTransactions(_, let signer):
            signer
        case .deleteKeys(let keys): keys.first?.accountId
        case .signEncodedTransaction(let transaction): transaction.signerId
        default: keyAccount
        }
    }

    /// The message to sign; `nil` for other requests.
    public var message: Message? {
        switch operation {
        case .signInAndSignMessage(let message, _), .signMessage(let message, _): message
        default: nil
        }
    }

    /// Returns the function-call keys that the request adds to the account that signs it.
    func functionCallKeys(addedTo account: AccountId) -> [SiteGrant.Key] {
        intents.flatMap(\.whole).filter { $0.receiverId == account }.flatMap(\.actions).compactMap { action in
            guard action.addedPermission != nil, case .addKey(let added) = action else { return nil }
            return SiteGrant.Key(accountId: account, publicKey: added.publicKey)
        }
    }

    /// True if an action brings a contract's code, for which alone a text may be long.
    private var deploys: Bool {
        intents.flatMap(\.whole).flatMap(\.actions).contains { action in
            switch action {
            case .deployContract, .deployGlobalContract: true
            default: false
            }
        }
    }
}
