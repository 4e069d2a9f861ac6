// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A wallet's whole way, from sign-in to a restart, through the bridge and never around it.
///
/// A shared account's steps follow, which need no bridge. The demo runs all of it, and so do tests. Each step checks
/// its result on chain or by verifying signatures; the first failed check ends the scenario.
@MainActor
public final class WalletScenario {
    /// The steps, in their order.
    public let steps: [ScenarioStep]
    private let environment: WalletTestEnvironment
    private let login: ScenarioLogin?
    private var shared: SharedAccountScenario?
    private let clock = ContinuousClock()
    private let message = "Sign in to near-connect\nsecond line: ünïcode, \"quotes\", \\ and 😀"
    private let recipient = "demo.near-connect.example"

    private var manager: NEARWalletManager { environment.manager }

    /// Creates a scenario.
    ///
    /// - Parameters:
    ///   - environment: The chain, the accounts (signer, receiver and relayer, in this order) and the manager.
    ///   - login: The login of a shared account; without one the steps of that account are left out.
    public init(_ environment: WalletTestEnvironment, login: ScenarioLogin? = nil) {
        (self.environment, self.login) = (environment, login)
        steps = ScenarioStep.allCases.filter { login != nil || !$0.needsLogin }
    }

    /// Runs every step in order.
    ///
    /// - Parameter report: Called after each step.
    /// - Returns: True if every check of every step succeeded.
    public func run(_ report: (ScenarioReport) -> Void) async -> Bool {
        for step in steps {
            let start = clock.now
            do {
                let result = try await perform(step)
                report(
                    ScenarioReport(
                        step: step, duration: start.duration(to: clock.now), hash: result.hash, detail: result.detail,
                        isSuccess: true))
            } catch {
                let reason = (error as? NEARError)?.errorDescription ?? "\(error)"
                report(
                    ScenarioReport(
                        step: step, duration: start.duration(to: clock.now), hash: nil, detail: reason,
                        isSuccess: false))
                return false
            }
        }
        return true
    }

    private struct StepResult {
        var hash: CryptoHash?
        let detail: String
    }

    private func perform(_ step: ScenarioStep) async throws -> StepResult {
        switch step {
        case .chain: try await askNode()
        case .bridge: try await loadBridge()
        case .signIn: try await signIn()
        case .transfer: try await transfer()
        case .createAccount: try await createAccount()
        case .message: try await signMessage()
        case .delegateAction: try await relayDelegateAction()
        case .signInAndSignMessage: try await signInAndSignMessage()
        case .signOut: try await signOut()
        case .restart: try await restart()
        case .sharedAccount: try await shareKey()
        case .stolenShares: try await replaceStolenShares()
        }
    }

    // MARK: Steps

    private func askNode() async throws -> StepResult {
        let status = try await manager.client().status()
        try expect(
            status.chainId == environment.devnet.chainId, localized("the node works for the chain %1$s", status.chainId)
        )
        return StepResult(detail: localized("%1$s at %2$s", status.chainId, "\(environment.devnet.rpcURL)"))
    }

    private func loadBridge() async throws -> StepResult {
        let wallets = try await manager.wallets()
        try expect(manager.isBridgeReady, localized("the bridge answered before it was ready"))
        try expect(
            wallets.contains { $0.id == Self.wallet },
            localized("the keystore wallet isn’t among %1$s", "\(wallets.map(\.id))"))
        return StepResult(detail: localized("wallets: %1$s", wallets.map(\.name).joined(separator: ", ")))
    }

    private func signIn() async throws -> StepResult {
        let account = try await manager.signIn(walletId: Self.wallet)
        try expect(
            account.accountId.hasSameBytes(as: signer.id.text), localized("signed in as %1$s", account.accountId))
        try expect(
            manager.currentAccount == account && manager.isSignedIn, localized("the manager doesn’t have the account"))
        return StepResult(detail: account.accountId)
    }

    private func transfer() async throws -> StepResult {
        let amount = try NEARToken.near(1)
        let before = try await manager.balance(of: receiver.id)
        let outcome = try await manager.sendNEAR(to: receiver.id, amount: amount)
        let after = try await expectReceived(amount, since: before)
        try await expectOnChain(outcome)
        return StepResult(
            hash: outcome.transactionHash,
            detail: localized("%1$s has %2$s NEAR", receiver.id.text, after.formatted(maximumFractionDigits: 2)))
    }

