// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
package import NEARRPC

/// Counts the nodes that show that an account goes on without a retired set.
///
/// One node may lie, so each is asked alone.
package struct RotationWitnesses {
    private let clients: [NEARRPCClient]

    /// Takes a client for each node, which asks no other one.
    package init(_ clients: [NEARRPCClient]) {
        self.clients = clients
    }

    /// Returns how many nodes show it.
    ///
    /// They show, as final and successful, the transaction that the set after this one has signed. Nodes forget it
    /// within days, and a profile that hasn't sent it doesn't know it: then they show an account without the set's key
    /// and with a full-access key that has signed, that of a set that counts or any other where none does.
    ///
    /// - Parameters:
    ///   - record: The retired set.
    ///   - records: All sets of its account.
    package func count(_ record: ShareSetRecord, among records: [ShareSetRecord]) async -> Int {
        let counting = Set(records.filter { $0.state == .active }.map(\.set.publicKey.handle))
        var count = 0
        for client in clients {
            var shows = await showsTransaction(client, record)
            if !shows { shows = await showsKeys(client, without: record, counting: counting) }
            count += shows ? 1 : 0
        }
        return count
    }

    private func showsTransaction(_ client: NEARRPCClient, _ record: ShareSetRecord) async -> Bool {
        guard let hash = record.successor else { return false }
        do throws(RPCError) {
            let result = try await client.transaction(hash, signerId: record.account, waitUntil: .final)
            return result.outcome?.isSuccess == true
        } catch {
            // A node that doesn't know it, or isn't there, is no witness.
            return false
        }
    }

    private func showsKeys(
        _ client: NEARRPCClient, without record: ShareSetRecord, counting: Set<PublicKeyHandle>
    ) async -> Bool {
        let keys: [AccessKeyInfoView]
        do throws(RPCError) {
            keys = try await client.viewAccessKeyList(of: record.account, at: .final).value.keys
        } catch {
            return false
        }
        guard !keys.contains(where: { $0.publicKey == record.set.publicKey.handle }) else { return false }
        return keys.contains { key in
            key.accessKey.permission == .fullAccess && key.accessKey.nonce % Self.firstNonces != 0
                && (counting.isEmpty || counting.contains(key.publicKey))
        }
    }

    /// The unit of first nonces: a key begins at its block's height times this, and each signature adds to it.
    ///
    /// nearcore, `AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER`.
    private static let firstNonces: UInt64 = 1_000_000
}
