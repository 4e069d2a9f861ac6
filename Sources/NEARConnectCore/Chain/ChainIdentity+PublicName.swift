// SPDX-License-Identifier: MIT

package import NEARPrimitives

extension ChainIdentity {
    /// The network id that stands for a public chain; `nil` for others.
    package var publicName: String? {
        switch self {
        case .mainnet: "mainnet"
        case .testnet: "testnet"
        case .other: nil
        }
    }
}
