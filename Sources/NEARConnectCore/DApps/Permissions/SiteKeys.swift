// SPDX-License-Identifier: MIT

internal import NEARPrimitives
package import NEARRPC

/// Function-call keys that a site has had added, and that are to leave the accounts again.
package enum SiteKeys {
    /// Returns those keys that accounts still have, and that can call one contract only.
    ///
    /// A key with full access is never among them, whatever a file says.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - client: Asks the chain.
    /// - Throws: `RPCError`.
    package static func present(
        _ keys: [SiteGrant.Key], asking client: NEARRPCClient
    ) async throws(RPCError) -> [SiteGrant.Key] {
        var present: [SiteGrant.Key] = []
        for key in keys {
            do throws(RPCError) {
                let view = try await client.viewAccessKey(key.publicKey, of: key.accountId)
                if case .functionCall = view.value.permission { present.append(key) }
            } catch {
                guard error.saysThatKeyIsGone else { throw error }
            }
        }
        return present
    }

    /// Returns the transactions that delete keys, one an account.
    package static func deletions(of keys: [SiteGrant.Key]) -> [TransactionRequest] {
        var accounts: [AccountId] = []
        for key in keys where !accounts.contains(key.accountId) { accounts.append(key.accountId) }
        return accounts.map { account in
            TransactionRequest(
                receiverId: account,
                actions: keys.filter { $0.accountId == account }.map {
                    .deleteKey(DeleteKeyAction(publicKey: $0.publicKey))
                })
        }
    }
}
