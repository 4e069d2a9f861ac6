// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// The sentence below a question whose button doesn't count yet.
@MainActor
enum ArmingText {
    /// Returns the sentence for a state; empty once the button counts.
    static func hint(_ state: DialogArming.State) -> String {
        switch state {
        case .waiting: localized("Read this first: the button works in a moment.")
        case .unfocused: localized("The button works once you have chosen this window.")
        case .covered: localized("Something covers this window: the button works when all of it is seen.")
        case .armed: ""
        }
    }
}
