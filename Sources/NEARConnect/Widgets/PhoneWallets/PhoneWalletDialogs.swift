// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import WalletConnectSign

/// Shows what users of phone wallets have to see, in native dialogs above a window.
@MainActor
final class PhoneWalletDialogs: PhoneWalletPresenter {
    private let parent: WidgetHandle
    private let opening: PhoneWalletOpening
    private let search: PhoneWalletSearch?
    private let clock: any SignClock
    private var cancelWait: (@MainActor () -> Void)?

    /// Hears by which links the user opens a wallet; must hold its owner weakly.
    var onOpened: ((WalletLinks) -> Void)?
    /// True while the window is hidden, and the dialogs with it.
    var isHidden = false {
        didSet {
            for dialog in [link?.dialog, asking?.dialog] {
                if isHidden { dialog?.isVisible = false } else { dialog?.present() }
            }
        }
    }
    /// The dialog with a link that is open.
    private(set) var link: PhoneLinkDialog?
    /// The dialog that is open while the phone is asked.
    private(set) var asking: PhoneQuestionDialog?

    /// - Parameters:
    ///   - parent: Dialogs stand above its window.
    ///   - opening: The ways out of this program.
    ///   - search: Finds more wallets where the user wants so; `nil` to offer none.
    ///   - clock: The clock by which links end.
    init(
        parent: WidgetHandle, opening: PhoneWalletOpening = PhoneWalletOpening(), search: PhoneWalletSearch? = nil,
        clock: any SignClock = SystemSignClock()
    ) {
        (self.parent, self.opening, self.search, self.clock) = (parent, opening, search, clock)
    }

    isolated deinit {
        dismiss()
    }

    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void) {
        cancelWait = cancel
        switch prompt {
        case .link(let next): show(next)
        case .asking(let next): show(next)
        }
    }

    private func show(_ next: PhoneWalletLink) {
        asking.take()?.close()
        if let link { return link.show(next) }
        let shown = PhoneLinkDialog(next, parent: parent, opening: opening, search: search, clock: clock)
        link = shown
        shown.onOpened = { [weak self] in self?.onOpened?($0) }
        shown.dialog.onResponse = { [weak self] _ in
            self?.link.take()?.close()
            self?.cancelWait?()
        }
        if !isHidden { shown.present() }
    }

    private func show(_ next: PhoneWalletQuestion) {
        link.take()?.close()
        if let asking { return asking.show(next) }
        let shown = PhoneQuestionDialog(next, parent: parent, opening: opening)
        asking = shown
        shown.dialog.onResponse = { [weak self] _ in
            self?.asking.take()?.close()
            self?.cancelWait?()
        }
        if !isHidden { shown.dialog.present() }
    }

    func say(relayTrouble trouble: String?) {
        link?.say(relayTrouble: trouble)
        asking?.say(relayTrouble: trouble)
    }

    func dismiss() {
        link.take()?.close()
        asking.take()?.close()
    }
}
