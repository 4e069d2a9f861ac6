// SPDX-License-Identifier: MIT

internal import NEARConnect

/// The window of the profile's shared keys, which stands beside this one.
extension ShellBody {
    /// Shows the profile's shared keys, in a window of their own.
    @discardableResult
    func showSharedKeys() -> SharedKeyWindow {
        let window = SharedKeyWindow.present(manager, above: self)
        window.onClose = { [weak self] in self?.sharedKeys.look() }
        if let onOpened { window.onUse = onOpened }
        return window
    }

    /// Closes that window, where it is open.
    func closeSharedKeys() {
        for window in SharedKeyWindow.open where window.model.walletManager === manager { window.close() }
    }
}
