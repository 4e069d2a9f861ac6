// SPDX-License-Identifier: MIT

/// The address at which the page gets a wallet's stored icon: `near-connect://icons/<name>`.
///
/// A wallet's frame may request pictures too. The names are made with a secret of this process, so that a frame can
/// request its own icon only, and can't find out which other wallets are stored here.
package enum WalletIconAddress {
    private static let secret: [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }()

    /// Returns the name of the icon with this SHA-256.
    package static func name(of sha256: String) -> String { ContentHash.sha256(secret + sha256.utf8).hex }

    /// Returns the whole address of the icon with this SHA-256.
    static func address(of sha256: String) -> String { "\(InternalScheme.name)://icons/\(name(of: sha256))" }
}