    private func createAccount() async throws -> StepResult {
        let key = try SecretKey.generate().publicKey
        let name = "app-\(key.description.dropFirst(8).prefix(6).lowercased())"
        let newAccount = try AccountId("\(name).\(signer.id)")
        let funding = try NEARToken.near(2)
        let outcome = try await manager.signAndSendTransaction(
            receiverId: newAccount,
            actions: [
                .createAccount, .transfer(TransferAction(deposit: funding)),
                .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .fullAccess))),
            ])
        let balance = try await manager.balance(of: newAccount)
        try expect(balance == funding, localized("%1$s has %2$s NEAR", newAccount.text, balance.formatted()))
        let access = try await manager.client().viewAccessKey(key, of: newAccount)
        try expect(access.value.permission.isFullAccess, localized("the new key doesn’t have full access"))
        try await expectOnChain(outcome)
        return StepResult(
            hash: outcome.transactionHash, detail: localized("%1$s with 2 NEAR and a key", newAccount.text))
    }

    private func signMessage() async throws -> StepResult {
        let nonce = [UInt8](0..<32)
        let signed = try await manager.sign(message: message, recipient: recipient, nonce: nonce)
        try verify(signed, nonce)
        return StepResult(detail: localized("signature of %1$s verified", signed.accountId.text))
    }

    private func relayDelegateAction() async throws -> StepResult {
        let amount = try NEARToken("0.25 NEAR")
        let request = NEARWalletManager.TransactionRequest(
            receiverId: receiver.id, actions: [.transfer(TransferAction(deposit: amount))])
        let signed = try await manager.signDelegateActions([request])
        guard let delegateAction = signed.first, signed.count == 1 else {
            throw ScenarioError(
                description: localized("%1$s delegate actions were signed instead of one", "\(signed.count)"))
        }
        try expect(delegateAction.verify(), localized("the delegate action’s signature is wrong"))
        let before = try await manager.balance(of: receiver.id)
        let outcome = try await Relayer(account: relayer, client: manager.client()).relay(delegateAction)
        try await expectReceived(amount, since: before)
        return StepResult(
            hash: outcome.transactionHash,
            detail: localized("%1$s paid, %2$s got 0.25 NEAR", relayer.id.text, receiver.id.text))
    }

    private func signInAndSignMessage() async throws -> StepResult {
        let nonce = [UInt8](repeating: 7, count: 32)
        let result = try await manager.signInAndSignMessage(
            walletId: Self.wallet, message: message, recipient: recipient, nonce: nonce)
        guard let signed = result.verifiedMessage else {
            throw ScenarioError(description: localized("the wallet signed in without a signed message"))
        }
        try verify(signed, nonce)
        try expect(
            result.account.accountId.hasSameBytes(as: signer.id.text),
            localized("signed in as %1$s", result.account.accountId))
        return StepResult(detail: localized("%1$s, signature verified", result.account.accountId))
    }

    private func signOut() async throws -> StepResult {
        try await manager.signOut()
        try expect(!manager.isSignedIn, localized("an account is still signed in"))
        environment.restartManager()
        try expect(!manager.isSignedIn, localized("the account is still stored"))
        return StepResult(detail: localized("nothing is stored any more"))
    }

    private func restart() async throws -> StepResult {
        let account = try await manager.signIn(walletId: Self.wallet)
        environment.restartManager()
        try expect(manager.currentAccount == account, localized("the stored account was not read"))
        let state = try await manager.checkSession()
        try expect(state == .restored(isVerified: true), localized("the session is %1$s", "\(state)"))
        let nonce = [UInt8](repeating: 9, count: 32)
        try verify(try await manager.sign(message: message, recipient: recipient, nonce: nonce), nonce)
        return StepResult(detail: localized("%1$s restored, key verified on chain, message signed", account.accountId))
    }

    private func shareKey() async throws -> StepResult {
        guard let login else { throw ScenarioError(description: localized("there is no login")) }
        let scenario = try SharedAccountScenario(
            environment.devnet, client: manager.client(), paying: receiver.id,
            in: ProfileFolders(root: environment.folder.root.appending(path: "shared")), login: login)
        shared = scenario
        let before = try await manager.balance(of: receiver.id)
        let hash = try await scenario.create()
        try await expectReceived(.near(1), since: before)
        return StepResult(
            hash: hash, detail: localized("%1$s pays with a login and this computer", scenario.account.text))
    }

    private func replaceStolenShares() async throws -> StepResult {
        guard let shared else { throw ScenarioError(description: localized("there is no shared account")) }
        let before = try await manager.balance(of: receiver.id)
        let hash = try await shared.rob()
        // The thief's, and the owner's afterwards.
        try await expectReceived(.near(2), since: before)
        return StepResult(
            hash: hash,
            detail: localized("stolen shares paid once and never again, %1$s pays with new ones", shared.account.text))
    }

    // MARK: Checks

    /// - Returns: The receiver's balance now.
    @discardableResult
    private func expectReceived(_ amount: NEARToken, since before: NEARToken) async throws -> NEARToken {
        let after = try await manager.balance(of: receiver.id)
        try expect(
            after == before.adding(amount),
            localized("%1$s has %2$s NEAR after %3$s", receiver.id.text, after.formatted(), before.formatted()))
        return after
    }

    private static let wallet = PackagedWallet.keystore
    private var signer: ScenarioAccount { ScenarioAccount(environment.accounts[0]) }
    private var receiver: ScenarioAccount { ScenarioAccount(environment.accounts[1]) }
    private var relayer: ScenarioAccount { ScenarioAccount(environment.accounts[2]) }

    private func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(ScenarioError) {
        guard holds else { throw ScenarioError(description: otherwise()) }
    }

    private func verify(_ signed: SignedMessage, _ nonce: [UInt8]) throws {
        let payload = try NEP413Payload(message: message, nonce: nonce, recipient: recipient)
        try signed.verify(payload, expectedAccount: signer.id)
        try expect(signed.publicKey == signer.secretKey.publicKey, localized("signed with %1$s", "\(signed.publicKey)"))
    }

    /// Looks the transaction up by its hash, as any other program could.
    private func expectOnChain(_ outcome: FinalExecutionOutcome) async throws {
        let found = try await manager.client().transaction(
            outcome.transactionHash, signerId: signer.id, waitUntil: .final)
        try expect(
            found.outcome?.isSuccess == true,
            localized("the chain doesn’t confirm %1$s", outcome.transactionHash.description))
    }
}
