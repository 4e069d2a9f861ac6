// SPDX-License-Identifier: MIT

package import NEARDevnet
package import NEARPrimitives
package import NEARSharedKeys

/// A relayer that makes accounts of shared keys on a devnet, with 10 NEAR each.
package struct DevnetPlacer: AccountKeyPlacer {
    private let devnet: Devnet

    /// Takes the chain.
    package init(devnet: Devnet) { self.devnet = devnet }

    package func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        do {
            try await devnet.createAccount(account, balance: try NEARToken("10 NEAR"), publicKey: key)
        } catch {
            throw .rotation(reason: "\(error)")
        }
    }
}
