// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation
package import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Reads the chain that `--network` and `--rpc-url` name together.
package enum NetworkChoice {
    /// The help of `--rpc-url`.
    package static let urlHelp = help(
        "The JSON-RPC address of your own node, of mainnet and testnet too, or of another chain. Repeat it for more.")

    /// The help of `--networks`.
    package static let fileHelp = help(
        "A file with networks: their addresses, and the API keys of their nodes, which so don’t stand in the command line.",
        valueName: "file")

    /// Asks the nodes of `--rpc-url` for their chain, and warns if they serve mainnet under another id.
    ///
    /// - Throws: `NEARError.wrongChain` if the id is a public network's and the nodes serve another chain.
    @MainActor
    package static func confirm(_ network: NEARNetwork) async throws {
        guard case .custom(let own) = network else { return }
        let chain = try await NetworkIdentity(network).confirmed()
        guard chain == .mainnet, own.id != "mainnet" else { return }
        StandardError.say(localized("the nodes of %1$s serve mainnet: this is real money", own.id))
    }

    /// Returns the chain.
    ///
    /// - Parameters:
    ///   - name: The network's id.
    ///   - rpcURLs: The addresses that `--rpc-url` names.
    ///   - file: The file that `--networks` names, with the network's nodes.
    /// - Throws: `ValidationError`, or the error of `CustomNetwork`.
    package static func network(_ name: String, rpcURLs: [String], file: String? = nil) throws -> NEARNetwork {
        if let file {
            guard rpcURLs.isEmpty else {
                throw ValidationError(localized("--networks and --rpc-url both name addresses: leave one out."))
            }
            return .custom(try CustomNetwork(id: name, endpoints: try NetworksFile(path: file).endpoints(of: name)))
        }
        switch (name, rpcURLs.isEmpty) {
        case ("mainnet", true): return .mainnet
        case ("testnet", true): return .testnet
        case (_, true):
            throw
                ValidationError(
                    localized("Name the chain’s address with --rpc-url or --networks, or use mainnet or testnet."))
        default:
            let urls = try rpcURLs.map { text in
                guard let url = URL(string: text) else {
                    throw
                        ValidationError(localized("“%1$s” is not an address. Check --rpc-url.", text))
                }
                return url
            }
            return .custom(try CustomNetwork(id: name, rpcURLs: urls))
        }
    }
}
