// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// A list of wallets on the web: a manifest at an https address, and other addresses of the same list.
///
/// Several lists are merged: a wallet's id counts once, and the list that is named first has it.
public struct WalletList: Sendable, Hashable {
    /// Its addresses. The next one is asked where one can't be had, or has no wallet that can be used.
    public let addresses: [URL]

    /// - Parameters:
    ///   - address: Where the list is. The list is known, and its copy kept, by this address.
    ///   - mirrors: Where it is too.
    public init(_ address: URL, mirrors: [URL] = []) {
        addresses = [address] + mirrors
    }

    /// near-connect's own list, at its two addresses.
    public static let nearConnect = WalletList(
        literal("https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json"),
        mirrors: [literal("https://cdn.jsdelivr.net/gh/azbang/hot-connector/repository/manifest.json")])

    private static func literal(_ text: StaticString) -> URL {
        guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no address") }
        return url
    }

    /// The address by which it is known.
    var key: String { addresses[0].absoluteString }
}
