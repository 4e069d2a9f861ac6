// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC

/// The state of a receiver on the chain, by a node's word.
package enum ReceiverState: Equatable, Sendable {
    /// There is such an account.
    case exists
    /// There is none, and a transfer of NEAR makes it.
    case isMade
    /// There is none, and a transfer can't make it.
    case missing
    /// No node says.
    case unknown(reason: String)

    /// Asks a node.
    ///
    /// - Parameters:
    ///   - id: The receiver.
    ///   - client: The client of the network.
    ///   - patience: The time that the node has.
    package init(of id: AccountId, client: NEARRPCClient, patience: Duration) async {
        do throws(RPCError) {
            _ = try await client.viewAccount(id, deadline: patience)
            self = .exists
        } catch {
            guard error.saysThatKeyIsGone else {
                self = .unknown(reason: "\(error)")
                return
            }
            // Transfers make implicit accounts, but none whose id is a hash of a state that they don't bring.
            switch id.kind {
            case .nearImplicit, .ethImplicit, .nearDeterministic: self = .isMade
            case .named, .universal: self = .missing
            }
        }
    }
}
