// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnect
import NEARPrimitives

/// The chain that `--network` and `--rpc-url` name together.
enum NetworkChoice {
    static let urlHelp: ArgumentHelp =
        "The JSON-RPC address of a node of your own, of mainnet and testnet too, or of another chain. Repeat it for more."

    /// Asks the nodes that `--rpc-url` names which chain they work for, and says it where the id doesn't.
    ///
    /// - Throws: `NEARError.wrongChain`: under the names of the public networks, other chains are not worked on.
    @MainActor
    static func confirm(_ network: NEARWalletManager.Network) async throws {
        guard case .custom(let own) = network else { return }
        let chain = try await NetworkIdentity(network).confirmed()
        guard chain == .mainnet, own.id != "mainnet" else { return }
        FileHandle.standardError.write(
            Data("near-connect: the nodes of \(own.id) work for mainnet: this is real money\n".utf8))
    }

    /// - Throws: `ValidationError`, or what `CustomNetwork` says of the id.
    static func network(_ name: String, rpcURLs: [String]) throws -> NEARWalletManager.Network {
        switch (name, rpcURLs.isEmpty) {
        case ("mainnet", true): return .mainnet
        case ("testnet", true): return .testnet
        case (_, true): throw ValidationError("Name the chain's address with --rpc-url, or use mainnet or testnet.")
        default:
            let urls = try rpcURLs.map { text in
                guard let url = URL(string: text) else { throw ValidationError("\(text) is not an address.") }
                return url
            }
            return .custom(try NEARWalletManager.CustomNetwork(id: name, rpcURLs: urls))
        }
    }
}
