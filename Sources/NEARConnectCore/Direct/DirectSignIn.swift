// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Has an account of the keystore chosen for an asker, without a page.
@MainActor
package final class DirectSignIn {
    /// The things that a sign-in gives.
    package struct Result: Sendable {
        /// An account that was chosen, with the key with which the keystore signs for it.
        package struct Account: Sendable {
            package let account: AccountId
            package let publicKey: PublicKey
        }

        /// The accounts that were chosen, the one that has signed first.
        package let accounts: [Account]
        /// The key that was added to the first account.
        package let addedKey: PublicKey?
        /// The message that was asked for, signed by that key.
        package let message: SignedMessage?
    }

    private let host: DirectHost
    private let service: KeystoreService
    private let verifier: WalletAnswerVerifier
    private var nodes: NetworkNodes { host.keystoreNodes.nodes }

    /// Prepares to ask; the parameters are those of ``DirectWallet``, and whether the site asks for the first time.
    package init(
        nodes: KeystoreNodes, keystore: Keystore, asker: Asker, approval: ApprovalPolicy, approver: (any Approver)?,
        journal: JournalFile?, logger: Logger, isFirstTime: Bool = false,
        isWanted: @escaping @MainActor () -> Bool = { true }
    ) {
        host = DirectHost(
            nodes, account: nil, asker: asker, approval: approval, approver: approver,
            journal: RequestJournal(file: journal, nodes: nodes.nodes, logger: logger), isWanted: isWanted)
        host.isFirstTime = isFirstTime
        service = KeystoreService(keystore: keystore, host: host)
        verifier = WalletAnswerVerifier(
            nodes: nodes.nodes, readDeadline: .seconds(10), origin: .standard, clock: ContinuousClock(), logger: logger)
    }

    /// Has an account chosen, with a message signed or a function-call key added in the same question.
    ///
    /// The keystore keeps a key that it made for the asker, and signs with it what it covers.
    ///
    /// - Parameters:
    ///   - account: The only account to choose; `nil` for all.
    ///   - key: The key to add. Its transaction is sent, and has succeeded when this returns.
    ///   - payload: The message to sign; not together with a key.
    ///   - deadline: How long sending may take as a whole.
    /// - Throws: ``DirectSigningError``, ``NEARError``, `RPCError`.
    package func signIn(
        as account: AccountId? = nil, adding key: FunctionCallKeyRequest? = nil,
        message payload: NEP413Payload? = nil, deadline: Duration
    ) async throws -> Result {
        let id = try host.begin(payload == nil ? .signIn : .signInAndSignMessage)
        defer { host.end() }
        do {
            let result = try await signIn(id, as: account, adding: key, message: payload, deadline)
            _ = await host.recorder?.end(nil, wasAnswered: false, isKeystore: true)
            return result
        } catch {
            _ = await host.recorder?.end(DirectWallet.reason(error), wasAnswered: false, isKeystore: true)
            throw error
        }
    }

    private func signIn(
        _ id: RequestID, as account: AccountId?, adding key: FunctionCallKeyRequest?,
        message payload: NEP413Payload?, _ deadline: Duration
    ) async throws -> Result {
        let made: KeystoreService.SignIn
        do throws(HostCallError) {
            made = try await service.signIn(as: account, adding: key, message: payload, in: id)
        } catch {
            throw host.reason(error)
        }
        var message: SignedMessage?
        if let payload, let answer = made.message, let signer = made.signers.first {
            message = try await verifier.message(answer, for: payload, of: signer.account)
        }
        if let (transaction, _) = made.adding, let recorder = host.recorder {
            let (_, failure) = try await TransactionSending(nodes, verifiedBy: verifier).send(
                transaction, waitUntil: .final, deadline: deadline, recordedBy: recorder)
            if let failure { throw failure }
        }
        return Result(
            accounts: made.signers.map { Result.Account(account: $0.account, publicKey: $0.key) },
            addedKey: made.adding?.key, message: message)
    }
}
