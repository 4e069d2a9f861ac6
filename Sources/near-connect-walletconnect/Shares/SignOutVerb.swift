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
        let words = verb.eraseShare ? try TypedWords.given(verb.words, asks: true) : []
        for words in words {
            try setting.records.prove(words, of: verb.account, on: ExactText(setting.network.rawValue))
        }
        let choice = try SavedLogin(verb.login, folders: setting.folders)
        let vault = try await setting.vault(verb.login.vault)
        let wallet = try await EmbeddedWallet.signingOut(
            of: verb.account,
            kept: try setting.plan(choice, verb.login, keepsSession: choice.mode == .coSign, in: vault),
            fresh: try setting.plan(choice, verb.login, keepsSession: false, in: vault),
            in: try setting.profile(SharesSignOut.name), hint: verb.login.hint)
        var erased: [ShareSetRecord] = []
        for words in words { erased = try await wallet.checkErasing(with: words) }
        do throws(SharedKeyError) {
            try await wallet.signOut(keepingDeviceShare: true)
        } catch {
            StandardError.say(localized("It isn’t sure that the login has ended everywhere. Run this again."))
            throw error
        }
        var lines = [localized("The login has ended, on all computers.")]
        if verb.eraseShare {
            try await wallet.eraseDeviceShare(of: erased)
            lines.append(sentence(verb.account, choice.mode))
        }
        return SharesAnswer(
            command: SharesSignOut.name,
            fields: ["account": .string(verb.account.text), "erased": .bool(verb.eraseShare)], lines: lines)
    }

    private static func sentence(_ account: AccountId, _ mode: LoginShareMode) -> String {
        switch mode {
        case .release:
            localized(
                "This computer’s share for %1$s is erased: “shares recover” brings it back, with the words and the login.",
                account.text)
        case .coSign:
            localized(
                "This computer’s share for %1$s is erased: “shares rotate --words” brings it back, with another key.",
                account.text)
        }
    }
}
