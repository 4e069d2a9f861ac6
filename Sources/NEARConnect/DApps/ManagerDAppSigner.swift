// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Signs dApps' requests with whatever wallet is connected in a manager.
///
/// A wallet knows one app, this program, so each request of a site is a question of this program's own first, in the
/// site's name. The keystore signs natively: its question is that one.
@MainActor
final class ManagerDAppSigner: DAppSigning {
    private static let ownFeatures: Set<String> = [
        "signInWithoutAddKey", "signInAndSignMessage", "signMessage", "signAndSendTransaction",
        "signAndSendTransactions", "signDelegateActions", "mainnet", "testnet",
    ]

    let policy: ApprovalPolicy
    private let manager: NEARWalletManager
    private let keystore: KeystoreDAppSigner
    private let approver: (any Approver)?

    /// - Parameters:
    ///   - manager: Has the wallet.
    ///   - keystore: Signs while the keystore is connected, and while nothing is.
    ///   - approver: Asks the user.
    init(manager: NEARWalletManager, keystore: KeystoreDAppSigner, approver: (any Approver)?) {
        self.manager = manager
        self.keystore = keystore
        self.approver = approver
        policy = keystore.policy
    }

    /// The account of a wallet other than the keystore that is connected.
    private var connected: SiteGrant.Account? {
        guard let account = manager.currentAccount, account.walletId != KeystoreService.walletId else { return nil }
        do {
            return SiteGrant.Account(
                accountId: try AccountId(account.accountId), publicKey: try account.publicKey.map { try PublicKey($0) })
        } catch {
            return nil  // The manager keeps no account whose id or key can't be read.
        }
    }

    var network: ExactText { keystore.network }

    var protocolVersion: UInt64? { keystore.protocolVersion }

    var knownChain: ChainIdentity? { keystore.knownChain }

    /// Returns the keystore's signer: a wallet that is connected works on the manager's network alone.
    func signer(on network: NEARNetwork) -> (any DAppSigning)? { keystore.signer(on: network) }

    var features: Set<String> {
        guard let connected = manager.currentAccount, self.connected != nil else { return keystore.features }
        guard manager.phone?.has(connected.walletId) == true else { return Self.ownFeatures }
        return Self.ownFeatures.subtracting(["signDelegateActions"])
    }

    func chain() async throws(DAppError) -> ChainIdentity? { try await keystore.chain() }

    func has(_ account: AccountId) -> Bool {
        guard let connected else { return keystore.has(account) }
        return connected.accountId == account
    }

    func keeps(_ key: PublicKey) -> Bool { keystore.keeps(key) || connected?.publicKey == key }

    func new(_ keys: [SiteGrant.Key]) async -> [SiteGrant.Key] {
        await keystore.new(keys.filter { !keeps($0.publicKey) })
    }

    func connect(
        for asker: DAppFrame, wanting wish: DAppWish, while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppConnection {
        guard let connected else { return try await keystore.connect(for: asker, wanting: wish, while: isWanted) }
        guard wish.key == nil else {
            throw DAppError(
                .unsupported,
                localized(
                    "The wallet that is connected keeps no keys apart by site. Ask to sign in without a key."))
        }
        let account = connected.accountId
        let subject: ApprovalRequest.Subject =
            if let payload = wish.message?.payload {
                .signInAndSignMessage(candidates: [account], message: payload.message, recipient: payload.recipient)
            } else {
                .signIn(candidates: [account])
            }
        try await approve(subject, for: asker, isFirstTime: wish.isFirstTime, within: nil, while: isWanted)
        var signed: SignedMessage?
        if let message = wish.message { signed = try await sign(message, as: account, for: asker) }
        return DAppConnection(accounts: [connected], message: signed)
    }

    func perform(
        _ request: DAppRequest, as account: AccountId, for asker: DAppFrame, within limits: ApprovalPolicy?,
        while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppAnswer {
        guard let connected else {
            return try await keystore.perform(request, as: account, for: asker, within: limits, while: isWanted)
        }
        guard connected.accountId == account else {
            throw DAppError(
                .disconnected, localized("The wallet that is connected now has not the account %1$s.", account.text))
        }
        switch request.operation {
        case .signMessage(let message, _):
            try await approve(
                .message(message.payload.message, recipient: message.payload.recipient, signerId: account), for: asker,
                within: limits, while: isWanted)
            return .message(try await sign(message, as: account, for: asker))
        case .sendTransactions(let intents, _, let isList):
            try await approve(.transactions(intents, signerId: account), for: asker, within: limits, while: isWanted)
            return .outcomes(try await send(intents, isList: isList, for: asker), isList: isList)
        case .signDelegateActions(let intents, _):
            try await approve(.delegateActions(intents, signerId: account), for: asker, within: limits, while: isWanted)
            return .delegateActions(
                try await performed(for: asker) { manager throws(NEARError) in
                    try await manager.signDelegateActions(intents)
                })
        case .deleteKeys(let keys):
            guard !keys.contains(where: { keeps($0.publicKey) }) else { throw .foreignKey }
            try await keystore.requireSiteKeys(keys)
            try await approve(
                .transactions(request.intents, signerId: account), for: asker, within: limits, while: isWanted)
            _ = try await send(request.intents, isList: true, for: asker)
            return .done
        default:
            throw DAppError(
                .unsupported, localized("The wallet that is connected sends what it signs. Ask it to send."))
        }
    }

    func forgetKeys(of site: SiteOrigin) { keystore.forgetKeys(of: site) }

    func dismiss() { approver?.dismiss() }

    // MARK: Steps

    private func approve(
        _ subject: ApprovalRequest.Subject, for asker: DAppFrame, isFirstTime: Bool = false,
        within limits: ApprovalPolicy?, while isWanted: Wanted
    ) async throws(DAppError) {
        try await DAppApproval(policy: policy, approver: approver, records: manager.journal, nodes: manager.nodes)
            .require(subject, for: asker, on: try await chain(), isFirstTime: isFirstTime, within: limits)
        // The wallet that is connected signs on its own once it is asked.
        guard isWanted() else { throw .revoked }
    }

    private func sign(
        _ message: DAppRequest.Message, as account: AccountId, for asker: DAppFrame
    ) async throws(DAppError) -> SignedMessage {
        let payload = message.payload
        let signed = try await performed(for: asker) { manager throws(NEARError) in
            try await manager.sign(
                message: payload.message.text, recipient: payload.recipient.text, nonce: payload.nonce)
        }
        guard signed.accountId == account else { throw .revoked }
        return SignedMessage(
            accountId: signed.accountId, publicKey: signed.publicKey, signature: signed.signature,
            state: message.state?.text)
    }

    private func send(
        _ intents: [TransactionRequest], isList: Bool, for asker: DAppFrame
    ) async throws(DAppError) -> [FinalExecutionOutcome] {
        try await performed(for: asker) { manager throws(NEARError) in
            guard !isList, let intent = intents.first else { return try await manager.signAndSendTransactions(intents) }
            do throws(NEARError) {
                return [
                    try await manager.signAndSendTransaction(receiverId: intent.receiverId, actions: intent.actions)
                ]
            } catch .transactionFailed(let outcome) {
                // The page reads the status itself.
                return [outcome]
            }
        }
    }

    private func performed<Value: Sendable>(
        for asker: DAppFrame, _ work: @MainActor (NEARWalletManager) async throws(NEARError) -> Value
    ) async throws(DAppError) -> Value {
        do throws(NEARError) {
            return try await manager.requests.asking(as: .dApp(asker)) { () throws(NEARError) in
                try await work(manager)
            }
        } catch {
            throw DAppError(error)
        }
    }
}
