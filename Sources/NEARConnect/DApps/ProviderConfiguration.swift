// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives

/// The wallet as dApps' pages see it, for the provider's script.
package struct ProviderConfiguration: Sendable, Equatable {
    /// The wallet's id, which no wallet of the public list has.
    package static let id = "near-connect"

    /// The name in pages' lists.
    package var name = "near-connect"
    /// The picture in pages' lists, an address of `data:`.
    package var icon = ""
    /// The sentence in pages' lists.
    package var description = "The wallet of this browser"
    /// The website that pages link to.
    package var website = ""
    /// The version of this package.
    package var version = ""
    /// The features, by near-connect's names, that the wallet behind the provider has now.
    package var features: Set<String> = []

    /// Makes a configuration.
    package init(features: Set<String>) {
        self.features = features
    }

    /// The addresses of the public networks' nodes that everybody knows.
    ///
    /// Those that a user has configured may have a password in them: no page hears them.
    private static let nodes: JSONValue.Members = [NEARNetwork.mainnet, .testnet].reduce(into: [:]) { nodes, network in
        nodes[ExactText(network.rawValue)] = network.rpcURLs.first.map { .string($0.absoluteString) }
    }

    var json: JSONValue {
        [
            "id": .string(Self.id), "name": .string(name), "icon": .string(icon), "description": .string(description),
            "website": .string(website), "version": .string(version), "nodes": .object(Self.nodes),
            "features": .object(features.reduce(into: [:]) { $0[ExactText($1)] = true }),
        ]
    }
}
