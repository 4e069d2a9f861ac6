// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The tokens that this program knows by itself: wrapped NEAR and the dollar coins of their issuers.
package enum KnownTokens {
    private struct Token {
        let network: String
        let contract: String
        let decimals: Int
    }

    private static let all = [
        Token(network: "mainnet", contract: "wrap.near", decimals: 24),
        Token(network: "mainnet", contract: "usdt.tether-token.near", decimals: 6),
        Token(
            network: "mainnet", contract: "17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1",
            decimals: 6),
        Token(network: "testnet", contract: "wrap.testnet", decimals: 24),
    ]

    /// Returns the contracts on a network.
    package static func contracts(on network: String) -> [AccountId] {
        all.filter { $0.network.hasSameBytes(as: network) }.compactMap { token in
            do {
                return try AccountId(token.contract)
            } catch {
                return nil  // The list above has account ids only.
            }
        }
    }

    /// Returns a token's decimals; `nil` for one that isn't known.
    ///
    /// A copy of a public network under another name has the same contracts, so no network is asked for.
    package static func decimals(of contract: AccountId) -> Int? {
        all.first { $0.contract.hasSameBytes(as: contract.text) }?.decimals
    }
}
