// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The reasons for which something about the wallets of a profile could not be done.
///
/// Each is a sentence for the user that says what to do.
public enum WalletError: Error, Sendable, Hashable {
    /// No list names a wallet of this id.
    case unknown(id: String)
    /// No wallet has this id; `meant` is one with a similar id, or with this name.
    case misnamed(id: String, meant: String)
    /// The wallet ships with the program: it isn't pinned, and can't be removed.
    case packaged(id: String)
    /// The wallet comes from the program's or the user's own manifest: no list is compared with it.
    case local(id: String)
    /// A wallet that was never pinned can't be removed.
    case notPinned(id: String)
    /// A wallet's code could not be fetched.
    case codeUnavailable(wallet: String, reason: String)
    /// A wallet's code isn't the one that its manifest names.
    case codeUnexpected(wallet: String)
    /// The stored code or manifest of a wallet is missing, or was changed.
    case altered(wallet: String, reason: String)
    /// Only pinned wallets may run, and this one isn't pinned.
    case pinRequired(wallet: String)
    /// A list's wallet isn't pinned: a user who signs in with it pins it.
    case signInRequired(wallet: String)
    /// Another program pinned another version while this page was open.
    case replaced(wallet: String)
    /// The offered version is older than the pinned one.
    case downgrade(wallet: String, from: String, to: String)
    /// Another version is offered than the one that was shown.
    case offerChanged(wallet: String)
    /// Another version was found than the one whose hash was named: of the manifest entry, or of the code.
    case hashDiffers(wallet: String, isManifest: Bool, wanted: String, found: String)
    /// No version is offered.
    case nothingOffered(wallet: String)
    /// No list could be fetched.
    case listUnavailable(reasons: [String])
    /// `wallets.lock` could not be understood and was moved aside.
    case lockCorrupt(movedTo: String, reason: String)
    /// `wallets.lock` was written by a later version of this program.
    ///
    /// It was left as it is.
    case lockNewer(path: String, schema: Int)
    /// Another process is changing the lock.
    case busy(path: String)
    /// A file could not be written or read.
    case storage(reason: String)

    /// A name for programs.
    ///
    /// It doesn't change between versions.
    public var code: String {
        switch self {
        case .unknown, .misnamed: "unknown-wallet"
        case .packaged: "packaged"
        case .local: "brought"
        case .notPinned: "not-agreed-to"
        case .codeUnavailable: "code-unavailable"
        case .codeUnexpected: "code-unexpected"
        case .altered: "altered"
        case .pinRequired: "not-trusted"
        case .signInRequired: "not-chosen"
        case .replaced: "replaced"
        case .downgrade: "downgrade"
        case .offerChanged: "offer-changed"
        case .hashDiffers: "hash-differs"
        case .nothingOffered: "nothing-offered"
        case .listUnavailable: "list-unavailable"
        case .lockCorrupt: "lock-corrupt"
        case .lockNewer: "lock-newer"
        case .busy: "busy"
        case .storage: "storage"
        }
    }
}

extension WalletError: CustomStringConvertible, LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// A sentence for the user: what happened, and what to do.
    public var description: String {
        switch self {
        case .unknown(let id):
            localized(
                "No wallet list names “%1$s”. Run “near-connect wallets update” to fetch the lists again.",
                DisplayText.line(id))
        case .misnamed(let id, let meant):
            localized("No wallet has the id “%1$s”. Use “%2$s” if you mean that one.", DisplayText.line(id), meant)
        case .packaged(let id):
            localized(
                "“%1$s” ships with this program: it needs no pin, and it can’t be removed. Just sign in with it.", id)
        case .local(let id):
            localized(
                "“%1$s” comes from a manifest of your own, which decides what version runs; no list is asked for another one. Run “near-connect wallets remove” with its id to remove its stored code.",
                id)
        case .notPinned(let id):
            localized(
                "“%1$s” isn’t pinned in this profile, so there is nothing to remove. Run “near-connect wallets list” to see what is.",
                id)
        case .codeUnavailable(let wallet, let reason):
            localized("The code of %1$s could not be fetched: %2$s. Try again later.", wallet, reason)
        case .codeUnexpected(let wallet):
            localized(
                "The server’s code for %1$s isn’t the code that its manifest names, so it was not stored. Try again later, or tell the wallet’s authors.",
                wallet)
        case .altered(let wallet, let reason):
            localized(
                "The stored code of %1$s isn’t used: %2$s. Run “near-connect wallets update” to fetch it again. If its server no longer has it, run “near-connect wallets remove” and then “near-connect wallets trust” with its id, to pin its current version.",
                wallet, reason)
        case .pinRequired(let wallet):
            localized(
                "%1$s isn’t pinned in this profile. Run “near-connect wallets trust” with its id to pin it.", wallet)
        case .signInRequired(let wallet):
            localized(
                "%1$s is no longer pinned in this profile. Sign in with it again to pin its current version.", wallet)
        case .replaced(let wallet):
            localized("Another version of %1$s was pinned meanwhile. Start this program again to use it.", wallet)
        case .downgrade(let wallet, let from, let to):
            localized(
                "%1$s would go back from version %2$s to %3$s, which may have faults that were repaired since. Add --allow-downgrade to accept that.",
                wallet, from, to)
        case .offerChanged(let wallet):
            localized(
                "The offered version of %1$s has changed since it was shown. Look at it again before you accept it.",
                wallet)
        case .hashDiffers(let wallet, false, let wanted, let found):
            localized(
                "The code of %1$s has the SHA-256 %2$s, but you named %3$s. Nothing was pinned. Check which version you want.",
                wallet, found, wanted)
        case .hashDiffers(let wallet, true, let wanted, let found):
            localized(
                "The manifest entry of %1$s has the SHA-256 %2$s, but you named %3$s. Nothing was pinned. Check which version you want.",
                wallet, found, wanted)
        case .nothingOffered(let wallet):
            localized("No update is offered for %1$s. Run “near-connect wallets update” to look for one.", wallet)
        case .listUnavailable(let reasons):
            localized(
                "No wallet list could be fetched: %1$s. Pinned wallets work without it. Try again later.",
                reasons.joined(separator: "; "))
        case .lockCorrupt(let path, let reason):
            localized(
                "The file with the pinned wallets could not be understood, and was moved to %1$s (%2$s). Pin your wallets again: sign in with them, or run “near-connect wallets trust”.",
                path, reason)
        case .lockNewer(let path, let schema):
            localized(
                "%1$s was written by a later version of this program (schema %2$s), and was left as it is. Use that version, or another profile.",
                path, "\(schema)")
        case .busy(let path):
            localized("Another program has held %1$s for some seconds. Try again when it is done.", path)
        case .storage(let reason):
            localized("The stored wallets could not be read or written: %1$s", reason)
        }
    }
}
