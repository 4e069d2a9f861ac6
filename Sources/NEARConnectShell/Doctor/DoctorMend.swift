// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// A step that ends a problem of ``DoctorFinding``, at the press of a button.
enum DoctorMend: Sendable, Hashable {
    /// Gives a folder of the user's the mode 0700.
    case makePrivate(folder: URL)
    /// Copies a command, which the user runs in a terminal.
    case copy(command: String)
    /// Shows a folder in the desktop's file manager.
    case show(folder: URL)
    /// Shows the new versions of wallets, among which pinned code is fetched again.
    case showWalletUpdates

    /// Returns the step that installs Debian packages; `nil` where apt-get isn't there.
    static func install(_ packages: String, in context: DoctorContext) -> DoctorMend? {
        context.find("apt-get") == nil ? nil : .copy(command: "sudo apt-get install \(packages)")
    }

    /// The button's text, with `_` before the letter that presses it together with Alt.
    var title: String {
        switch self {
        case .makePrivate: localized("Make it _private")
        case .copy: localized("Copy the co_mmand")
        case .show: localized("_Show the folder")
        case .showWalletUpdates: localized("_Updates of wallets…")
        }
    }

    /// The subject of the button, which several of one title have each of its own.
    var subject: String {
        switch self {
        case .makePrivate(let folder), .show(let folder): folder.path
        case .copy(let command): command
        case .showWalletUpdates: ""
        }
    }
}
