// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The shell's texts about new versions of wallets.
@MainActor
enum WalletUpdateText {
    /// Returns one line for the window.
    static func announcement(of updates: [WalletUpdate]) -> String {
        guard let first = updates.first else { return "" }
        guard updates.count == 1 else {
            return localizedPlural(
                "A new version of %1$s wallet waits for you to accept it. Until then the pinned version runs.",
                "New versions of %1$s wallets wait for you to accept them. Until then the pinned versions run.",
                count: updates.count, "\(updates.count)")
        }
        let name = WalletName.shown(first.name)
        return first.difference.addsPermissions
            ? localized(
                "A new version of “%1$s” waits for you to accept it: it may do more than the pinned version.", name)
            : localized("A new version of “%1$s” waits for you to accept it. Until then the pinned version runs.", name)
    }

    /// Returns the wallet's name and the offered version.
    static func heading(of update: WalletUpdate) -> String {
        "\(WalletName.shown(update.name)) \(DisplayText.line(update.offered.version))"
    }

    /// Returns the result of a look for updates.
    static func result(of found: [WalletLibrary.Update]) -> String {
        let failures = found.compactMap { update -> String? in
            guard case .failed(let error) = update.outcome else { return nil }
            return "\(update.id): \(error)"
        }
        if !failures.isEmpty { return failures.joined(separator: "\n") }
        return found.isEmpty
            ? localized("You haven’t used a remote wallet in this profile yet.")
            : localized("Your wallets were just compared with their servers.")
    }
}
