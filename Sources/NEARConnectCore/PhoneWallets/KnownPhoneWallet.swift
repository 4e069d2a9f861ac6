// SPDX-License-Identifier: MIT

internal import SafeText
public import WalletConnectSign

/// A wallet on phones that this program knows by name, or that a registry has named.
///
/// Nobody has to be asked for the list that is packaged, a snapshot without pictures. It says where a wallet is and how
/// it is opened, and nothing of whether it is good: whoever scans the code decides which wallet answers.
public struct KnownPhoneWallet: Sendable, Hashable, Identifiable {
    /// A peculiarity that users and programs run into.
    public enum Hint: Sendable, Hashable {
        /// Its link for a request shows an error: open it without one.
        case opensWithoutRequest
        /// It shows nothing of an Ethereum-like transaction without a price of gas.
        case wantsGasPrice
        /// It is connected by the code on the screen alone.
        case codeOnly

        /// The peculiarity as a sentence for users.
        public var sentence: String {
            switch self {
            case .opensWithoutRequest:
                localized(
                    "It may show an error when it is opened for a request. The request is in the wallet all the same.")
            case .wantsGasPrice:
                localized("It shows nothing of an Ethereum-like transaction that names no price of gas.")
            case .codeOnly: localized("It is connected by the code on the screen alone.")
            }
        }
    }

    /// The wallet's id, which stays.
    public let id: String
    /// The wallet's name.
    public let name: String
    /// The wallet's site, where it is to be had; empty where a registry names none.
    public let site: String
    /// The links by which it is opened.
    public let links: WalletLinks
    /// The namespaces of chains that it is known for; what a session grants decides.
    public let namespaces: Set<String>
    /// The wallet's peculiarities.
    public let hints: Set<Hint>

    /// The wallets that are packaged, those of NEAR first.
    ///
    /// Links: the wallets' own documents and WalletConnect's registry, as they were in November 2026.
    public static let all: [KnownPhoneWallet] = [
        KnownPhoneWallet(
            id: "fireblocks", name: "Fireblocks", site: "https://www.fireblocks.com", links: WalletLinks(),
            namespaces: ["near", "eip155"], hints: [.codeOnly]),
        KnownPhoneWallet(
            id: "hot", name: "HOT Wallet", site: "https://hot-labs.org",
            links: WalletLinks(native: "hotwallet://", universal: "https://app.hot-labs.org"),
            namespaces: ["near", "eip155"], hints: []),
        KnownPhoneWallet(
            id: "trust", name: "Trust Wallet", site: "https://trustwallet.com",
            links: WalletLinks(native: "trust://", universal: "https://link.trustwallet.com"),
            namespaces: ["eip155"], hints: [.opensWithoutRequest]),
        KnownPhoneWallet(
            id: "safepal", name: "SafePal", site: "https://www.safepal.com",
            links: WalletLinks(native: "safepalwallet://", universal: "https://link.safepal.io"),
            namespaces: ["eip155"], hints: [.wantsGasPrice]),
    ]

    /// Returns the packaged wallets that are known for a namespace, for example `near`.
    public static func all(for namespace: String) -> [KnownPhoneWallet] {
        all.filter { $0.namespaces.contains(namespace) }
    }

    /// Returns the link that brings a session's wallet to the front; `nil` where it has none, or wants none opened.
    package static func link(for request: StoredRequest, of session: SignSession) -> String? {
        guard !session.disablesDeepLinks else { return nil }
        let links = session.links
        let known = links.native.flatMap { native in all.first { $0.links.native == native } }
        return known?.link(for: request) ?? request.link(for: links)
    }

    /// Returns the link that brings the wallet to the front for a request that the relay has stored.
    public func link(for request: StoredRequest) -> String? {
        hints.contains(.opensWithoutRequest) ? links.openOnly : request.link(for: links)
    }
}
