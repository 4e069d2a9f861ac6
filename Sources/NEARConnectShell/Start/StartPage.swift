// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The page of a window without an account: says what this is, and how to begin.
@MainActor
final class StartPage: Container {
    /// Called when the user wants to connect.
    var onConnect: (() -> Void)?
    /// Called when the user wants to connect a wallet on a phone.
    var onPhone: (() -> Void)?

    /// Called when the user wants an account that opens with a login.
    var onSharedKeys: (() -> Void)?
    /// Called when the user wants to try the window out.
    var onTryOut: (() -> Void)?

    let button = Button(localized("Connect _wallet")).styled("suggested-action").aligned(.center)
    /// The button for wallets on phones; hidden where none can be connected.
    let phone = Button(localized("Connect a _phone wallet")).aligned(.center)

    let sharedKeys = Button(localized("Open with a _login…")).aligned(.center)

    /// The button that starts a chain of the window's own; hidden where the program starts none.
    let trial = Button(localized("_Try it out")).aligned(.center).hidden()

    /// - Parameter offersPhones: True if wallets on phones can be connected.
    init(offersPhones: Bool) {
        let title = Label(localized("Connect your NEAR wallet")).wrapping(at: 28).centered().styled(
            "near-connect-title")
        let text = Label(
            localized(
                "See your balance, send NEAR, call contracts and use apps. This program asks, your wallet signs: your keys never leave it."
            )
        )
        .wrapping(at: 46).centered().styled("dim-label")
        let words = Box(.down, spacing: 6, title, text)
        let buttons = Box(.down, spacing: 9, button, phone, sharedKeys, trial)
        phone.isVisible = offersPhones
        let column = Box(.down, spacing: 24, LinkMark(size: 96).aligned(.center), words, buttons)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.aligned(.center, .center).expanding(horizontally: true, vertically: true).margins(24)
        button.onClick { [weak self] in self?.onConnect?() }
        trial.setTooltip(
            localized("Starts a chain inside this program, with two funded accounts. Nothing on it is worth anything."))
        trial.onClick { [weak self] in self?.onTryOut?() }
        phone.onClick { [weak self] in self?.onPhone?() }
        sharedKeys.onClick { [weak self] in self?.onSharedKeys?() }
    }
}

extension StartPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        button.isSensitive = !isBusy
        phone.isSensitive = !isBusy
        trial.isSensitive = !isBusy
    }

    func takeFocus() { button.focus() }
}
