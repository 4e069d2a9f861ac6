// SPDX-License-Identifier: MIT

/// The sign-out that a wallet does behind ``NEARWalletManager/disconnect()``, and the sign-in that waits for its end.
@MainActor
final class WalletDeparture {
    /// The sign-in that the program has asked for meanwhile; the last one counts.
    var next: SignInWish?
    /// True until the wallet has signed out, or has failed to.
    private(set) var isUnderWay = false

    /// Runs a sign-out, and after it the sign-in that waits.
    ///
    /// - Parameter signOut: Tells the wallet, waits for its answer and returns the manager, if there still is one.
    func begin(_ signOut: @escaping @MainActor () async -> NEARWalletManager?) {
        isUnderWay = true
        Task {
            let manager = await signOut()
            isUnderWay = false
            guard let next else { return }
            self.next = nil
            manager?.beginSignIn(next)
        }
    }
}
