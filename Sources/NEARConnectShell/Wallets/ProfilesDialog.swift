// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// A dialog that lists the user's profiles.
///
/// One of them or a new one is opened, the current one backed up, or one restored.
@MainActor
final class ProfilesDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [ProfilesDialog] = []
    static let make = 1

    let dialog: Dialog
    let name = Entry(placeholder: localized("work"), width: 40)
    let problem = Label().wrapping(at: 46).styled("near-connect-problem").hidden()
    /// The profiles, each with the button that opens it.
    private(set) var rows: [(name: String, button: Button)] = []
    let backup = Button(localized("_Back up this profile…")).wrapping(at: 30)
    let restore = Button(localized("_Restore a backup…")).wrapping(at: 30)
    /// Called to back the current profile up; must hold its owner weakly.
    var onBackup: (() -> Void)?
    /// Called to bring a profile back; must hold its owner weakly.
    var onRestore: (() -> Void)?
    private let onOpen: (String) -> Void

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - names: The profiles that there are.
    ///   - current: The profile of the window.
    ///   - parent: A widget of the window.
    ///   - onOpen: Called with the profile to open.
    @discardableResult
    static func present(
        _ names: [String], current: String, above parent: WidgetHandle, onOpen: @escaping (String) -> Void
    ) -> ProfilesDialog {
        let view = ProfilesDialog(names, current: current, parent: parent, onOpen: onOpen)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            // The list holds the last reference.
            guard let view else { return }
            open.removeAll { $0 === view }
            if response == make { view.onOpen(view.name.text) }
        }
        view.dialog.onTry = { [weak view] in $0 != make || view?.isNameUsable == true }
        view.dialog.present()
        view.name.focus()
        return view
    }

    private init(_ names: [String], current: String, parent: WidgetHandle, onOpen: @escaping (String) -> Void) {
        self.onOpen = onOpen
        dialog = Dialog(
            title: localized("Profiles"), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Make profile"), response: Self.make, look: .suggested),
            ], byDefault: Self.make)
        dialog.append(
            Label(
                localized(
                    "Each profile has an account, wallets and a history of its own. Yours open in place of this one.")
            )
            .wrapping(at: 46).styled("dim-label"))
        let list = Box(.down, spacing: 6)
        for name in ([current] + names.filter { $0 != current }).prefix(50) {
            let isCurrent = name == current
            let shown = DisplayText.name(name)
            let button = Button(literal: isCurrent ? localized("%1$s, which is open", shown) : shown).wrapping(at: 40)
            button.isSensitive = !isCurrent
            button.onClick { [weak self] in self?.choose(name) }
            list.append(button)
            rows.append((name, button))
        }
        dialog.append(scrolling: list, maximumHeight: 240)
        dialog.append(
            Box(
                .down, spacing: 3,
                Label(mnemonic: localized("_New profile"), for: name).styled("dim-label", "near-connect-small"), name))
        dialog.append(problem)
        dialog.append(Box(.across, spacing: 6, backup, restore))
        backup.onClick { [weak self] in self?.goOn(self?.onBackup) }
        restore.onClick { [weak self] in self?.goOn(self?.onRestore) }
        name.activatesDefault()
        name.onChange { [weak self] in self?.say(nil) }
    }

    private func goOn(_ next: (() -> Void)?) {
        dialog.end(-1)
        next?()
    }

    private func choose(_ name: String) {
        dialog.end(-1)
        onOpen(name)
    }

    private func say(_ text: String?) {
        FieldProblem(label: problem, fields: [name]).say(text, about: name)
    }

    private var isNameUsable: Bool {
        do throws(NEARError) {
            _ = try ProfileFolders(profile: name.text)
            return true
        } catch {
            say(localized("This is no name of a profile: use letters, digits, “-”, “_” and “.”."))
            name.focus()
            return false
        }
    }
}
