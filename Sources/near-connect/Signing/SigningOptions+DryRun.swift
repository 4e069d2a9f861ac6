// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

extension SigningOptions {
    /// Prints what a command would sign, what it would cost, and what stands against it.
    ///
    /// Nothing is signed, sent, counted or recorded, and no wallet's page is started.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - publicKey: The key that would sign, in place of a key of this computer.
    ///   - idempotencyKey: The name of the request.
    ///   - subject: Returns what would be signed, by the account that signs.
    func preview(
        _ command: String, publicKey: PublicKey? = nil, idempotencyKey: IdempotencyKey? = nil,
        _ subject: @escaping @Sendable (AccountId) throws -> DirectWallet.PreviewSubject
    ) throws {
        let configuration = try chain.configuration()
        let network = try chain.chosenNetwork()
        let approval = try policyFile() ?? (chain.devnet ? policy() : .ask)
        let signer = try previewSigner(publicKey, on: network.rawValue)
        let journal = JournalFile(folder: try ChainOptions.asUsage { try ProfileFolders(profile: profile) }.state)
        try chain.answer(command) { [wallet, approve, chain] in
            let limit = TimeLimit(chain.timeout)
            return try await limit.run {
                let direct = Self.wallet(
                    of: signer.account, signer.keystore, on: network, asker: .commandLine(verb: ExactText(command)),
                    approval: approval, journal: journal, limit: limit)
                let subject = try subject(signer.account)
                var answer = DryRunAnswer(policyFile: approve, wallet: wallet)
                if signer.approvesHere {
                    let (request, verdict) = try await direct.preview(subject)
                    answer.add(request)
                    answer.add(verdict)
                } else {
                    answer.add(await direct.request(for: subject))
                }
                if let publicKey = signer.publicKey { answer.add(publicKey) }
                if let key = idempotencyKey, let entry = try await direct.recorded(key) { answer.add(earlier: entry) }
                if let forecaster = Self.forecaster(
                    of: subject, by: signer, try NEARRPCClient(configuration: configuration))
                {
                    answer.add(try await forecaster.forecast())
                }
                return answer.finished
            }
        }
    }

    /// The account that would sign, with the public part of its key.
    private struct PreviewSigner: Sendable {
        let account: AccountId
        let keystore: Keystore
        let publicKey: PublicKey?
        /// True if the policy or the user of this command approves, and not a wallet of its own.
        let approvesHere: Bool
    }

    private func previewSigner(_ publicKey: PublicKey?, on network: String) throws -> PreviewSigner {
        if let wallet {
            let (account, key) = try account(of: wallet)
            return PreviewSigner(
                account: account, keystore: key.map { Keystore(naming: $0, of: account, on: network) } ?? Keystore(),
                publicKey: key, approvesHere: key != nil && wallet.hasSameBytes(as: KeystoreService.walletId))
        }
        if let publicKey, let signer {
            return PreviewSigner(
                account: signer, keystore: Keystore(naming: publicKey, of: signer, on: network), publicKey: publicKey,
                approvesHere: true)
        }
        let (keystore, account) = try keys(on: network)
        let publicOnly = keystore.withoutSecrets
        return PreviewSigner(
            account: account, keystore: publicOnly,
            publicKey: publicOnly.signer(of: account, on: network)?.publicKey, approvesHere: true)
    }

    private static func forecaster(
        of subject: DirectWallet.PreviewSubject, by signer: PreviewSigner, _ client: NEARRPCClient
    ) -> ChainForecaster? {
        switch subject {
        case .message: nil
        case .transaction(let request):
            ChainForecaster(
                request, signer: signer.account, publicKey: signer.publicKey, isDelegated: false, client: client)
        case .delegateAction(let request):
            ChainForecaster(
                request, signer: signer.account, publicKey: signer.publicKey, isDelegated: true, client: client)
        }
    }
}
