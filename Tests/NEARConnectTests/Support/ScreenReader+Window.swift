// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARDevnet
import NEARPrimitives

/// Steps of a user in the window, several at once.
extension ScreenReader {
    /// Imports a key into a new sealed file, and signs in with it.
    func bringKey(of account: DevnetAccount, sealedBy passphrase: String) async throws {
        try await press("push button", "Import a key…", outOfView: true)
        try await type(account.secretKey.exposedText(), into: "password text", "Secret key or seed phrase")
        try await type(account.id.text, into: "text", "Account on devnet")
        try await press("push button", "Keep key")
        _ = try await find("label", "It encrypts your keys")
        try await type(passphrase, into: "password text", "Passphrase")
        try await type(passphrase, into: "password text", "The same once more")
        try await press("push button", "Set passphrase")
        try await approve("Sign in")
        _ = try await find("label", account.id.text)
    }

    /// Returns the name of the dialog that stands above all others.
    func nameOfDialog() async throws -> String {
        guard let dialog = try await elements().last(where: { $0.depth == 0 && $0.role == "dialog" }) else {
            throw ReaderError("no dialog is shown")
        }
        return dialog.name
    }

    /// Opens the vault for what waits for it.
    func unlock(by passphrase: String) async throws {
        _ = try await find("label", "Your keys are in")
        try await type(passphrase, into: "password text", "Passphrase")
        try await press("push button", "Unlock")
    }

    /// Asks for a payment on the page for that; the question that follows is the caller's.
    func send(_ amount: String, to account: String) async throws {
        try await choose("list item", "Send")
        try await type(account, into: "text", "To")
        try await type(amount, into: "text", "Amount in NEAR")
        try await press("push button", "Send")
    }

    /// Chooses a file that is there, in GTK's chooser.
    func open(_ file: String, accept: String) async throws {
        _ = try await find("file chooser")
        // It takes a path once one is typed.
        let user = try DisplayUser()
        try await user.act("key slash")
        try user.stop()
        try await type(file, into: "text", "/")
        try await press("push button", accept)
        try await untilGone("file chooser")
    }

    /// Chooses an entry of a drop-down list by its place.
    func choose(_ index: Int32, in name: String) async throws {
        let box = try await find("combo box", name)
        let answer = try await call("SelectChild", of: "Selection", at: box.place, with: [.integer(index)])
        guard answer.first == .boolean(true) else { throw ReaderError("it can't be chosen: \(box)") }
    }

    /// Waits until a field has a sentence about what is wrong with it, and returns that.
    ///
    /// - Parameters:
    ///   - role: The field's role.
    ///   - name: The field's name.
    func problem(of role: String, _ name: String) async throws -> String {
        let limit = ContinuousClock.now + .seconds(20)
        var problem = ""
        while problem.isEmpty, ContinuousClock.now < limit {
            let field = try await find(role, name, outOfView: true)
            problem = try await description(of: field.place)
        }
        return problem
    }

    /// Chooses one thing in the dialog for preferences.
    func choosePreference(_ role: String, _ name: String) async throws {
        try await press("toggle button", "Menu")
        try await press(nil, "Preferences")
        try await press(role, name)
        try await close(dialog: "Preferences")
    }

    /// Presses the button at a dialog's end; windows have one of the same name in their bar.
    func close(dialog name: String) async throws {
        let dialog = try await find("dialog", name)
        let shown = try await elements()
        let buttons = Self.window(of: dialog, in: shown).filter { $0.role == "push button" && $0.name == "Close" }
        guard let button = buttons.last else { throw ReaderError("“\(name)” has no button that closes it") }
        _ = try await call("DoAction", of: "Action", at: button.place, with: [.integer(0)])
        try await untilGone("dialog", name)
    }
}
