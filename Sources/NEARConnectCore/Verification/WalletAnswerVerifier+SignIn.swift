// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// Answers to sign-ins.
extension WalletAnswerVerifier {
    /// An account that a wallet has signed in, checked.
    package struct SignIn: Sendable {
        /// The account, to be stored.
        package let account: NEARAccount
        /// The message that was signed with the sign-in; `nil` when none was asked for.
        package let message: SignedMessage?
    }

    /// Verifies what a wallet answered to a sign-in.
    ///
    /// - Parameters:
    ///   - reply: The page's reply.
    ///   - payload: The message that was to be signed with the sign-in, if any.
    /// - Throws: ``NEARError/walletError(_:)`` for an account that can't be used,
    ///   ``NEARError/signatureInvalid(reason:)``, ``NEARError/wrongChain(_:)``, ``NEARError/taskCancelled``.
    package func signIn(
        _ reply: BridgeMessage.Reply, signing payload: NEP413Payload? = nil
    ) async throws(NEARError) -> SignIn {
        let (accounts, walletId): ([BridgeMessage.Account], String)
        switch reply {
        case .signedIn(let all, let wallet) where payload == nil: (accounts, walletId) = (all, wallet)
        case .signedInAndSignedMessage(let all, let wallet) where payload != nil: (accounts, walletId) = (all, wallet)
        default: throw reply.unexpected
        }
        guard let first = accounts.first else {
            throw .walletError(localized("The wallet %1$s signed in without an account.", "\(walletId)"))
        }
        let accountId: AccountId
        do {
            accountId = try AccountId(first.accountId)
            if let key = first.publicKey { _ = try PublicKey(key) }
        } catch {
            throw .walletError(
                localized("The wallet %1$s named an account that can’t be used: %2$s", "\(walletId)", "\(error)"))
        }
        var message: SignedMessage?
        if let payload {
            message = try await self.message(first.signedMessage ?? .null, for: payload, of: accountId)
        }
        let account = NEARAccount(
            accountId: accountId.text, publicKey: first.publicKey ?? message?.publicKey.description, walletId: walletId)
        return SignIn(account: account, message: message)
    }
}

extension BridgeMessage.Reply {
    /// The error for a reply of another kind than its request's.
    package var unexpected: NEARError {
        .walletError(localized("The bridge answered with something that was not asked for."))
    }
}
