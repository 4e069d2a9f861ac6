// SPDX-License-Identifier: MIT

/// Pairs of an entry of `allowsOpen` and an address, with what the entry covers: for Swift and for the connector.
package enum OpenPermissionPairs {
    /// Entry of a manifest, address, whether it is covered.
    ///
    /// `LinkTests` puts the same pairs before the connector.
    package static let all: [(entry: String, uri: String, isCovered: Bool)] = [
        ("https://wallet.example", "https://wallet.example/", true),
        ("https://wallet.example", "https://wallet.example/sign?x=1#y", true),
        ("https://wallet.example", "https://WALLET.example/", true),
        ("https://wallet.example", "https://wallet.example:443/", true),
        ("https://wallet.example", "https://wallet.example:8443/", false),
        ("https://wallet.example:8443", "https://wallet.example:8443/x", true),
        ("https://wallet.example", "http://wallet.example/", false),
        ("https://wallet.example", "https://evil.wallet.example/", false),
        ("https://wallet.example", "https://wallet.example.evil/", false),
        ("https://wallet.example", "https://user@wallet.example/", false),
        ("https://wallet.example", "https://wallet.example@evil.example/", false),
        ("https://wallet.example/wallet", "https://wallet.example/wallet", true),
        ("https://wallet.example/wallet", "https://wallet.example/wallet?x=1#y", true),
        ("https://wallet.example/wallet", "https://wallet.example/wallet/deeper", true),
        ("https://wallet.example/wallet", "https://wallet.example/wallets", false),
        ("https://wallet.example/wallet/", "https://wallet.example/wallet", false),
        ("https://wallet.example/wallet", "https://wallet.example/", false),
        ("app://", "app://anything/at?all", true),
        ("app:", "app:opaque", true),
        ("app://", "apps://x", false),
        ("app://sign", "app://sign?x=1", true),
        ("app://sign", "app://sign/x", true),
        ("app://sign", "app://signs", false),
        ("app://sign", "app:sign", false),
        ("app://sign", "app://Sign", false),
        ("app://sign", "APP://sign", true),
        ("app://sign", "app://sign:1/x", false),
        ("app://sign/a", "app://sign/a/b", true),
        ("app://sign/a", "app://sign/b", false),
        ("app:opaque", "app:opaque?x", true),
        ("app:opaque", "app:other", false),
        ("not an address", "app:x", false),
        ("", "app:x", false),
        ("app:", "", false),
        ("app:", "no scheme", false),
    ]
}
