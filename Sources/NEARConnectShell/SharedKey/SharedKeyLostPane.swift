// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The page of five sentences, each of which leads to the one right way.
@MainActor
final class SharedKeyLostPane: SharedKeyPane {
    private(set) var buttons: [(loss: SharedKeyLoss, button: Button)] = []

    /// - Parameters:
    ///   - onChoose: Called with what was lost; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(onChoose: @escaping @MainActor (SharedKeyLoss) -> Void, onBack: @escaping @MainActor () -> Void) {
        super.init()
        head(
            localized("Lost something?"),
            localized("Any two of the three open the account. Whatever was stolen or taken over: replace the key."))
        for loss in SharedKeyLoss.allCases {
            let button = Button(loss.action).accessible("\(loss.sentence): \(loss.action.replacing("_", with: ""))")
            button.onClick { onChoose(loss) }
            buttons.append((loss, button))
            column.append(
                Box(
                    .down, spacing: 6, Label(loss.sentence).wrapping(at: 50).styled("near-connect-heading"),
                    Self.dim(loss.help), button.aligned(.start)
                ).styled("near-connect-card"))
        }
        foot(backButton(onBack))
        first = buttons.first?.button
    }
}
