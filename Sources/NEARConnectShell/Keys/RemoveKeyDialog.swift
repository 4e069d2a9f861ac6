// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
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
    private let chain = Label(
        localized(
            "It stays a key of the account on the chain. If nobody is to use it any more, delete it there first, on the wallet’s page."
        )
    ).wrapping(at: 50).styled("dim-label", "near-connect-small").hidden()
    /// The label that says why the key is still there.
    let note = Label().wrapping(at: 50).asStatus().styled("near-connect-problem").hidden()
    private var asking: Task<Void, Never>?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - vault: The vault that has it.
    ///   - home: near-cli's folder, which may have it too; `nil` where the window doesn't use it.
    ///   - manager: The manager that signs with it.
    ///   - parent: A widget of the window.
    ///   - onRemoved: Called once the key is erased; must hold its owner weakly.
    @discardableResult
    static func present(
        _ key: VaultKey, in vault: KeyVault, _ home: KeyHome?, of manager: NEARWalletManager,
        above parent: WidgetHandle, onRemoved: @escaping @MainActor () -> Void
    ) -> RemoveKeyDialog {
        let view = RemoveKeyDialog(key, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.asking?.cancel()
            view?.work?.cancel()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view, weak manager] response in
            guard response == remove, let manager else { return true }
            if manager.isBusy {
                view?.refuse(DisplayText.words(NEARError.operationInProgress))
            } else {
                view?.remove(key, in: vault) {
                    await forget(key, in: home, manager)
                    onRemoved()
                }
            }
            return false
        }
        if manager.network.rawValue.hasSameBytes(as: key.network) { view.askAboutOthers(key, manager) }
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
        dialog.append(key: key.publicKey, of: key.account)
        dialog.append(
            Label(
                localized(
                    "The key is erased on this computer. Without a copy elsewhere, which is its seed phrase, a file or a backup, nobody signs with it any more."
                )
            ).wrapping(at: 50).styled("near-connect-danger-text"))
        for label in [others, chain, note] { dialog.append(label) }
    }

    // MARK: The account's other keys

    private func askAboutOthers(_ key: VaultKey, _ manager: NEARWalletManager) {
        asking = Task { [weak self] in
            var keys: [AccessKeyInfoView] = []
            do {
                keys = try await manager.client().viewAccessKeyList(of: key.account, deadline: .seconds(10)).value.keys
            } catch {
                // Of an account that isn't there some nodes name no keys, others say so.
                guard (error as? RPCError)?.saysThatKeyIsGone == true else {
                    self?.say(
                        localized(
                            "No node says which other keys the account has: %1$s",
                            ReceiverInput.sentence(DisplayText.words(error))), false)
                    return
                }
            }
            let (text, isProblem) = Self.text(about: key, among: keys)
            self?.say(text, isProblem)
            // The only key can't be deleted there without the account's end.
            self?.chain.isVisible = !isProblem && keys.contains { $0.publicKey == key.publicKey.handle }
        }
    }

    private func say(_ text: String, _ isProblem: Bool) {
        guard !Task.isCancelled else { return }
        others.text = text
        others.setStyle("near-connect-danger-text", isProblem)
        others.isVisible = true
    }

    private static func text(
        about key: VaultKey, among keys: [AccessKeyInfoView]
    ) -> (String, isProblem: Bool) {
        let full = keys.filter { $0.accessKey.permission.isFullAccess }.map(\.publicKey)
        guard keys.contains(where: { $0.publicKey == key.publicKey.handle }) else {
            guard keys.isEmpty, key.publicKey.implicitAccountId == key.account else {
                return (localized("The account doesn’t have this key, as a node says: it opens nothing."), false)
            }
            return (
                localized("This address has nothing yet, as a node says. What is paid to it needs this key."), true
            )
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

    private func remove(_ key: VaultKey, in vault: KeyVault, _ onRemoved: @escaping @MainActor () async -> Void) {
        guard work == nil else { return }
        dialog.button(Self.remove)?.isSensitive = false
        work = Task { [weak self] in
            let problem = await Self.problem { () throws(VaultError) in try await vault.remove(key) }
            // What is erased is forgotten too, also where the dialog was closed meanwhile.
            if problem == nil { await Task { await onRemoved() }.value }
            guard let self else { return }
            work = nil
            guard let problem else { return dialog.end(Self.remove) }
            refuse(problem)
            dialog.button(Self.remove)?.isSensitive = true
        }
    }

    /// Has the keystore sign with a key no more, unless a file of near-cli's has the same one.
    private static func forget(_ key: VaultKey, in home: KeyHome?, _ manager: NEARWalletManager) async {
        let others = await home.map { KeyHome(folder: $0.folder, network: key.network) }?.read().entries
        do throws(NEARError) {
            try await manager.removeKey(key.publicKey, of: key.account, on: key.network, keeping: others ?? [])
        } catch {
            manager.lastError = DisplayText.words(error)
        }
    }

    private func refuse(_ problem: String) {
        note.text = problem
        note.isVisible = true
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
