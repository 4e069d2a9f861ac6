// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The window of the profile's shared keys, beside the wallets' window, which may be asked for an approval meanwhile.
@MainActor
final class SharedKeyWindow {
    /// The open windows; each removes itself when it is closed.
    private(set) static var open: [SharedKeyWindow] = []

    /// Called to use an account that was opened; must hold its owner weakly.
    var onUse: ((Keystore.Entry) -> Void)?
    /// Called once the window is closed; must hold its owner weakly.
    var onClose: (() -> Void)?

    let model: SharedKeyModel
    let window: Window
    /// The view that is shown.
    private(set) var pane: SharedKeyPane?
    private let place = Box(.down)
    let approver: ApprovalPresenter
    private var observer: StateObserver?

    /// Shows the window of a manager's profile above that of `parent`, or the one that is open.
    @discardableResult
    static func present(
        _ manager: NEARWalletManager, above parent: WidgetHandle
    ) -> SharedKeyWindow {
        if let there = open.first(where: { $0.model.walletManager === manager }) {
            there.window.present()
            return there
        }
        let view = SharedKeyWindow(manager, parent: parent)
        open.append(view)
        view.window.present()
        view.pane?.first?.focus()
        return view
    }

    private init(_ manager: NEARWalletManager, parent: WidgetHandle) {
        window = Window(title: localized("Shared keys"), width: 560, height: 620)
        approver = ApprovalPresenter(above: place)
        model = SharedKeyModel(manager, approver: approver)
        window.setTitleBar(HeaderBar(title: localized("Shared keys")))
        window.setTransient(for: parent, isModal: false)
        window.setContent(place)
        window.onCloseRequest = { [weak self] in self?.close() }
        window.onKey = { [weak self] key in
            guard key.name == "Escape", case .idle? = self?.model.stage else { return false }
            if let back = self?.pane?.escape { back.press() } else { self?.close() }
            return true
        }
        observer = StateObserver { [weak self] in self?.refresh() }
        Task { [model] in
            model.read()
            await model.lookForStrangeKeys()
        }
    }

    /// Closes the window; work that is going on is left as it is, to be gone on with.
    func close() {
        guard !window.isDestroyed else { return }
        observer?.stop()
        model.leave()
        model.lock()
        window.destroy()
        Self.open.removeAll { $0 === self }
        onClose?()
    }

    private var useOpened: (@MainActor () -> Void)? {
        guard onUse != nil, model.opened != nil else { return nil }
        return { [weak self] in self?.use() }
    }

    private var useWords: (@MainActor () -> Void)? {
        guard let account = model.awaitsWords else { return nil }
        return { [weak self] in self?.showWords(of: account) }
    }

    private func showWords(of account: AccountId) {
        model.leave()
        show(
            SharedKeyFormPane(
                title: localized("Use the recovery words"),
                text: localized("Together with this computer they open the account, without a login and offline."),
                action: localized("_Open"), known: account, needsWords: true,
                onGo: { [weak self] account, words in
                    if let words { self?.model.open(account, with: words) }
                    return nil
                }, onBack: { [weak self] in self?.showList() }))
    }

    private func use() {
        guard let entry = model.takeOpened() else { return }
        let take = onUse
        close()
        take?(entry)
    }

    // MARK: What is shown

    private func refresh() {
        pane?.say(place: model.placeSentence)
        switch model.stage {
        case .idle:
            // Follows the records and the chain; a form that is being filled in stays.
            let list = SharedKeyListPane(model) { [weak self] in self?.choose($0) }
            if pane == nil || pane is SharedKeyListPane || !isForm { show(list) }
        case .working(let step): show(SharedKeyStepsPane(step) { [weak self] in self?.model.leave() })
        case .passphrase(let question, let problem):
            show(
                SharedKeyStepsPane(
                    nil, (question, problem: problem),
                    onPassphrase: { [weak self] in self?.model.give(.given($0)) },
                    onForgotten: { [weak self] in self?.askForgotten($0) },
                    onLeave: { [weak self] in self?.model.leave() }))
        case .words(let words, let account, let problem):
            show(
                SharedKeyWordsPane(
                    words, of: account, sheet: sheet(words, account), after: problem,
                    onTyped: { [weak self] in self?.model.give(words: $0) },
                    onLeave: { [weak self] in self?.model.leave() }))
        case .answer(let text): show(SharedKeyAnswerPane(text) { [weak self] in self?.model.leave() })
        case .ended(let text, let isGood):
            show(
                SharedKeyEndPane(
                    text, isGood: isGood, onUse: useOpened, onWords: useWords,
                    onBack: { [weak self] in self?.model.leave() }))
        }
    }

    private func askForgotten(_ path: String) {
        Task {
            guard await ForgottenPassphraseDialog.ask(path, above: place) else { return }
            model.give(.forgotten)
        }
    }

    private func sheet(_ words: ShareWords, _ account: AccountId) -> (@MainActor () -> PrintedSheet)? {
        guard let set = model.set(of: words) else { return nil }
        return { [network = model.network] in RecoverySheet.make(words, of: account, on: network, set: set) }
    }

