// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText
package import WalletConnectSign

/// A phone wallet's account.
package struct PhoneAccount: Sendable, Hashable {
    /// The account.
    package let id: AccountId
    /// The key that the wallet signs with.
    package let key: PublicKey
    /// True if the chain shows the key on the account; where no node answers, it is the wallet's word alone.
    package let isVerified: Bool

    package init(id: AccountId, key: PublicKey, isVerified: Bool) {
        (self.id, self.key, self.isVerified) = (id, key, isVerified)
    }
}

/// A message that a phone wallet has signed.
package struct PhoneSignedMessage: Sendable, Hashable {
    /// The message; its signature is right.
    package let message: SignedMessage
    /// True if the chain shows the key as one of the account with all rights.
    package let isVerified: Bool
}

/// NEAR over a session of WalletConnect: accounts, transactions, messages, keys.
///
/// Each answer is checked before anything of it is used or sent: the signed bytes are the transaction that was asked
/// for, the signature is right, the account is granted on this network, and the chain shows the key. The journal has a
/// transaction before the wallet is asked for it.
///
/// Source: WalletConnect's page on NEAR; the wallet standard's text for bridge wallets; NEP-413.
@MainActor
package struct NEARWalletConnect {
    /// The methods that are called, as a proposal names them.
    package nonisolated static let methods = [
        "near_getAccounts", "near_signTransaction", "near_signTransactions", "near_signMessage", "near_signIn",
        "near_signOut",
    ]

    /// The method for several transactions at once, which not every wallet has.
    static let severalMethod = "near_signTransactions"

    let client: SignClient
    /// The session's topic.
    let topic: Topic
    /// The session's chain, such as `near:testnet`.
    let chain: ChainID
    let nodes: NetworkNodes
    let patience: Duration
    let journal: RequestJournal
    let asker: Asker
    let logger: Logger
    /// Called once the relay has a request, which is the time to open the wallet.
    let stored: (@Sendable (StoredRequest) -> Void)?

    /// Prepares to ask a wallet; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - client: The client that holds the session.
    ///   - topic: The session.
    ///   - nodes: The nodes of the network, which the session has to grant.
    ///   - patience: The time that nodes have to confirm an answer.
    ///   - journal: The profile's journal.
    ///   - asker: The one who asks, for the journal.
    ///   - logger: Says what could not be looked up.
    ///   - stored: Called once the relay has a request.
    /// - Throws: `.requestInvalid` for a network whose name no chain can have.
    package init(
        client: SignClient, topic: Topic, nodes: NetworkNodes, patience: Duration = .seconds(10),
        journal: RequestJournal, asker: Asker, logger: Logger, stored: (@Sendable (StoredRequest) -> Void)? = nil
    ) throws(PhoneWalletError) {
        guard let chain = Self.chain(of: nodes.network) else {
            throw .requestInvalid(
                localized("the network “%1$s” has no name there", DisplayText.name(nodes.network.rawValue)))
        }
        self.client = client
        self.topic = topic
        self.chain = chain
        self.nodes = nodes
        self.patience = patience
        self.journal = journal
        self.asker = asker
        self.logger = logger
        self.stored = stored
    }

    /// Returns a network's name at WalletConnect, such as `near:mainnet`.
    package nonisolated static func chain(of network: NEARNetwork) -> ChainID? { ChainID("near:\(network.rawValue)") }

    // MARK: Accounts

    /// Asks the wallet for its accounts on the chain, and the chain for their keys.
    ///
    /// - Throws: ``PhoneWalletError``: `.answerInvalid` for an account that the session doesn't grant and for a key
    ///   that the account hasn't.
    package func accounts() async throws(PhoneWalletError) -> [PhoneAccount] {
        let answer = try await request("near_getAccounts", [:])
        var accounts: [PhoneAccount] = []
        for (id, key) in try PhoneWalletAnswer.accounts(answer) {
            try await requireGrant(of: id)
            accounts.append(PhoneAccount(id: id, key: key, isVerified: try await isShown(key, of: id)))
        }
        return accounts
    }

    // MARK: Messages

    /// Has a message signed (NEP-413), and verifies it.
    ///
    /// - Parameters:
    ///   - payload: The message.
    ///   - account: The account that is to sign.
    /// - Throws: ``PhoneWalletError``.
    package func signMessage(
        _ payload: NEP413Payload, by account: AccountId
    ) async throws(PhoneWalletError) -> PhoneSignedMessage {
        guard payload.callbackUrl == nil else {
            throw .requestInvalid(localized("a phone wallet calls no address back"))
        }
        try await requireGrant(of: account)
        let answer = try await request(
            "near_signMessage",
            [
                "message": .string(payload.message.text), "recipient": .string(payload.recipient.text),
                "nonce": WireBytes.array.json(payload.nonce), "accountId": .string(account.text),
            ])
        let message: SignedMessage
        do {
            message = try Self.signedMessage(answer)
        } catch {
            throw .answerInvalid(.unreadable)
        }
        do throws(NEP413Error) {
            try message.verify(payload, expectedAccount: account)
        } catch {
            throw .answerInvalid(.message(error))
        }
        // The account may have been taken back meanwhile.
        try await requireGrant(of: message.accountId)
        let isVerified = try await isShown(message.publicKey, of: account)
        return PhoneSignedMessage(
            message: SignedMessage(accountId: account, publicKey: message.publicKey, signature: message.signature),
            isVerified: isVerified)
    }

    private static func signedMessage(_ json: JSONValue) throws -> SignedMessage {
        guard let account = json["accountId"]?.stringValue, let key = json["publicKey"]?.stringValue,
            let text = json["signature"]?.stringValue
        else { throw PhoneWalletError.answerInvalid(.unreadable) }
        let publicKey = try PublicKey(key)
        guard !text.contains(":") else {
            return SignedMessage(
                accountId: try AccountId(account), publicKey: publicKey, signature: try Signature(text))
        }
        guard let bytes = Base64.decode(text) else { throw PhoneWalletError.answerInvalid(.unreadable) }
        return SignedMessage(
            accountId: try AccountId(account), publicKey: publicKey,
            signature: try Signature(keyType: publicKey.keyType, bytes: bytes))
    }

    // MARK: What all need

    /// Asks the wallet, once the nodes are known not to be of another chain.
    func request(
        _ method: String, _ params: JSONValue, expiry: Duration = .seconds(300)
    ) async throws(PhoneWalletError) -> JSONValue {
        do throws(NEARError) {
            try await nodes.checkChain()
        } catch {
            throw .near(error)
        }
        do throws(SignError) {
            return try await client.request(
                method, params, chain: chain, session: topic, expiry: expiry, stored: stored)
        } catch {
            throw .sign(error)
        }
    }

    /// Makes sure that the session grants an account on the chain, as it is now.
    func requireGrant(of account: AccountId) async throws(PhoneWalletError) {
        guard let session = await session() else { throw .sign(.sessionUnknown) }
        guard session.namespaces.accounts(on: chain).contains(where: { $0.address.hasSameBytes(as: account.text) })
        else { throw .answerInvalid(.account(account.text)) }
    }

    /// Returns whether the session grants a method on the chain, as it is now.
    func grants(_ method: String) async -> Bool {
        await session()?.namespaces.grants(method: method, on: chain) ?? false
    }

    func session() async -> SignSession? {
        let topic = topic
        return await client.sessions.first { $0.topic == topic }
    }

    /// Asks the chain whether a key is one of an account with all rights, as wallets sign with.
    ///
    /// - Returns: False where no node answers.
    /// - Throws: `.answerInvalid` where the chain says that it isn't.
    func isShown(_ key: PublicKey, of account: AccountId) async throws(PhoneWalletError) -> Bool {
        let permission: AccessKeyPermissionView
        do throws(RPCError) {
            guard let node = nodes.availableClient else { return false }
            permission = try await node.viewAccessKey(key, of: account, at: .optimistic, deadline: patience).value
                .permission
        } catch {
            if case .cancelled = error { throw .near(.taskCancelled) }
            guard error.saysThatKeyIsGone else {
                logger.notice("a phone wallet's key could not be looked up", metadata: Redaction.error(error))
                return false
            }
            // An implicit account has no key on chain before it is used for the first time.
            guard await verifier.isUnused(account, key) else { throw .answerInvalid(.key(key, account)) }
            return true
        }
        guard permission.isFullAccess else { throw .answerInvalid(.key(key, account)) }
        return true
    }

    var verifier: WalletAnswerVerifier {
        WalletAnswerVerifier(
            nodes: nodes, readDeadline: patience, origin: .standard, clock: ContinuousClock(), logger: logger)
    }
}
