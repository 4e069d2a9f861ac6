// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// The page that says what came of the work.
@MainActor
final class SharedKeyEndPane: SharedKeyPane {
    let text: Label
    let back: Button
    /// The button that uses the account that was opened; hidden where there is none.
    let use = Button(localized("_Use it here")).hidden()
    /// The button for the recovery words in place of the login; hidden where they are of no use.
    let words = Button(localized("Use the _recovery words instead…")).hidden()

    /// - Parameters:
    ///   - sentence: What came of it.
    ///   - isGood: False where it wasn't done.
    ///   - onUse: Called to use the account that was opened; `nil` where there is none. Must hold its owner weakly.
    ///   - onWords: Called to use the recovery words instead; `nil` where they are of no use.
    ///   - onBack: Called to go back.
    init(
        _ sentence: String, isGood: Bool, onUse: (@MainActor () -> Void)?, onWords: (@MainActor () -> Void)?,
        onBack: @escaping @MainActor () -> Void
    ) {
        back = Button(isGood ? localized("_Done") : localized("_Back")).styled("suggested-action")
        text = Label(sentence).wrapping(at: 56).selectable()
        super.init()
        head(isGood ? localized("Done") : localized("Not done"))
        text.setStyle("near-connect-problem", !isGood)
        column.append(text)
        foot(back, words, use)
        back.onClick(onBack)
        first = back
        if let onWords {
            words.isVisible = true
            words.onClick(onWords)
        }
        guard let onUse else { return }
        use.isVisible = true
        use.styled("suggested-action")
        back.setStyle("suggested-action", false)
        use.onClick(onUse)
        first = use
    }
}
