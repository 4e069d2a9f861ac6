// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A field for a contract's account, with a button that adds it.
///
/// A sentence below is about what was asked for last.
@MainActor
final class ContractEntry: Container {
    let contract: Entry
    /// The button, which has no letter: pages have several, and Enter in the field does the same.
    let add = Button(localized("Add"))
    /// The sentence.
    let note = Label().wrapping(at: 52).asStatus().styled("dim-label", "near-connect-small").hidden()
    /// Called with a contract that the user wants to add.
    var onAdd: @MainActor (AccountId) -> Void = { _ in }

    /// - Parameters:
    ///   - title: The field's label, with its mnemonic.
    ///   - placeholder: An example of a contract's account.
    init(_ title: String, placeholder: String) {
        contract = Entry(placeholder: placeholder, width: 18)
        let column = Box(.down, spacing: 12)
        super.init(shared: column.widget)
        keep(column)
        let label = Label(mnemonic: title, for: contract).styled("dim-label", "near-connect-small")
        let row = Box(.across, spacing: 6)
        row.append(contract.filling(), expands: true)
        row.append(add)
        // A page has several of these.
        add.setAccessibleName(label.text)
        column.append(Box(.down, spacing: 3, label, row))
        column.append(note)
        contract.onChange { [weak self] in self?.check() }
        contract.onActivate { [weak self] in self?.addContract() }
        add.onClick { [weak self] in self?.addContract() }
        check()
    }

    /// Shows a sentence; an empty text takes it away.
    func say(_ text: String) {
        note.text = text
        note.isVisible = !text.isEmpty
    }

    private func check() {
        let input = ReceiverInput(contract.text)
        add.isSensitive = input.account != nil
        contract.setStyle("near-connect-invalid", input.problem != nil)
        contract.describe(by: input.problem == nil ? nil : note)
        say(input.problem ?? "")
    }

    private func addContract() {
        if let account = ReceiverInput(contract.text).account { onAdd(account) }
    }
}
