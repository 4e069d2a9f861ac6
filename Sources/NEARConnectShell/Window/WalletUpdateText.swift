// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// What the shell says about new versions of wallets.
@MainActor
enum WalletUpdateText {
    /// One line for the window.
    static func announcement(of updates: [WalletUpdate]) -> String {
        guard let first = updates.first else { return "" }
        guard updates.count == 1 else {
            return
                "New versions of \(updates.count) wallets wait for your consent. The ones that you know go on running."
        }
        let name = WalletName.shown(first.name)
        return first.difference.addsPermissions
            ? "A new version of \u{201C}\(name)\u{201D} waits for your consent: it may do more than the one that you know."
            : "A new version of \u{201C}\(name)\u{201D} waits for your consent. The one that you know goes on running."
    }

    /// What a version is to the one that runs.
    static func heading(of update: WalletUpdate) -> String {
        "\(WalletName.shown(update.name)) \(DisplayText.line(update.offered.version))"
    }

    /// What became of a look at the web.
    static func result(of found: [WalletLibrary.Update]) -> String {
        let failures = found.compactMap { update -> String? in
            guard case .failed(let error) = update.outcome else { return nil }
            return "\(update.id): \(error)"
        }
        if !failures.isEmpty { return failures.joined(separator: "\n") }
        return found.isEmpty
            ? "No wallet of the web was used in this profile yet." : "The wallets were compared with the web just now."
    }
}
