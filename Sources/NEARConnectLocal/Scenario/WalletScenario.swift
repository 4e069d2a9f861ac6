// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC

/// The whole way of a wallet, from sign-in to a restart, through the bridge and never around it. The demo runs it, and so do tests.
///
/// Each step checks what it did against the chain or by verifying signatures; the first check that fails ends the scenario.
@MainActor
public final class WalletScenario {
    private let environment: WalletTestEnvironment
    private let clock = ContinuousClock()
    private let message = "Sign in to near-connect\nsecond line: ünïcode, \"quotes\", \\ and 😀"
    private let recipient = "demo.near-connect.example"

    private var manager: NEARWalletManager { environment.manager }

    /// - Parameter environment: The chain, the accounts (signer, receiver and relayer, in this order) and the manager.
    public init(_ environment: WalletTestEnvironment) {
        self.environment = environment
    }

    /// Runs every step in order.
    ///
    /// - Parameter report: Called after each step.
    /// - Returns: Whether every check of every step held.
    public func run(_ report: (ScenarioReport) -> Void) async -> Bool {
        for step in ScenarioStep.allCases {
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
        }
    }

    // MARK: Steps

    private func askNode() async throws -> StepResult {
        let status = try await manager.client().status()
        try expect(status.chainId == environment.devnet.chainId, "the node is of the chain \(status.chainId)")
        return StepResult(detail: "\(status.chainId) at \(environment.devnet.rpcURL)")
    }

    private func loadBridge() async throws -> StepResult {
        let wallets = try await manager.wallets()
        try expect(manager.isBridgeReady, "the bridge answered before it was ready")
        try expect(wallets.contains { $0.id == Self.wallet }, "the keystore wallet is not among \(wallets.map(\.id))")
        return StepResult(detail: "wallets: \(wallets.map(\.name).joined(separator: ", "))")
    }

    private func signIn() async throws -> StepResult {
        let account = try await manager.signIn(walletId: Self.wallet)
        try expect(account.accountId.hasSameBytes(as: signer.id.text), "signed in as \(account.accountId)")
        try expect(manager.currentAccount == account && manager.isSignedIn, "the manager doesn't hold the account")
        return StepResult(detail: account.accountId)
    }

    private func transfer() async throws -> StepResult {
        let amount = try NEARToken.near(1)
        let before = try await manager.balance(of: receiver.id)
        let outcome = try await manager.sendNEAR(to: receiver.id, amount: amount)
        let after = try await manager.balance(of: receiver.id)
        try expect(
            after == before.adding(amount), "\(receiver.id) has \(after.formatted()) NEAR after \(before.formatted())")
        try await expectOnChain(outcome)
        return StepResult(
            hash: outcome.transactionHash,
            detail: "\(receiver.id) has \(after.formatted(maximumFractionDigits: 2)) NEAR")
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
        try expect(balance == funding, "\(newAccount) has \(balance.formatted()) NEAR")
        let access = try await manager.client().viewAccessKey(key, of: newAccount)
        try expect(access.value.permission.isFullAccess, "the new key has not all rights")
        try await expectOnChain(outcome)
        return StepResult(hash: outcome.transactionHash, detail: "\(newAccount) with 2 NEAR and a key")
    }

    private func signMessage() async throws -> StepResult {
        let nonce = [UInt8](0..<32)
        let signed = try await manager.sign(message: message, recipient: recipient, nonce: nonce)
        try verify(signed, nonce)
        return StepResult(detail: "signature of \(signed.accountId) verified")
    }

    private func relayDelegateAction() async throws -> StepResult {
        let amount = try NEARToken("0.25 NEAR")
        let request = NEARWalletManager.TransactionRequest(
            receiverId: receiver.id, actions: [.transfer(TransferAction(deposit: amount))])
        let signed = try await manager.signDelegateActions([request])
        guard let delegateAction = signed.first, signed.count == 1 else {
            throw ScenarioFailure(description: "\(signed.count) delegate actions were signed")
        }
        try expect(delegateAction.verify(), "the delegate action's signature is wrong")
        let before = try await manager.balance(of: receiver.id)
        let outcome = try await Relayer(account: relayer, client: manager.client()).relay(delegateAction)
        let after = try await manager.balance(of: receiver.id)
        try expect(
            after == before.adding(amount), "\(receiver.id) has \(after.formatted()) NEAR after \(before.formatted())")
        return StepResult(hash: outcome.transactionHash, detail: "\(relayer.id) paid, \(receiver.id) got 0.25 NEAR")
    }

    private func signInAndSignMessage() async throws -> StepResult {
        let nonce = [UInt8](repeating: 7, count: 32)
        let result = try await manager.signInAndSignMessage(
            walletId: Self.wallet, message: message, recipient: recipient, nonce: nonce)
        guard let signed = result.verifiedMessage else {
            throw ScenarioFailure(description: "the wallet signed in without a signed message")
        }
        try verify(signed, nonce)
        try expect(
            result.account.accountId.hasSameBytes(as: signer.id.text), "signed in as \(result.account.accountId)")
        return StepResult(detail: "\(result.account.accountId), signature verified")
    }

    private func signOut() async throws -> StepResult {
        try await manager.signOut()
        try expect(!manager.isSignedIn, "somebody is still signed in")
        environment.restartManager()
        try expect(!manager.isSignedIn, "the account was still stored")
        return StepResult(detail: "nothing is stored any more")
    }

    private func restart() async throws -> StepResult {
        let account = try await manager.signIn(walletId: Self.wallet)
        environment.restartManager()
        try expect(manager.currentAccount == account, "the stored account was not read")
        let state = try await manager.checkSession()
        try expect(state == .restored(isVerified: true), "the session is \(state)")
        let nonce = [UInt8](repeating: 9, count: 32)
        try verify(try await manager.sign(message: message, recipient: recipient, nonce: nonce), nonce)
        return StepResult(detail: "\(account.accountId) restored, key verified on chain, message signed")
    }

    // MARK: Checks

    private static let wallet = PackagedWallet.keystore
    private var signer: ScenarioAccount { ScenarioAccount(environment.accounts[0]) }
    private var receiver: ScenarioAccount { ScenarioAccount(environment.accounts[1]) }
    private var relayer: ScenarioAccount { ScenarioAccount(environment.accounts[2]) }

    private func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(ScenarioFailure) {
        guard holds else { throw ScenarioFailure(description: otherwise()) }
    }

    private func verify(_ signed: SignedMessage, _ nonce: [UInt8]) throws {
        let payload = try NEP413Payload(message: message, nonce: nonce, recipient: recipient)
        try signed.verify(payload, expectedAccount: signer.id)
        try expect(signed.publicKey == signer.secretKey.publicKey, "signed with \(signed.publicKey)")
    }

    /// Looks the transaction up by its hash, as anybody could.
    private func expectOnChain(_ outcome: FinalExecutionOutcome) async throws {
        let found = try await manager.client().transaction(
            outcome.transactionHash, signerId: signer.id, waitUntil: .final)
        try expect(found.outcome?.isSuccess == true, "the chain doesn't confirm \(outcome.transactionHash)")
    }
}
