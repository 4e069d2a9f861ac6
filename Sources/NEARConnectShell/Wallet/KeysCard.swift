// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The access keys of the account, with buttons to add one and to take one away.
@MainActor
final class KeysCard: Container {
    /// The response that takes a key away.
    static let remove = 1

    let add = Button(localized("Add a _key…"))
    /// The buttons that take keys away, in the order of the list.
    private(set) var removals: [Button] = []
    /// The keys that are shown; `nil` until a node has named them.
    private(set) var list: KeyList?
    /// The dialog that asks whether to take a key away.
    private(set) var question: Dialog?
    let note = Label().wrapping(at: 52).asStatus().styled("dim-label", "near-connect-small")

    /// The reason why a key was neither added nor removed; hidden where there is none.
    let problem = Label().wrapping(at: 52).asStatus().styled("near-connect-problem").hidden()

    private let manager: NEARWalletManager
    private let model: AccountModel
    private let rows = Box(.down, spacing: 12)
    /// The last uses that the journal has, by the key as the chain names it.
    private(set) var uses = KeyUses()
    /// The key that signs for this window, as the rows have it.
    private var signer: ExactText?
    private var account: AccountId?
    private var reading: Task<Void, Never>?
    private var isBusy = false

    init(manager: NEARWalletManager, model: AccountModel) {
        (self.manager, self.model) = (manager, model)
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(localized("Access keys")).styled("near-connect-heading"))
        column.append(note)
        column.append(rows)
        column.append(problem)
        column.append(add.aligned(.start))
        add.onClick { [weak self] in self?.askForKey() }
    }

    isolated deinit {
        reading?.cancel()
    }

    /// Reads the keys of the account from a node.
    func read() {
        reading?.cancel()
        if model.id != account {
            account = model.id
            show(nil)
            sayProblem(nil)
        }
        guard let account else { return }
        if list == nil { say(localized("Asking a node…")) }
        reading = Task { [weak self, manager] in
            do {
                let found = try await manager.client().viewAccessKeyList(of: account).value
                let uses = await KeyUses.read(of: account, manager)
                guard !Task.isCancelled else { return }
                self?.show(KeyList(found.keys, style: .current), uses)
            } catch {
                guard !Task.isCancelled else { return }
                self?.say(localized("The keys can’t be read: %1$s", DisplayText.words(error)))
            }
        }
    }

    /// Takes the buttons away from the user while a wallet works.
    func setBusy(_ isBusy: Bool) {
        self.isBusy = isBusy
        for button in [add] + removals { button.isSensitive = !isBusy }
    }

    private func say(_ text: String) {
        note.text = text
        note.isVisible = !text.isEmpty
    }

    private func show(_ list: KeyList?, _ uses: KeyUses = KeyUses()) {
        if let list {
            say(
                list.hidden == 0
                    ? localizedPlural("%1$s key.", "%1$s keys.", count: list.keys.count, "\(list.keys.count)")
                    : localized("The first %1$s; %2$s more aren’t shown.", "\(list.keys.count)", "\(list.hidden)"))
        }
        let signer = manager.currentAccount?.publicKey.map { ExactText($0) }
        // Rows that are made anew would take the keyboard's focus away.
        guard list == nil || list != self.list || uses != self.uses || signer != self.signer else { return }
        (self.list, self.uses, self.signer) = (list, uses, signer)
        rows.removeAll()
        removals = []
        for key in list?.keys ?? [] { rows.append(row(key)) }
        setBusy(isBusy)
    }

    private func row(_ key: KeyText) -> WidgetHandle {
        let signs = manager.currentAccount?.publicKey?.hasSameBytes(as: key.key) == true
        let purpose = Label(signs ? localized("%1$s (signs for this window)", key.purpose) : key.purpose)
            .wrapping(at: 40)
        if key.isFullAccess { purpose.styled("near-connect-strong") }
        let name = Label(key.key).shortening(to: 40, least: 16).selectable()
            .styled("near-connect-account", "near-connect-small")
        name.setTooltip(key.key)
        let texts = Box(.down, spacing: 3, purpose, name)
        if !key.limits.isEmpty {
            texts.append(Label(key.limits).wrapping(at: 44).styled("dim-label", "near-connect-small"))
        }
        if let last = uses.last(of: key.key) {
            texts.append(
                Label(localized("Last used here: %1$s", TimeText.minute(last, .current))).wrapping(at: 44)
                    .styled("dim-label", "near-connect-small"))
        }
        let button = Button(localized("Remove…")).accessible(localized("Remove the key %1$s", key.key))
            .aligned(.end, .start)
        button.onClick { [weak self] in self?.ask(about: key) }
        removals.append(button)
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        row.appendAtEnd(button)
        return row
    }

    // MARK: Changes

    private func askForKey() {
        guard let account else { return }
        let network = manager.network.rawValue
        AddKeyDialog.present(above: self) { [weak self] key, permission in
            let access = AccessKey(nonce: 0, permission: permission)
            self?.change(.addKey(AddKeyAction(publicKey: key, accessKey: access)), of: account, on: network)
        }
    }

    private func ask(about key: KeyText) {
        guard let account else { return }
        let network = manager.network.rawValue
        let danger = list?.danger(
            ofRemoving: key, signing: manager.currentAccount?.publicKey, held: manager.keystoreKeys(of: account))
        let dialog = Dialog(
            title: localized("Remove a key"), parent: self, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Remove…"), response: Self.remove, look: .destructive),
            ], byDefault: 0)
        dialog.append(Label(localized("Remove this key?")).styled("near-connect-heading"))
        dialog.append(Label(key.purpose).wrapping(at: 48))
        dialog.append(Label(key.key).wrapping(at: 44).selectable().styled("near-connect-account"))
        if let danger { dialog.append(Label(danger).wrapping(at: 48).styled("near-connect-danger-text")) }
        dialog.append(
            Label(localized("Your wallet asks you once more before it signs.")).wrapping(at: 48).styled("dim-label"))
        question = dialog
        dialog.onResponse = { [weak self] response in
            self?.question = nil
            guard response == Self.remove else { return }
            do {
                let action = Action.deleteKey(DeleteKeyAction(publicKey: try PublicKey(key.key)))
                self?.change(action, of: account, on: network)
            } catch {
                self?.say(localized("This key can’t be removed here: the chain shows its hash only."))
            }
        }
        dialog.present()
    }

    private func change(_ action: Action, of account: AccountId, on network: String) {
        // A key that was meant for one account would open another one.
        guard model.shows(account, on: network) else { return sayProblem(AccountModel.nothingSent) }
        sayProblem(nil)
        Task { [weak self, manager] in
            do throws(NEARError) {
                try await manager.signAndSendTransaction(receiverId: account, actions: [action])
                self?.read()
                self?.model.read()
            } catch {
                // The manager puts the others into `lastError`, which the window shows.
                self?.sayProblem(error.unsaidSentence)
            }
        }
    }

    private func sayProblem(_ text: String?) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
    }
}
