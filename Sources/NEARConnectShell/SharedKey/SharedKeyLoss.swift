// SPDX-License-Identifier: MIT

internal import SafeText

/// A thing that a user may have lost, and the one right way from there.
enum SharedKeyLoss: CaseIterable, Sendable {
    case newComputer, stolenComputer, words, login, service

    /// The sentence to choose.
    var sentence: String {
        switch self {
        case .newComputer: localized("This computer is new")
        case .stolenComputer: localized("The old computer was stolen")
        case .words: localized("The recovery words are lost, or somebody has seen them")
        case .login: localized("The login is lost, or somebody else has it")
        case .service: localized("The share service is gone")
        }
    }

    /// The sentence about what stays possible.
    var help: String {
        switch self {
        case .newComputer:
            localized(
                "The login and the words open the account. Where the service signs and gives no share, they replace the key."
            )
        case .stolenComputer:
            localized(
                "The login and the words replace the key. Until then the thief has one share of two: do it now.")
        case .words:
            localized("The login and this computer replace the key, and you get other words.")
        case .login:
            localized(
                "This computer and the words replace the key. Sign in with the login that is to take the lost one’s place."
            )
        case .service:
            localized(
                "This computer and the words replace the key. Name another service under “Login…” first, then sign in there."
            )
        }
    }

    /// True where the recovery words are needed.
    var needsWords: Bool { self != .words }

    /// The button's text.
    var action: String {
        self == .newComputer ? localized("Bring it to _this computer…") : localized("_Replace the key…")
    }
}
