// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A key in the profile's vault, by what anybody may know of it.
struct VaultKey: Sendable, Hashable {
    let network: String
    let account: AccountId
    let publicKey: PublicKey

    /// The name of the secret: network, account and public key.
    var id: String { "\(network)/\(account.text)/\(publicKey)" }

    init(network: String, account: AccountId, publicKey: PublicKey) {
        (self.network, self.account, self.publicKey) = (network, account, publicKey)
    }

    /// The key with a name; `nil` for names that this program doesn't give.
    init?(id: String) {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty else { return nil }
        do {
            self.init(
                network: String(parts[0]), account: try AccountId(String(parts[1])),
                publicKey: try PublicKey(String(parts[2])))
        } catch {
            return nil
        }
    }
}

/// The content of `vault-keys.json` in a profile's state folder: the keys of the vault.
///
/// A locked vault doesn't name them.
enum VaultKeyFile: DocumentFormat {
    /// The most keys; a vault has no room for more secrets.
    static let limit = VaultLimits.mostSecrets
    static let name = "vault-keys"
    static let schema: Int128 = 1
    static let empty: [VaultKey] = []
    static var full: String { localized("the list of keys needs too much room") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized(
            "The list of keys can’t be read (%1$s). The keys are in the vault all the same; the file is kept at %2$s.",
            reason, place)
    }

    static func content(_ fields: JSONFields) throws -> [VaultKey] {
        try fields.array("keys").prefix(limit).compactMap { $0.stringValue.flatMap(VaultKey.init(id:)) }
    }

    static func fields(_ keys: [VaultKey]) -> JSONValue.Members {
        ["keys": .array(keys.map { .string($0.id) })]
    }
}
