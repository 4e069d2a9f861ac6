// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARPrimitives
internal import NEARRPC

/// Accounts that a wallet still knows.
extension WalletAnswerVerifier {
    /// Asks the chain whether an account's key is still there.
    ///
    /// Only a node's word that the key, or the account, isn't there means ``SessionState/revoked``; everything else
    /// that can go wrong says nothing about the key.
    ///
    /// - Parameters:
    ///   - account: The account that is signed in.
    ///   - key: The key that the wallet signs with now, which may be another than when it signed in. A function-call
    ///     key counts as much as one with all rights.
    package func session(of account: NEARAccount, key: String?) async -> SessionState {
        do {
            let accountId = try AccountId(account.accountId)
            guard let key = try key.map({ try PublicKey($0) }) else {
                _ = try await nodes.client().viewAccount(accountId, deadline: patience)
                return .restored(isVerified: false)
            }
            return try await session(of: accountId, key: key)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return .revoked
        } catch {
            logger.notice("the access key could not be looked up", metadata: Redaction.error(error))
            return .restored(isVerified: false)
        }
    }

    private func session(of accountId: AccountId, key: PublicKey) async throws -> SessionState {
        do {
            // A key that was added with this sign-in may not be in a final block yet.
            _ = try await nodes.client().viewAccessKey(key, of: accountId, at: .optimistic, deadline: patience)
            return .restored(isVerified: true)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return await isUnused(accountId, key) ? .restored(isVerified: false) : .revoked
        }
    }
}
