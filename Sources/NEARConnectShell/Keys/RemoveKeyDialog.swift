// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import NEARVault
internal import SafeText

/// A dialog that erases a key in the profile's vault, once the user has said so.
@MainActor
final class RemoveKeyDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [RemoveKeyDialog] = []
    static let remove = 1

    let dialog: Dialog
    /// The label about the account's other keys, as a node knows them.
    let others = Label().wrapping(at: 50).asStatus().hidden()
    /// The label that says why the key is still there.
    let note = Label().wrapping(at: 50).asStatus().styled("near-connect-problem").hidden()
    private var asking: Task<Void, Never>?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - vault: The vault that has it.
    ///   - client: The client of the key's network; `nil` for a network that isn't asked now.
    ///   - parent: A widget of the window.
    ///   - onRemoved: Called once the key is erased.
    @discardableResult
    static func present(
        _ key: VaultKey, in vault: KeyVault, client: NEARRPCClient?, above parent: WidgetHandle,
        onRemoved: @escaping @MainActor () -> Void
    ) -> RemoveKeyDialog {
        let view = RemoveKeyDialog(key, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.asking?.cancel()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] response in
            guard response == remove else { return true }
            view?.remove(key, in: vault, onRemoved)
            return false
        }
        if let client { view.askAboutOthers(key, client) }
        view.dialog.present()
        return view
    }

    private init(_ key: VaultKey, parent: WidgetHandle) {
        dialog = Dialog(
            title: localized("Remove a key"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Remove"), response: Self.remove, look: .destructive),
            ], byDefault: 0)
        dialog.append(Label(key.account.text).wrapping(at: 40).selectable().styled("near-connect-heading"))
        dialog.append(
            Label("\(key.publicKey)").wrapping(at: 50).selectable().styled("near-connect-account", "near-connect-small")
        )
        dialog.append(
            Label(
                localized(
                    "The key is erased on this computer. Without a copy elsewhere, which is its seed phrase, a file or a backup, nobody signs with it any more."
                )
            ).wrapping(at: 50).styled("near-connect-danger-text"))
        dialog.append(others)
        dialog.append(
            Label(localized("On the chain the account has the key until you delete it on the wallet’s page."))
                .wrapping(at: 50).styled("dim-label", "near-connect-small"))
        dialog.append(note)
    }

    // MARK: The account's other keys

    private func askAboutOthers(_ key: VaultKey, _ client: NEARRPCClient) {
        asking = Task { [weak self] in
            let (text, isProblem) = await Self.text(about: key, client)
            guard !Task.isCancelled, let self else { return }
            others.text = text
            others.setStyle("near-connect-danger-text", isProblem)
            others.isVisible = true
        }
    }

    private static func text(about key: VaultKey, _ client: NEARRPCClient) async -> (String, isProblem: Bool) {
        let keys: [AccessKeyInfoView]
        do {
            keys = try await client.viewAccessKeyList(of: key.account, deadline: .seconds(10)).value.keys
        } catch {
            return (
                localized("No node says which other keys the account has: %1$s.", DisplayText.words(error)), false
            )
        }
        let full = keys.filter { $0.accessKey.permission.isFullAccess }.map(\.publicKey)
        guard keys.contains(where: { $0.publicKey == key.publicKey.handle }) else {
            return (localized("The account doesn’t have this key, as a node says: it opens nothing."), false)
        }
        let count = full.count { $0 != key.publicKey.handle }
        guard count == 0, full.contains(key.publicKey.handle) else {
            return (
                localizedPlural(
                    "The account has %1$s other key with full access, as a node says.",
                    "The account has %1$s other keys with full access, as a node says.", count: count, "\(count)"),
                false
            )
        }
        return (
            localized(
                "It is the account’s only key with full access, as a node says: without a copy the account is lost."),
            true
        )
    }

    // MARK: Removing

    private func remove(_ key: VaultKey, in vault: KeyVault, _ onRemoved: @escaping @MainActor () -> Void) {
        guard work == nil else { return }
        dialog.button(Self.remove)?.isSensitive = false
        work = Task { [weak self] in
            let problem = await Self.problem { () throws(VaultError) in try await vault.remove(key) }
            guard let self else { return problem == nil ? onRemoved() : () }
            work = nil
            if let problem {
                note.text = problem
                note.isVisible = true
                dialog.button(Self.remove)?.isSensitive = true
            } else {
                onRemoved()
                dialog.end(Self.remove)
            }
        }
    }

    private static func problem(_ body: () async throws(VaultError) -> Void) async -> String? {
        do throws(VaultError) {
            try await body()
            return nil
        } catch {
            switch error {
            case .refused, .cancelled: return localized("Cancelled: the key was not removed.")
            default: return error.description
            }
        }
    }
}
