// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The sign-out of a program that has no wallet open.
///
/// It ends what an earlier run, or another program, has left.
extension EmbeddedWallet {
    /// Returns the wallet of an account with a login that ``signOut(keepingDeviceShare:)`` ends.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - kept: The plan whose login has the sessions that were kept.
    ///   - fresh: The plan whose login keeps none, for a login in the browser where no session was kept.
    ///   - profile: The profile.
    ///   - hint: The kind of that login; `nil` to do without one.
    /// - Returns: The wallet; it isn't signed in where no login could be had.
    /// - Throws: ``SharedKeyError/login(_:)``, also for a login that isn't this account's: nothing has ended then.
    package static func endingLogin(
        of account: AccountId, kept: SharedKeyPlan, fresh: SharedKeyPlan, in profile: EmbeddedProfile, hint: LoginHint?
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        guard let wallet = try restored(account, plan: kept, in: profile),
            let other = try restored(account, plan: fresh, in: profile)
        else { throw .noAccount(account) }
        do throws(SharedKeyError) {
            _ = try await wallet.signedIn()
        } catch {
            // Where it can't be known, the session ends on this computer all the same.
            guard error == .login(.noSession), let hint else { return wallet }
            try await other.begin(hint)
            return other
        }
        return wallet
    }

    /// Signs in, and opens nothing.
    private func begin(_ hint: LoginHint) async throws(SharedKeyError) {
        token = try await Self.login { () throws(LoginError) in try await plan.login.signIn(hint) }
        guard let active = try records().last(where: { $0.state == .active }) else { return }
        do throws(SharedKeyError) {
            try await count(on: active.set)
        } catch {
            // Another person's logins go on.
            token = nil
            throw error
        }
    }
}
