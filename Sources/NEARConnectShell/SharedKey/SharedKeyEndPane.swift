// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// The page that says what came of the work.
@MainActor
final class SharedKeyEndPane: SharedKeyPane {
    let text: Label
    let back: Button

    init(_ sentence: String, isGood: Bool, onBack: @escaping @MainActor () -> Void) {
        back = Button(isGood ? localized("_Done") : localized("_Back")).styled("suggested-action")
        text = Label(sentence).wrapping(at: 56).selectable()
        super.init()
        head(isGood ? localized("Done") : localized("Not done"))
        text.setStyle("near-connect-problem", !isGood)
        column.append(text)
        foot(back)
        back.onClick(onBack)
        first = back
    }
}
