// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import SafeText

/// The work of `shares sign-out`.
@MainActor
enum SignOutVerb {
    static func signOut(_ verb: SharesSignOut, _ setting: SharesSetting) async throws -> SharesAnswer {
        if verb.eraseShare {
            // Without the words nothing here would open the account any more.
            for words in try TypedWords.given(verb.words, asks: true) {
                try setting.records.prove(words, of: verb.account, on: ExactText(setting.network.rawValue))
            }
        }
        let choice = try SavedLogin(verb.login, folders: setting.folders)
        let vault = try await setting.vault(verb.login.vault)
        let wallet = try await EmbeddedWallet.endingLogin(
            of: verb.account,
            kept: try setting.plan(choice, verb.login, keepsSession: choice.mode == .coSign, in: vault),
            fresh: try setting.plan(choice, verb.login, keepsSession: false, in: vault),
            in: try setting.profile(SharesSignOut.name), hint: verb.withoutLogin ? nil : verb.login.hint)
        let hasLogin = await wallet.isSignedIn
        do throws(SharedKeyError) {
            try await wallet.signOut(keepingDeviceShare: !verb.eraseShare)
        } catch {
            if case .login = error { StandardError.say(sentences(verb, isTold: nil).joined(separator: " ")) }
            throw error
        }
        return SharesAnswer(
            command: SharesSignOut.name,
            fields: [
                "account": .string(verb.account.text), "everywhere": .bool(hasLogin),
                "erased": .bool(verb.eraseShare),
            ], lines: sentences(verb, isTold: hasLogin))
    }

    /// Says what has ended.
    ///
    /// - Parameter isTold: False where there was no login to end, `nil` where its service couldn't be told.
    private static func sentences(_ verb: SharesSignOut, isTold: Bool?) -> [String] {
        let login =
            switch isTold {
            case true: localized("The login has ended, on all computers.")
            case false: localized("This computer keeps no login.")
            default: localized("The login has ended on this computer, but its service doesn’t know. Run this again.")
            }
        guard verb.eraseShare else { return [login] }
        let share = localized(
            "This computer’s share for %1$s is erased: it opens here with the words and the login, by “shares recover” or “shares rotate --words”.",
            verb.account.text)
        return [login, share]
    }
}
