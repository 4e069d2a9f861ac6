// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog that asks which key to add to the account, and what it may do.
@MainActor
final class AddKeyDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [AddKeyDialog] = []
    static let add = 1

    let dialog: Dialog
    let key = Entry(placeholder: "ed25519:…", width: 60)
    let limited: RadioButton
    let full: RadioButton
    let contract = Entry(placeholder: "contract.near")
    let methods = Entry(placeholder: localized("all"))
    let allowance = Entry(placeholder: localized("no limit"))
    let problem = Label().wrapping(at: 52).styled("near-connect-problem")
    private let warning = Label(
        localized("Whoever has this key has the account: it can send everything and remove your other keys.")
    ).wrapping(at: 52).styled("near-connect-danger-text").hidden()
    private let limitsPlace = Box(.down, spacing: 9)

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - parent: A widget of that window.
    ///   - onAdd: Called with the key and what it may do.
    @discardableResult
    static func present(
        above parent: WidgetHandle, onAdd: @escaping @MainActor (PublicKey, AccessKeyPermission) -> Void
    ) -> AddKeyDialog {
        let view = AddKeyDialog(parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            let input = view?.input
            open.removeAll { $0 === view }
            if response == add, let key = input?.key, let permission = input?.permission { onAdd(key, permission) }
        }
        view.dialog.present()
        view.key.focus()
        return view
    }

    private init(parent: WidgetHandle) {
        dialog = Dialog(
            title: localized("Add a key"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Add key…"), response: Self.add, look: .suggested),
            ], byDefault: Self.add)
        limited = RadioButton(localized("It may call a contract, and send no NEAR"), group: nil)
        full = RadioButton(localized("It may do anything"), group: limited)
        field(localized("Public _key"), key, in: nil)
        dialog.append(limited)
        field(localized("C_ontract"), contract, in: limitsPlace)
        field(localized("_Methods"), methods, in: limitsPlace)
        field(localized("At most for _gas, in NEAR"), allowance, in: limitsPlace)
        dialog.append(limitsPlace)
        dialog.append(full)
        dialog.append(warning)
        dialog.append(problem)
        for entry in [key, contract, methods, allowance] {
            entry.onChange { [weak self] in self?.check() }
            entry.activatesDefault()
        }
        full.onToggle { [weak self] in self?.check() }
        check()
    }

    private func field(_ title: String, _ entry: Entry, in place: Box?) {
        let label = Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small")
        let row = Box(.down, spacing: 3, label, entry)
        if let place { place.append(row) } else { dialog.append(row) }
    }

    private var input: KeyInput {
        let limits = KeyInput.Limits(contract: contract.text, methods: methods.text, allowance: allowance.text)
        return KeyInput(key.text, limits: full.isChosen ? nil : limits, style: .current)
    }

    private func check() {
        let input = input
        limitsPlace.isVisible = !full.isChosen
        warning.isVisible = full.isChosen
        problem.text = input.problem ?? ""
        problem.isVisible = input.problem != nil
        for (place, entry) in [(KeyInput.Place.key, key), (.contract, contract), (.allowance, allowance)] {
            let isWrong = input.problem != nil && input.place == place
            entry.setStyle("near-connect-invalid", isWrong)
            entry.describe(by: isWrong ? problem : nil)
        }
        dialog.button(Self.add)?.isSensitive =
            input.key != nil && input.permission != nil && input.problem == nil
    }
}
