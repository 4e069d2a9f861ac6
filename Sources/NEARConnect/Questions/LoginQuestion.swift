// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The dialog for a name and a password that a server or a proxy asks for.
@MainActor
final class LoginQuestion: QuestionDialog {
    let name = Entry()
    let password = Entry()

    private let request: AuthenticationRequest

    init(_ request: AuthenticationRequest, asker: PageAsker, offersBlock: Bool, parent: WidgetHandle) {
        self.request = request
        super.init(
            title: localized("Password"), asker: asker, parent: parent, offersBlock: offersBlock,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: Self.refuse),
                Dialog.Choice(text: localized("_Log in"), response: Self.accept, look: .suggested),
            ], byDefault: Self.accept)
        let heading =
            request.isForProxy
            ? localized("The proxy %1$s wants a name and a password", request.origin)
            : localized("%1$s wants a name and a password", request.origin)
        dialog.append(Label(heading).wrapping(at: 44).styled("near-connect-heading"))
        if !request.realm.isEmpty {
            let realm = DisplayText.beginning(of: request.realm, limit: 200).shown
            dialog.append(Label(localized("It says: “%1$s”", realm)).wrapping(at: 52))
        }
        if request.isRetry {
            dialog.append(
                Label(localized("The last name or password was wrong.")).wrapping(at: 52).styled("near-connect-problem")
            )
        }
        dialog.append(fields())
        if request.isInsecure {
            dialog.append(
                Label(localized("The connection is not protected: others can read what you send.")).wrapping(at: 52)
                    .styled("near-connect-problem"))
        }
        name.focus()
        request.onWithdrawn = { [weak self] in self?.cancel() }
    }

    private func fields() -> WidgetHandle {
        password.hidesText()
        let grid = Grid(columnSpacing: 12, rowSpacing: 9)
        grid.attach(Label(mnemonic: localized("_Name"), for: name), column: 0, row: 0)
        grid.attach(name.expanding(horizontally: true), column: 1, row: 0)
        grid.attach(Label(mnemonic: localized("_Password"), for: password), column: 0, row: 1)
        grid.attach(password.expanding(horizontally: true), column: 1, row: 1)
        for entry in [name, password] { entry.activatesDefault() }
        return grid
    }

    override func answer(isAccepted: Bool) {
        guard isAccepted else { return request.cancel() }
        request.answer(name: name.text, password: password.text)
    }
}
