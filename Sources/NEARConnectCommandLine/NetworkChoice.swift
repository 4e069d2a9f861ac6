// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation
package import NEARConnectCore

/// The chain that `--network` and `--rpc-url` name together.
package enum NetworkChoice {
    package static func network(_ name: String, rpcURLs: [String]) throws -> NEARNetwork {
        switch (name, rpcURLs.isEmpty) {
        case ("mainnet", true): return .mainnet
        case ("testnet", true): return .testnet
        case ("mainnet", false), ("testnet", false):
            throw ValidationError(
                "--rpc-url is for another chain: give that an id of its own, for example --network localnet.")
        case (_, true): throw ValidationError("Name the chain's address with --rpc-url, or use mainnet or testnet.")
        default:
            let urls = try rpcURLs.map { text in
                guard let url = URL(string: text) else { throw ValidationError("\(text) is not an address.") }
                return url
            }
            return .custom(try CustomNetwork(id: name, rpcURLs: urls))
        }
    }
}
