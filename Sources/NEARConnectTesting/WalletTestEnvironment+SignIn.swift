// SPDX-License-Identifier: MIT

internal import NEARConnect
public import NEARConnectCore
public import NEARConnectTestKit

extension WalletTestEnvironment {
    /// Signs in with a wallet as the first of ``accounts``.
    ///
    /// - Parameter walletId: The packaged keystore wallet, or another one such as `ScriptedWallet.id`.
    /// - Throws: `NEARError`.
    @discardableResult
    public func signIn(
        with walletId: String = "near-connect-keystore"
    ) async throws(NEARError) -> NEARAccount {
        try await manager.signIn(walletId: walletId)
    }
}
