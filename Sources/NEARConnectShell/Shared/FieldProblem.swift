// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// The sentence below a dialog's fields, tied to the field that it is about.
@MainActor
struct FieldProblem {
    /// The label with the sentence.
    let label: Label
    /// The fields that a sentence may be about.
    let fields: [Entry]

    /// Says a sentence, or takes it away.
    ///
    /// - Parameters:
    ///   - text: The sentence; `nil` for none.
    ///   - field: The field that it is about, which is marked; `nil` for what is no problem of one.
    func say(_ text: String?, about field: Entry? = nil) {
        label.text = text ?? ""
        label.isVisible = text != nil
        for each in fields {
            let isWrong = text != nil && each === field
            each.setStyle("near-connect-invalid", isWrong)
            each.describe(by: isWrong ? label : nil)
        }
    }
}
