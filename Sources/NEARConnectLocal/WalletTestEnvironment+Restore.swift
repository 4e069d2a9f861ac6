// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
public import NEARDevnet

extension WalletTestEnvironment {
    /// Takes the chain back to `snapshot`, and goes on with a new manager over a new, empty profile.
    ///
    /// Nothing of what happened before is left: no account, no journal, nothing that wallets or pages have stored. What
    /// the old manager has open ends with `NEARError.managerReleased`. Its profile stays on disk until ``stop()``.
    ///
    /// - Parameter snapshot: A snapshot of ``devnet``.
    /// - Throws: `DevnetError`, where the chain is kept on disk and can't be written.
    public func restore(_ snapshot: Devnet.Snapshot) async throws(DevnetError) {
        manager.close()
        try await devnet.restore(snapshot)
        profileCount += 1
        configuration.profile = .folders(Self.profile(profileCount, in: folder.root))
        manager = NEARWalletManager(configuration: configuration)
        onRestart?(manager)
    }

    /// Returns the folders of one of the profiles.
    static func profile(_ number: Int, in root: URL) -> ProfileFolders {
        ProfileFolders(root: root.appendingPathComponent("\(number)"))
    }
}
