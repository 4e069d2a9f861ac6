// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import GTKToolkit

/// The line at a window's bottom that says that a wallet is waited for, with a button that ends the wait.
@MainActor
package final class WaitingStrip: Container {
    /// Called when the person gives up.
    package var onCancel: (() -> Void)?

    private let spinner = Spinner()
    private let label = Label("Waiting for the wallet…").shortening()
    private let cancel = Button("_Cancel")

    package init() {
        let row = Box(.across, spacing: 12)
        super.init(shared: row.widget)
        styled("near-connect-strip")
        row.append(spinner)
        row.append(label, expands: true)
        row.appendAtEnd(cancel)
        cancel.setAccessibleName("Cancel what the wallet was asked for")
        keep(row)
        cancel.onClick { [weak self] in self?.onCancel?() }
    }

    /// What is waited for.
    package func show(_ text: String) {
        label.text = text
    }

    /// Stops turning while nothing is waited for, so that an idle window draws nothing.
    package func setWaiting(_ isWaiting: Bool) {
        spinner.isSpinning = isWaiting
    }
}
