// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension Keystore {
    /// The keys that near-cli and near-cli-rs have stored for a network.
    ///
    /// - Parameters:
    ///   - network: The network id, which is the name of a folder.
    ///   - folder: Where credentials are kept, `~/.near-credentials` by default. A folder that isn't there is empty.
    /// - Returns: The keys, and a sentence for each file that can't be used or that others may read.
    public static func credentials(
        network: String, in folder: CredentialFolder = .standard()
    ) -> (keystore: Keystore, problems: [String]) {
        let contents = folder.contents(network: network)
        let entries = contents.entries.map {
            Entry(network: network, accountId: $0.accountId, secretKey: $0.secretKey)
        }
        let exposed = contents.entries.filter(\.isReadableByOthers).map {
            "\($0.path) can be read by others; make it private: chmod 600"
        }
        return (Keystore(entries), contents.failures.map { "\($0.path): \($0.error)" } + exposed)
    }
}
