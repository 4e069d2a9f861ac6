// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

extension Keystore {
    /// Returns the keys that near-cli and near-cli-rs have stored for a network.
    ///
    /// Keys of other networks in the folder are known, so that none of them signs on a custom network.
    ///
    /// - Parameters:
    ///   - network: The network id, which is the name of a folder.
    ///   - folder: The folder with the credentials, `~/.near-credentials` by default; empty if it doesn't exist.
    /// - Returns: The keys, and a sentence for each file that can't be used or that other users may read.
    public static func credentials(
        network: String, in folder: CredentialFolder = .standard()
    ) -> (keystore: Keystore, problems: [String]) {
        let contents = folder.contents(network: network)
        let entries = contents.entries.map {
            Entry(network: network, accountId: $0.accountId, secretKey: $0.secretKey)
        }
        let exposed = contents.entries.filter(\.isReadableByOthers).map {
            localized("%1$s can be read by other users; make it private: chmod 600", $0.path)
        }
        var elsewhere: [PublicKey: String] = [:]
        for other in folder.networks where !other.hasSameBytes(as: network) {
            for entry in folder.contents(network: other).entries { elsewhere[entry.secretKey.publicKey] = other }
        }
        return (
            Keystore(entries, keysElsewhere: elsewhere), contents.failures.map { "\($0.path): \($0.error)" } + exposed
        )
    }
}
