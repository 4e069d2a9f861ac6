// SPDX-License-Identifier: MIT

package import NEARRPC

/// The reason why a request of the keystore wallet was refused, as this process has seen it itself.
///
/// The wallet in its page says only that it was refused, in words. No wallet can make one of these.
package enum KeystoreRefusal: Sendable, Hashable {
    /// The approval policy refused.
    case policy(reason: String)
    /// A node refused the transaction that the keystore has signed for the request.
    case chain(RPCNodeError)
}
