// SPDX-License-Identifier: MIT

// sample: sign-in
import NEARConnect

/// Returns the stored account if it still holds, otherwise the one that the user chooses now.
@MainActor
func account(of manager: NEARWalletManager, walletId: String? = nil) async throws -> NEARAccount {
    if let account = manager.currentAccount {
        switch try await manager.checkSession() {
        case .stored, .restored: return account
        case .signedOut, .stale, .revoked: try await manager.signOut()
        }
    }
    // Without an id the wallet list opens, in the window that has the `BridgeWidget`.
    return try await manager.signIn(walletId: walletId)
}
// end of sample
