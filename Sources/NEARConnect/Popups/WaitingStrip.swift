// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import GTKToolkit
internal import SafeText

/// The line at a window's bottom that says what the program waits for, with a Cancel button.
@MainActor
package final class WaitingStrip: Container {
    /// Called after the user has pressed Cancel.
    package var onCancel: (() -> Void)?

    private let spinner = Spinner()
    private let label = Label(localized("Waiting for the wallet…")).shortening().asStatus()
    private let cancel = Button(localized("_Cancel"))

    package init() {
        let row = Box(.across, spacing: 12)
        super.init(shared: row.widget)
        styled("near-connect-strip")
        row.append(spinner)
        row.append(label, expands: true)
        row.appendAtEnd(cancel)
        cancel.setAccessibleName(localized("Cancel what the wallet was asked for"))
        keep(row)
        cancel.onClick { [weak self] in self?.onCancel?() }
    }

    /// Shows what the program waits for.
    package func show(_ text: String) {
        label.text = text
    }

    /// The sentence that is shown.
    package var text: String { label.text }

    /// Starts or stops the spinner.
    ///
    /// It stops while nothing is waited for, so that an idle window draws nothing.
    package func setWaiting(_ isWaiting: Bool) {
        spinner.isSpinning = isWaiting
        spinner.isVisible = isWaiting
        cancel.isVisible = isWaiting
    }
}
