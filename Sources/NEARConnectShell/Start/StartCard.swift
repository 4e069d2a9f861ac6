// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit

/// One of the ways to begin: a heading, what it means, and its buttons.
@MainActor
final class StartCard: Container {
    private let text: Label
    private let row: Box
    private let buttons: Box

    /// - Parameters:
    ///   - title: The heading.
    ///   - meaning: The sentence below it.
    ///   - choices: The buttons.
    init(_ title: String, _ meaning: String, buttons choices: [Button]) {
        text = Label(meaning).wrapping(at: 36).styled("dim-label")
        buttons = Box(.down, spacing: 6).aligned(.fill, .center)
        for button in choices { buttons.append(button.wrapping(at: 40)) }
        row = Box(.across, spacing: 18)
        row.append(
            Box(.down, spacing: 6, Label(title).wrapping(at: 30).styled("near-connect-heading"), text)
                .aligned(.fill, .center), expands: true)
        row.append(buttons)
        super.init(shared: row.styled("near-connect-card").widget)
        keep(row)
        fit(isNarrow: false)
    }

    /// Puts the buttons beside the words, or below them where there is no room.
    func fit(isNarrow: Bool) {
        row.setDirection(isNarrow ? .down : .across)
        buttons.minimumSize(width: isNarrow ? -1 : 220)
    }

    /// The sentence below the heading.
    var meaning: String {
        get { text.text }
        set { text.text = newValue }
    }
}
