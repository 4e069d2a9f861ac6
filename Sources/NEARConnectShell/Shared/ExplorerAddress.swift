// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The place where a transaction can be looked at.
enum ExplorerAddress: Equatable {
    /// A page of the web.
    case web(String)
    /// A part of the explorer that the window has a page for.
    case ownPage(fragment: String)

    /// The place of a transaction; `nil` for a network that has none.
    ///
    /// - Parameters:
    ///   - hash: The transaction's hash.
    ///   - network: The network of the transaction, by its id.
    ///   - shown: The network of the window, by its id.
    ///   - hasOwnPage: True if the window has an explorer of its network.
    init?(of hash: CryptoHash, network: String, shown: String, hasOwnPage: Bool) {
        switch network {
        case _ where hasOwnPage && network.hasSameBytes(as: shown): self = .ownPage(fragment: "/transaction/\(hash)")
        case "mainnet": self = .web("https://nearblocks.io/txns/\(hash)")
        case "testnet": self = .web("https://testnet.nearblocks.io/txns/\(hash)")
        default: return nil
        }
    }
}
