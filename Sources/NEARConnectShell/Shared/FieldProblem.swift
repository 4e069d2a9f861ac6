// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// The sentence below a dialog's fields, tied to the field that it is about.
@MainActor
struct FieldProblem {
    /// The label with the sentence.
    let label: Label
    /// The fields that a sentence may be about.
    let fields: [any DescribedField]

    /// Says a sentence, or takes it away.
    ///
    /// - Parameters:
    ///   - text: The sentence; `nil` for none.
    ///   - field: The field that it is about, which is marked; `nil` for what is no problem of one.
    func say(_ text: String?, about field: (any DescribedField)? = nil) {
        label.text = text ?? ""
        label.isVisible = text != nil
        for each in fields {
            let isWrong = text != nil && each === field
            each.setStyle("near-connect-invalid", isWrong)
            each.describeText(by: isWrong ? label : nil)
        }
    }
}

/// A field whose text another label describes for screen readers.
@MainActor
protocol DescribedField: WidgetHandle {
    /// Has screen readers say a label's text with the field; `nil` for none.
    func describeText(by label: WidgetHandle?)
}

extension Entry: DescribedField {
    func describeText(by label: WidgetHandle?) { describe(by: label) }
}

extension TextArea: DescribedField {}
