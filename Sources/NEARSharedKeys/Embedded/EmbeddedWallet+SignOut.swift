// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives
package import NEARShares
internal import SafeText

/// The sign-out of a program that has no wallet open.
///
/// It ends what an earlier run, or another program, has left.
extension EmbeddedWallet {
    /// Returns the wallet of an account with a login that ``signOut(keepingDeviceShare:)`` ends.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - kept: The plan whose login has the sessions that were kept.
    ///   - fresh: The plan whose login keeps none, for a login in the browser where none of this account was kept.
    ///   - profile: The profile.
    ///   - hint: The kind of that login.
    /// - Throws: ``SharedKeyError/login(_:)``, also for a login that isn't this account's, or where the service doesn't
    ///   say whose it is: nothing has ended then.
    package static func signingOut(
        of account: AccountId, kept: SharedKeyPlan, fresh: SharedKeyPlan, in profile: EmbeddedProfile, hint: LoginHint
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        guard let wallet = try restored(account, plan: kept, in: profile),
            let other = try restored(account, plan: fresh, in: profile)
        else { throw .noAccount(account) }
        do throws(SharedKeyError) {
            try await wallet.take(try await wallet.signedIn())
            return wallet
        } catch {
            switch error {
            case .login(.noSession), .login(.service(.token)): await wallet.forgetSession()
            case .login(.service(.unknownSet)): break  // Another person's, which goes on.
            default: throw error
            }
        }
        let plan = other.plan
        let token = try await login { () throws(LoginError) in try await plan.login.signIn(hint) }
        try await other.take(token)
        return other
    }

    /// Takes a login for this account's; the service says whose it is.
    private func take(_ token: LoginToken) async throws(SharedKeyError) {
        self.token = nil
        let records = try records()
        let active = records.last { $0.state == .active }
        let own = Set((active.map { [$0] } ?? records).map(\.id))
        let held = try await Self.login { () throws(LoginError) in try await plan.login.sets(token: token) }
        guard held.contains(where: { own.contains($0.set.id) }) else { throw .login(.service(.unknownSet)) }
        self.token = token
    }

    /// Forgets a session that was kept, and tells its provider; nothing ends at the service.
    package func forgetSession() async {
        do throws(LoginError) {
            try await plan.login.signOut(nil)
        } catch {
            // It is forgotten before the provider is told, which may be away.
        }
    }

    /// Throws where the account could not be opened without this computer's share.
    ///
    /// - Parameter words: The recovery words, which have to be the set's that counts.
    /// - Returns: The account's sets as they were looked at, for ``eraseDeviceShare(of:)``.
    /// - Throws: ``SharedKeyError/refused(reason:)`` while its key is being replaced or daily keys are here, and what a
    ///   login throws that doesn't open the account; ``SharedKeyError/unavailable(reason:)`` without a node.
    package func checkErasing(with words: ShareWords) async throws(SharedKeyError) -> [ShareSetRecord] {
        let keys = try await profile.keys(of: account).map(\.key)
        try await compareWithChain()
        let active = try active()
        guard keys.contains(active.set.publicKey.handle) else { throw .keysGone(account) }
        let records = try records()
        guard !records.contains(where: { $0.state == .pending }) else {
            throw .refused(
                reason: localized(
                    "The replacement of %1$s’s key isn’t finished. Finish it first, then erase the share.", account.text
                ))
        }
        guard active.dailyKeys.allSatisfy(\.isHidden) else {
            throw .refused(
                reason: localized(
                    "This computer has daily keys of %1$s, too. Remove them first, by “near-connect shares daily-key remove”.",
                    account.text))
        }
        try prove(words)
        try await count(on: active.set)
        return records
    }
}
