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
            if case .functionCall? = try await permission(of: key, asking: client) { present.append(key) }
        }
        return present
    }

    /// Returns those keys that are on no account yet, so that who has them added brings them.
    ///
    /// - Throws: `RPCError`.
    static func new(
        _ keys: [SiteGrant.Key], asking client: NEARRPCClient
    ) async throws(RPCError) -> [SiteGrant.Key] {
        var new: [SiteGrant.Key] = []
        for key in keys where try await permission(of: key, asking: client) == nil { new.append(key) }
        return new
    }

    /// Returns what a key may do; `nil` where the account doesn't have it.
    private static func permission(
        of key: SiteGrant.Key, asking client: NEARRPCClient
    ) async throws(RPCError) -> AccessKeyPermissionView? {
        do throws(RPCError) {
            return try await client.viewAccessKey(key.publicKey, of: key.accountId).value.permission
        } catch {
            guard error.saysThatKeyIsGone else { throw error }
            return nil
        }
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
