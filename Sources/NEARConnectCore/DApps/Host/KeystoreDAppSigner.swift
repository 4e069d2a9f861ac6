// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Signs dApps' requests with the keystore, natively.
///
/// Requests are checked, approved, recorded and verified as those of the packaged wallet; the asker is the site.
@MainActor
package final class KeystoreDAppSigner: DAppSigning {
    /// The longest that sending a transaction may take.
    private static let deadline = Duration.seconds(120)

    package let policy: ApprovalPolicy
    /// The keys.
    package var keystore: Keystore
    private let nodes: KeystoreNodes
    private let approver: (any Approver)?
    private let journal: JournalFile?
    private let logger: Logger
    /// The signers for other networks, each with nodes of its own.
    private var others: [NEARNetwork: KeystoreDAppSigner] = [:]

    /// Prepares to sign; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - keystore: The keys.
    ///   - nodes: The chain, and the networks where keys must not be in use.
    ///   - policy: The policy that approves; a rule without an asker covers no site.
    ///   - approver: Asks the user where the policy is to ask.
    ///   - journal: The profile's journal; `nil` to record nothing on disk.
    ///   - logger: Says what could not be looked up.
    package init(
        keystore: Keystore, nodes: KeystoreNodes, policy: ApprovalPolicy, approver: (any Approver)?,
        journal: JournalFile?, logger: Logger
    ) {
        self.keystore = keystore
        self.nodes = nodes
        self.policy = policy
        self.approver = approver
        self.journal = journal
        self.logger = logger
    }

    private var records: RequestJournal { RequestJournal(file: journal, nodes: nodes.nodes, logger: logger) }

    package var network: ExactText { ExactText(nodes.nodes.network.rawValue) }

    package var protocolVersion: UInt64? { nodes.nodes.identity.protocolVersion }

    package func signer(on network: NEARNetwork) -> (any DAppSigning)? {
        guard !keystore.accounts(on: network.rawValue).isEmpty else { return nil }
        let signer =
            others[network]
            ?? KeystoreDAppSigner(
                keystore: keystore, nodes: nodes.on(network), policy: policy, approver: approver, journal: journal,
                logger: logger)
        signer.keystore = keystore
        // A network that was defined anew has other nodes: what was known of the old ones is of no use.
        others = others.filter { $0.key.rawValue != network.rawValue }
        others[network] = signer
        return signer
    }

    package var features: Set<String> {
        [
            "signInWithoutAddKey", "signInWithFunctionCallKey", "signInAndSignMessage", "signMessage",
            "signTransaction", "signAndSendTransaction", "signAndSendTransactions", "signDelegateActions", "mainnet",
            "testnet",
        ]
    }

    package var knownChain: ChainIdentity? { nodes.nodes.chain.identity }

    package func chain() async throws(DAppError) -> ChainIdentity? {
        let known = await nodes.nodes.identity.resolve()
        if case .conflicting(let conflict) = known { throw DAppError(NEARError.wrongChain(conflict)) }
        return known.identity
    }

    package func has(_ account: AccountId) -> Bool {
        keystore.hasKey(of: account, on: network.text)
    }

    package func keeps(_ key: PublicKey) -> Bool {
        keystore.entries.contains { $0.signer.publicKey == key && $0.network.hasSameBytes(as: network.text) }
    }

    package func new(_ keys: [SiteGrant.Key]) async -> [SiteGrant.Key] {
        do {
            return try await SiteKeys.new(keys.filter { !keeps($0.publicKey) }, asking: nodes.nodes.client())
        } catch {
            logger.info("the keys that a site adds can't be looked up", metadata: ["error": "\(error)"])
            // Rather one too many in the list: before one is deleted, the chain has to show it as a site's.
            return keys.filter { !keeps($0.publicKey) }
        }
    }

    /// Makes sure that each of the keys is one for one contract on chain, and none the wallet's own.
    ///
    /// - Throws: ``DAppError`` with `unauthorized`, and with `disconnected` where no node can be asked.
    package func requireSiteKeys(_ keys: [SiteGrant.Key]) async throws(DAppError) {
        guard !keys.contains(where: { keeps($0.publicKey) }) else { throw .foreignKey }
        let present: [SiteGrant.Key]
        do {
            present = try await SiteKeys.present(keys, asking: nodes.nodes.client())
        } catch {
            throw Self.translated(DirectSigningError.unavailable(reason: "\(error)"))
        }
        guard present == keys else { throw .foreignKey }
    }

    package func connect(
        for asker: DAppFrame, wanting wish: DAppWish, while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppConnection {
        guard !keystore.accounts(on: network.text).isEmpty else {
            throw DAppError(.disconnected, localized("The wallet has no account on this network."))
        }
        do {
            let result = try await DirectSignIn(
                nodes: nodes, keystore: keystore, asker: .dApp(asker), approval: policy, approver: approver,
                journal: journal, logger: logger, isFirstTime: wish.isFirstTime, isWanted: isWanted
            ).signIn(as: wish.account, adding: wish.key, message: wish.message?.payload, deadline: Self.deadline)
            let accounts = result.accounts.map { SiteGrant.Account(accountId: $0.account, publicKey: $0.publicKey) }
            let key = result.addedKey.flatMap { key in
                accounts.first.map { SiteGrant.Key(accountId: $0.accountId, publicKey: key) }
            }
            return DAppConnection(
                accounts: accounts, key: key, message: result.message.map { Self.answer($0, to: wish.message) })
        } catch {
            throw Self.translated(error)
        }
    }

    package func forgetKeys(of site: SiteOrigin) {
        keystore.functionCallKeys.forget(site: site, network: network)
    }

    package func perform(
        _ request: DAppRequest, as account: AccountId, for asker: DAppFrame, within limits: ApprovalPolicy?,
        while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppAnswer {
        var approver = approver
        if let limits, case .ask = policy {
            approver = LimitsApprover(limits, records: records, beyond: approver)
        }
        let wallet = DirectWallet(
            nodes: nodes, keystore: keystore, account: account, asker: .dApp(asker), approval: policy,
            approver: approver, journal: journal, logger: logger, isWanted: isWanted)
        do {
            switch request.operation {
            case .signMessage(let message, _):
                return .message(Self.answer(try await wallet.signMessage(message.payload), to: message))
            case .sendTransactions(let intents, _, let isList):
                guard !isList, let intent = intents.first else {
                    return .outcomes(try await wallet.signAndSend(intents, deadline: Self.deadline), isList: true)
                }
                let (result, hash) = try await wallet.signAndSend(intent, waitUntil: .final, deadline: Self.deadline)
                guard let outcome = result.outcome else { throw NEARError.transactionUnknown(hash: hash) }
                // The page reads the status itself.
                return .outcomes([outcome], isList: false)
            case .signTransaction(let intent, _):
                guard let signed = try await wallet.sign([intent]).first else { throw NEARError.operationInProgress }
                return .transaction(signed)
            case .signTransactions(let intents, _): return .transactions(try await wallet.sign(intents))
            case .deleteKeys(let keys):
                try await requireSiteKeys(keys)
                _ = try await wallet.signAndSend(request.intents, deadline: Self.deadline)
                for key in keys { keystore.functionCallKeys.forget(key.publicKey) }
                return .done
            case .signEncodedTransaction(let transaction): return .transaction(try await wallet.sign(transaction))
            case .signDelegateActions(let intents, _):
                return .delegateActions(try await wallet.signDelegateActions(intents))
            case .accounts, .signIn, .signInAndSignMessage, .signOut, .authorize, .subscribeToAccounts, .listMetadata,
                .provideMetadata, .networks:
                throw DAppError(.internalError, localized("The request should have been answered at once."))
            }
        } catch {
            throw Self.translated(error)
        }
    }

    /// Returns a message with the text that the page wants back.
    private static func answer(_ signed: SignedMessage, to message: DAppRequest.Message?) -> SignedMessage {
        SignedMessage(
            accountId: signed.accountId, publicKey: signed.publicKey, signature: signed.signature,
            state: message?.state?.text)
    }

    package func dismiss() { approver?.dismiss() }

    /// Returns an error as a page gets it.
    private static func translated(_ error: any Error) -> DAppError {
        switch error {
        case let error as DAppError: error
        case DirectSigningError.refusedByPolicy(let reason), DirectSigningError.refusedByKeystore(let reason),
            DirectSigningError.refusedByChain(let reason):
            DAppError(.refused, localized("The wallet refused the request: %1$s.", reason))
        case DirectSigningError.unavailable:
            DAppError(
                .disconnected, localized("The wallet can’t reach a node of this network now. Try again later."))
        default: DAppError(DirectWallet.reason(error))
        }
    }
}
