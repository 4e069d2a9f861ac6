// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation
package import NEARConnectCore
internal import NEARPrimitives

/// The chain that `--network` and `--rpc-url` name together.
package enum NetworkChoice {
    package static let urlHelp: ArgumentHelp =
        "The JSON-RPC address of a node of your own, of mainnet and testnet too, or of another chain. Repeat it for more."

    /// Asks the nodes that `--rpc-url` names which chain they work for, and says it where the id doesn't.
    ///
    /// - Throws: `NEARError.wrongChain`: under the names of the public networks, other chains are not worked on.
    @MainActor
    package static func confirm(_ network: NEARNetwork) async throws {
        guard case .custom(let own) = network else { return }
        let chain = try await NetworkIdentity(network).confirmed()
        guard chain == .mainnet, own.id != "mainnet" else { return }
        StandardError.say("the nodes of \(own.id) work for mainnet: this is real money")
    }

    /// - Throws: `ValidationError`, or what `CustomNetwork` says of the id.
    package static func network(_ name: String, rpcURLs: [String]) throws -> NEARNetwork {
        switch (name, rpcURLs.isEmpty) {
        case ("mainnet", true): return .mainnet
        case ("testnet", true): return .testnet
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
