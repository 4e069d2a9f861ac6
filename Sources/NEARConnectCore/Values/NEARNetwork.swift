// SPDX-License-Identifier: MIT

public import FoundationEssentials
package import NEARRPC
internal import SafeText

/// The chain on which wallets work.
///
/// It has a ``rawValue`` and isn't `RawRepresentable`: two custom networks with one id and other nodes aren't equal.
public enum NEARNetwork: Hashable, Sendable, CaseIterable {
    /// NEAR's main network.
    case mainnet
    /// NEAR's public test network.
    case testnet
    /// A chain at addresses that the program chooses.
    case custom(CustomNetwork)

    /// The public networks; custom ones have no end.
    public static let allCases: [NEARNetwork] = [.mainnet, .testnet]

    /// The public network with an id.
    ///
    /// - Parameter rawValue: `mainnet` or `testnet`. Any other id gives `nil`: a custom network needs addresses too.
    public init?(rawValue: String) {
        guard let network = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(rawValue.utf8) }) else {
            return nil
        }
        self = network
    }

    /// The id that wallets and RPC requests use, for example `mainnet`.
    public var rawValue: String {
        switch self {
        case .mainnet: "mainnet"
        case .testnet: "testnet"
        case .custom(let network): network.id
        }
    }

    /// The addresses of the chain's JSON-RPC, first choice first.
    public var rpcURLs: [URL] {
        switch self {
        case .mainnet: Self.mainnetRPC
        case .testnet: Self.testnetRPC
        case .custom(let network): network.rpcURLs
        }
    }

    /// The nodes of the chain, first choice first, with their API keys.
    package var endpoints: [RPCEndpoint] {
        if case .custom(let network) = self { network.endpoints } else { rpcURLs.map { RPCEndpoint(url: $0) } }
    }

    private static let mainnetRPC = urls(["https://rpc.mainnet.near.org", "https://free.rpc.fastnear.com"])
    private static let testnetRPC = urls(["https://rpc.testnet.near.org", "https://test.rpc.fastnear.com"])

    private static func urls(_ texts: [String]) -> [URL] { texts.compactMap { URL(string: $0) } }
}

/// A chain at addresses that the program chooses: a devnet, a local node, or a public network's node.
///
/// The id is a name only. The nodes say which chain it is: under `mainnet` and `testnet` nothing is signed unless they
/// are nodes of that network, and a node of mainnet is mainnet under any other id too.
public struct CustomNetwork: Hashable, Sendable {
    /// The network id, for example `devnet`.
    public let id: String
    /// The addresses of its JSON-RPC, first choice first.
    public var rpcURLs: [URL] { endpoints.map(\.url) }
    /// Its nodes, first choice first, with their API keys, which are never logged.
    package let endpoints: [RPCEndpoint]

    /// Checks an id and addresses.
    ///
    /// - Parameters:
    ///   - id: Letters, digits, `-`, `_` and `.`, 1 to 64 of them.
    ///   - rpcURLs: At least one http or https address.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(id: String, rpcURLs: [URL]) throws(NEARError) {
        try self.init(id: id, endpoints: rpcURLs.map { RPCEndpoint(url: $0) })
    }

    /// Checks an id and nodes, some of which want API keys.
    ///
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    package init(id: String, endpoints: [RPCEndpoint]) throws(NEARError) {
        let allowed = id.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
        }
        guard allowed, (1...64).contains(id.utf8.count) else {
            throw .invalidArgument(
                name: "network id",
                reason: localized("use 1 to 64 letters, digits, “-”, “_” and “.”, not “%1$s”", DisplayText.line(id)))
        }
        guard !endpoints.isEmpty,
            endpoints.allSatisfy({ ["http", "https"].contains($0.url.scheme) && $0.url.host != nil })
        else {
            throw .invalidArgument(
                name: "rpcURLs", reason: localized("name at least one http or https address"))
        }
        self.id = id
        self.endpoints = endpoints
    }
}