    private var isForm: Bool {
        pane is SharedKeyLoginPane || pane is SharedKeyNewPane || pane is SharedKeyLostPane
            || pane is SharedKeyFormPane || pane is SharedKeyRequestPane || pane is SharedKeyJoinPane
            || pane is SharedKeyLeavePane || pane is SharedKeySignOutPane
    }

    private func show(_ next: SharedKeyPane) {
        pane = next
        next.say(place: model.placeSentence)
        place.removeAll()
        place.append(next.expanding(horizontally: true, vertically: true), expands: true)
        next.first?.focus()
        next.announce()
    }

    private func showList() {
        pane = nil
        model.leave()
        refresh()
    }

    /// Does what the user has chosen in the list.
    func choose(_ choice: SharedKeyListPane.Choice) {
        switch choice {
        case .new: model.login == nil ? showLogin(then: .new) : showNew()
        case .login: showLogin(then: nil)
        case .lost: model.login == nil ? showLogin(then: .lost) : showLost(nil)
        case .join: showJoin()
        case .addComputer(let account): showRequest(account)
        case .goOn(let account): goOn(with: account)
        case .signIn(let account): model.signIn(account)
        case .receive(let account): ReceiveDialog.present(account, network: model.network, above: place)
        case .rotate(let account): showLost(account)
        case .leave(let account): showLeave(account)
        case .signOut(let account): showSignOut(account)
        case .erase(let account): model.eraseShare(of: account)
        case .check(let account):
            show(
                SharedKeyFormPane(
                    title: localized("Check the words"),
                    text: localized(
                        "Nobody is asked, and nothing is opened: they are compared with what this computer knows."),
                    action: localized("_Check"), known: account, needsWords: true,
                    onGo: { [weak self] account, words in
                        guard let self, let words else { return nil }
                        return model.prove(words, of: account)
                    }, onBack: { [weak self] in self?.showList() }))
        }
    }

    /// Goes on with a key that was begun.
    private func goOn(with account: AccountId) {
        let record = model.records.first { $0.account == account }
        if record?.set.publicKey.implicitAccountId == account {
            let isReady = record.map { $0.provenHolders.count == $0.set.holders.count } ?? false
            if isReady { model.signIn(account) } else { model.create(for: .own) }
        } else if let connected = model.connected, account.isSubAccount(of: connected) {
            // It may have to be made still, with an amount that nobody has written down.
            showNew(goingOnWith: account)
        } else {
            model.create(for: .connected(account))
        }
    }

    private func showNew(goingOnWith begun: AccountId? = nil) {
        model.findPlace()
        show(
            SharedKeyNewPane(
                model.connected, goingOnWith: begun, onStart: { [weak self] in self?.model.create(for: $0) },
                onBack: { [weak self] in self?.showList() }))
    }

    private func showLeave(_ account: AccountId) {
        show(
            SharedKeyLeavePane(
                account, refusal: { [weak self] in self?.model.refusal(of: $0, for: account) },
                onGo: { [weak self] in self?.model.giveOrdinaryKey($0, to: account, with: $1) },
                onBack: { [weak self] in self?.showList() }))
    }

    private func showSignOut(_ account: AccountId) {
        show(
            SharedKeySignOutPane(
                account, onGo: { [weak self] in self?.model.signOut(account, erasingWith: $0) },
                onBack: { [weak self] in self?.showList() }))
    }

    private func showLogin(then next: SharedKeyListPane.Choice?) {
        show(
            SharedKeyLoginPane(model.login) { [weak self] login in
                guard let self else { return nil }
                if let login, let problem = model.save(login) { return problem }
                if login != nil, let next { choose(next) } else { showList() }
                return nil
            })
    }

    private func showJoin() {
        model.findPlace()
        show(
            SharedKeyJoinPane(
                JoiningComputer(), onGo: { [weak self] in self?.model.join($0) },
                onBack: { [weak self] in self?.showList() }))
    }

    private func showRequest(_ account: AccountId) {
        show(
            SharedKeyRequestPane(
                account, needsWords: model.login?.mode != .release,
                onGo: { [weak self] in self?.model.addComputer($0, of: account, with: $1) },
                onBack: { [weak self] in self?.showList() }))
    }

    private func showLost(_ account: AccountId?) {
        show(
            SharedKeyLostPane(
                onChoose: { [weak self] in self?.showForm($0, account) }, onBack: { [weak self] in self?.showList() }))
    }

    private func showForm(_ loss: SharedKeyLoss, _ account: AccountId?) {
        let known = account ?? (model.records.count == 1 ? model.records.first?.account : nil)
        model.findPlace()
        show(
            SharedKeyFormPane(
                title: loss.sentence, text: loss.help, action: loss.action, known: known, needsWords: loss.needsWords,
                givesShare: true,
                onGo: { [weak self] account, words in
                    self?.model.mend(loss, of: account, with: words)
                    return nil
                }, onBack: { [weak self] in self?.showLost(account) }))
    }
}
