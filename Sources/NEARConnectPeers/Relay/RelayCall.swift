// SPDX-License-Identifier: MIT

package import WalletConnectSign

/// A call that a client has made of a relay, without its message.
package struct RelayCall: Sendable, Hashable {
    /// The method.
    package let method: String
    /// The topic, or the first of several.
    package let topic: Topic?
    /// The tag of the message, where one is published.
    package let tag: Int?
    /// The `ua` of the client.
    package let agent: String
    /// The id of the call.
    package let id: UInt64
}
