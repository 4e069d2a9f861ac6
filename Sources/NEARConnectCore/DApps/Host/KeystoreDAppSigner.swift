// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Signs dApps' requests with the keystore, natively.
///
/// Requests are checked, approved, recorded and verified as those of the packaged wallet; the asker is the site.
@MainActor
package final class KeystoreDAppSigner: DAppSigner {
    /// The longest that sending a transaction may take.
    private static let deadline = Duration.seconds(120)

    package let policy: ApprovalPolicy
    /// The keys.
    package var keystore: Keystore
    private let nodes: KeystoreNodes
    private let approver: (any Approver)?
    private let journal: JournalFile?
    private let logger: Logger

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

    package var features: Set<String> {
        [
            "signInWithoutAddKey", "signInAndSignMessage", "signMessage", "signAndSendTransaction",
            "signAndSendTransactions", "signDelegateActions", "mainnet", "testnet",
        ]
    }

    /// The chain as known now; reading it asks no node.
    package var knownChain: ChainIdentity? { nodes.nodes.chain.identity }

    package func chain() async throws(DAppError) -> ChainIdentity? {
        let known = await nodes.nodes.identity.resolve()
        if case .conflicting(let conflict) = known { throw DAppError(NEARError.wrongChain(conflict)) }
        return known.identity
    }

    package func chooseAccount(for asker: DAppFrame) async throws(DAppError) -> SiteGrant.Account {
        let candidates = keystore.accounts(on: network.text)
        guard !candidates.isEmpty else {
            throw DAppError(.disconnected, localized("The wallet has no account on this network."))
        }
        let chain = try await chain()
        let request = ApprovalRequest(
            network: network.text, chain: chain, asker: .dApp(asker), subject: .signIn(candidates: candidates))
        let answer: ApprovalAnswer
        if let decided = await policy.answer(request, counting: records) {
            answer = decided
        } else {
            answer = await approver?.approve(request) ?? .refused(reason: localized("nobody is there to approve it"))
        }
        switch answer {
        case .approved(let account):
            guard let account, candidates.contains(account) else { throw .refusedByUser }
            return SiteGrant.Account(
                accountId: account, publicKey: keystore.signer(of: account, on: network.text)?.publicKey)
        case .cancelled: throw .refusedByUser
        case .refused(let reason): throw Self.refused(reason)
        }
    }

    package func perform(
        _ request: DAppRequest, as account: AccountId, for asker: DAppFrame, within limits: ApprovalPolicy?
    ) async throws(DAppError) -> DAppAnswer {
        var approver = approver
        if let limits, case .ask = policy {
            approver = LimitsApprover(limits, records: records, beyond: approver)
        }
        let wallet = DirectWallet(
            nodes: nodes, keystore: keystore, account: account, asker: .dApp(asker), approval: policy,
            approver: approver, journal: journal, logger: logger)
        var outcomes: [FinalExecutionOutcome] = []
        do {
            switch request.operation {
            case .signMessage(let message, _), .signInAndSignMessage(let message, _):
                let signed = try await wallet.signMessage(message.payload)
                return .message(
                    SignedMessage(
                        accountId: signed.accountId, publicKey: signed.publicKey, signature: signed.signature,
                        state: message.state?.text))
            case .sendTransactions(let intents, _, let isList):
                for intent in intents {
                    let (result, hash) = try await wallet.signAndSend(
                        intent, waitUntil: .final, deadline: Self.deadline)
                    guard let outcome = result.outcome else { throw NEARError.transactionUnknown(hash: hash) }
                    // The page reads the status of a single one itself; after a failure the rest isn't sent.
                    guard outcome.isSuccess || !isList else { throw NEARError.transactionFailed(outcome: outcome) }
                    outcomes.append(outcome)
                }
                return .outcomes(outcomes, isList: isList)
            case .signDelegateActions(let intents, _):
                var signed: [SignedDelegateAction] = []
                for intent in intents { signed.append(try await wallet.signDelegateAction(intent)) }
                return .delegateActions(signed)
            default:
                throw DAppError(.unsupported, localized("This wallet doesn’t sign a transaction without sending it."))
            }
        } catch {
            throw Self.translated(error, after: outcomes)
        }
    }

    package func dismiss() { approver?.dismiss() }

    private static func refused(_ reason: String) -> DAppError {
        DAppError(.refused, localized("The wallet refused the request: %1$s.", reason))
    }

    /// Returns an error as a page gets it, with the transactions that were executed before.
    private static func translated(_ error: any Error, after outcomes: [FinalExecutionOutcome]) -> DAppError {
        let known: NEARError
        switch error {
        case let error as DAppError: return error
        case DirectSigningError.refusedByPolicy(let reason), DirectSigningError.refusedByKeystore(let reason):
            guard !outcomes.isEmpty else { return refused(reason) }
            known = .walletRejected(message: reason)
        case DirectSigningError.unavailable where outcomes.isEmpty:
            return DAppError(
                .disconnected, localized("The wallet can’t reach a node of this network now. Try again later."))
        default: known = DirectWallet.reason(error)
        }
        guard !outcomes.isEmpty else { return DAppError(known) }
        var hash: CryptoHash?
        if case .transactionFailed(let outcome) = known { hash = outcome.transactionHash }
        if case .transactionUnknown(let unknown) = known { hash = unknown }
        return DAppError(
            .partiallySent(outcomes: outcomes, hash: hash, reason: known.errorDescription ?? known.code))
    }
}
