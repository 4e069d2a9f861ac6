// SPDX-License-Identifier: MIT

// sample: widget
import NEARConnect

/// The part of a GTK window that shows wallets.
@MainActor
final class WalletPane {
    private let manager: NEARWalletManager
    private let widget: BridgeWidget

    /// Creates the pane and packs it.
    ///
    /// - Parameters:
    ///   - manager: The manager whose wallets are shown.
    ///   - pack: Puts a `GtkWidget *` into the window, with whatever binding of GTK 3 the program has.
    init(manager: NEARWalletManager, pack: (UnsafeMutableRawPointer) -> Void) {
        // The application runs GLib's loop itself. Once is enough; more does no harm.
        MainLoop.joinMainActor()
        self.manager = manager
        widget = BridgeWidget(manager: manager)
        pack(widget.gtkWidget)
    }

    /// Does what the "Connect" button is for.
    ///
    /// The result shows in `currentAccount`, a failure in `lastError`.
    func connect() {
        manager.connect()
        widget.focus()
    }

    /// Does what the pane's close button is for: the open request ends with `NEARError.userCancelled`.
    func close() {
        manager.cleanUpOnDismiss()
    }
}
// end of sample
