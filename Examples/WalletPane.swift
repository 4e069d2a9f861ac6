// SPDX-License-Identifier: MIT

// sample: widget
import NEARConnect

/// The part of a GTK window that shows wallets.
@MainActor
final class WalletPane {
    private let manager: NEARWalletManager
    private let widget: BridgeWidget

    /// Makes the pane and packs it: `pack` puts a `GtkWidget *` into the window, with whatever binding of GTK 3 the program has.
    init(manager: NEARWalletManager, pack: (UnsafeMutableRawPointer) -> Void) {
        // The application runs GLib's loop itself. Once is enough; more does no harm.
        MainLoop.joinMainActor()
        self.manager = manager
        widget = BridgeWidget(manager: manager)
        pack(widget.gtkWidget)
    }

    /// What the "Connect" button does. The result shows in `currentAccount`, a failure in `lastError`.
    func connect() {
        manager.connect()
        widget.focus()
    }

    /// What the pane's close button does: the open request ends with `NEARError.userCancelled`.
    func close() {
        manager.cleanUpOnDismiss()
    }
}
// end of sample
