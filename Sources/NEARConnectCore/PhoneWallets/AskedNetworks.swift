// SPDX-License-Identifier: MIT

package import WalletConnectSign

/// The networks on which phones were asked, since an answer may come when another one is set.
package struct AskedNetworks: Sendable {
    private var networks: [ChainID: NEARNetwork] = [:]

    package init() {}

    /// Notes that a phone is asked on a network.
    package mutating func note(_ network: NEARNetwork) {
        if let chain = NEARWalletConnect.chain(of: network) { networks[chain] = network }
    }

    /// Returns the network of a chain.
    ///
    /// - Returns: `nil` for one of the user's own on which nothing was asked since the start.
    package func network(of chain: ChainID) -> NEARNetwork? {
        guard chain.namespace == "near" else { return nil }
        // A network of the user's own may have one of these names.
        if let asked = networks[chain] { return asked }
        return switch chain.reference {
        case "mainnet": .mainnet
        case "testnet": .testnet
        default: nil
        }
    }
}
