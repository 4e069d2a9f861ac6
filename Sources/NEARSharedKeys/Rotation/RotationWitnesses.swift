// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
package import NEARRPC

/// Counts the nodes that show a retired set's successor at work.
///
/// One node may lie, so each is asked alone.
package struct RotationWitnesses {
    private let clients: [NEARRPCClient]

    /// Takes a client for each node, which asks no other one.
    package init(_ clients: [NEARRPCClient]) {
        self.clients = clients
    }

    /// Returns how many nodes show, as final and successful, the transaction that the set after this one has signed.
    package func count(_ record: ShareSetRecord) async -> Int {
        guard let hash = record.successor else { return 0 }
        var count = 0
        for client in clients {
            do throws(RPCError) {
                let result = try await client.transaction(hash, signerId: record.account, waitUntil: .final)
                if result.outcome?.isSuccess == true { count += 1 }
            } catch {
                // A node that doesn't know it, or isn't there, is no witness.
            }
        }
        return count
    }
}
