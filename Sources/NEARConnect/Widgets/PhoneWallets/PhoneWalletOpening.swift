// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import Logging

/// The way of the phone dialogs' links out of this program: each is asked about first.
@MainActor
struct PhoneWalletOpening {
    /// Opens the links.
    var opener = LinkOpener()
    /// The program's log.
    var logger = Logger(label: "near-connect")

    /// Makes the questions that stand above a dialog; no answer is remembered.
    func presenter(above dialog: WidgetHandle) -> LinkPresenter {
        LinkPresenter(parent: dialog, memory: nil, logger: logger, opener: opener)
    }
}
