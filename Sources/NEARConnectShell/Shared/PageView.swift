// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore

/// A page of the window, which follows the account while it exists.
@MainActor
protocol PageView: WidgetHandle {
    /// Shows the account that is signed in; `nil` for none.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - isBusy: True while a wallet works, so that nothing else can be asked of it.
    func show(_ account: NEARAccount?, isBusy: Bool)

    /// Reads again what may have changed since the page was last seen.
    func appear()

    /// Reads again what may have changed while the user was in other windows for a while.
    func comeBack()

    /// Reads the balance again without a word, since the page has stayed before the user for a while.
    func stayFresh()

    /// Moves the keyboard's focus to what a user needs first.
    func takeFocus()
}

extension PageView {
    func appear() {}

    func comeBack() { appear() }

    func stayFresh() {}
}
