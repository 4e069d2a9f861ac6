// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// A list of wallets on the web: a manifest at an https address, and mirrors of it.
///
/// Several lists are merged by wallet id: of wallets that several lists name, the first list's counts.
public struct WalletList: Sendable, Hashable {
    /// The list's addresses.
    ///
    /// The next one is asked if one can't be fetched, or has no wallet that can be used.
    public let addresses: [URL]

    /// Names a list by its addresses.
    ///
    /// - Parameters:
    ///   - address: The list's address. The list, and its cached copy, are identified by it.
    ///   - mirrors: Other addresses of the same list.
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

    /// The address that identifies the list.
    var key: String { addresses[0].absoluteString }
}
