// SPDX-License-Identifier: MIT

/// Under what address the page gets a wallet's kept icon: `near-connect://icons/<name>`.
///
/// A wallet's frame may ask for pictures too. The names are made with a secret of this process, so that it can ask for its own only,
/// and can't find out which other wallets are kept here.
package enum WalletIconAddress {
    private static let secret: [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }()

    /// The name of the icon with this SHA-256.
    package static func name(of sha256: String) -> String { ContentHash.sha256(secret + sha256.utf8).hex }

    /// The whole address.
    static func address(of sha256: String) -> String { "\(InternalScheme.name)://icons/\(name(of: sha256))" }
}
