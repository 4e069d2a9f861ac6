// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// Why something about wallets of the web could not be done. Each is a sentence for a person that says what to do.
public enum WalletError: Error, Sendable, Hashable {
    /// No list names a wallet of this id.
    case unknown(id: String)
    /// No wallet has this id, and one that has a similar one, or this name, may be meant.
    case misnamed(id: String, meant: String)
    /// A wallet that ships with the program: nobody agrees to it, and it can't be removed.
    case packaged(id: String)
    /// A wallet that the program or the person brought: no list is compared with it.
    case brought(id: String)
    /// A wallet that was never agreed to can't be removed.
    case notAgreedTo(id: String)
    /// A wallet's code could not be fetched.
    case codeUnavailable(wallet: String, reason: String)
    /// A wallet's code is not what its manifest says it is.
    case codeUnexpected(wallet: String)
    /// The code or the manifest that was kept for a wallet is not there, or was changed.
    case altered(wallet: String, reason: String)
    /// Only wallets that were agreed to may run, and this one wasn't.
    case notTrusted(wallet: String)
    /// A wallet of a list that nobody has chosen: only a person who signs in with it agrees to it.
    case notChosen(wallet: String)
    /// Another program agreed to another version while this page was open.
    case replaced(wallet: String)
    /// The version to agree to is older than the one that runs.
    case downgrade(wallet: String, from: String, to: String)
    /// Something else is offered than what was shown.
    case offerChanged(wallet: String)
    /// Another version is there than the one whose hash was named.
    case hashDiffers(wallet: String, what: String, wanted: String, found: String)
    /// There is nothing to agree to.
    case nothingOffered(wallet: String)
    /// No list could be fetched.
    case listUnavailable(reasons: [String])
    /// `wallets.lock` could not be understood and was set aside.
    case lockCorrupt(keptAt: String, reason: String)
    /// `wallets.lock` is of a later version of this program. It was left as it is.
    case lockNewer(path: String, schema: Int)
    /// Another process is changing the lock.
    case busy(path: String)
    /// A file could not be written or read.
    case storage(reason: String)

    /// A name for programs. It doesn't change between versions.
    public var code: String {
        switch self {
        case .unknown, .misnamed: "unknown-wallet"
        case .packaged: "packaged"
        case .brought: "brought"
        case .notAgreedTo: "not-agreed-to"
        case .codeUnavailable: "code-unavailable"
        case .codeUnexpected: "code-unexpected"
        case .altered: "altered"
        case .notTrusted: "not-trusted"
        case .notChosen: "not-chosen"
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

    /// A sentence for a person.
    public var description: String {
        switch self {
        case .unknown(let id):
            "No wallet list names \u{201C}\(DisplayText.line(id))\u{201D}. `near-connect wallets update` fetches the lists anew."
        case .misnamed(let id, let meant):
            "No wallet has the id \u{201C}\(DisplayText.line(id))\u{201D}. Did you mean \u{201C}\(meant)\u{201D}?"
        case .packaged(let id):
            "\u{201C}\(id)\u{201D} ships with this program: nobody has to agree to it, and it can't be removed."
        case .brought(let id):
            "\u{201C}\(id)\u{201D} was brought to this program by a manifest of its own: that says which version runs, and no list is asked "
                + "for another one. `near-connect wallets remove` forgets the code that is kept of it."
        case .notAgreedTo(let id):
            "\u{201C}\(id)\u{201D} was not agreed to in this profile, so there is nothing to remove."
        case .codeUnavailable(let wallet, let reason):
            "The code of \(wallet) could not be fetched: \(reason)."
        case .codeUnexpected(let wallet):
            "The code that came for \(wallet) is not the one that its manifest names. It was not kept."
        case .altered(let wallet, let reason):
            "The kept code of \(wallet) is not used: \(reason). `near-connect wallets update` fetches it again where its server still has "
                + "it; otherwise `near-connect wallets remove` and then `near-connect wallets trust` with its id agree to what it has now."
        case .notTrusted(let wallet):
            "\(wallet) was not agreed to in this profile: `near-connect wallets trust` with its id does that."
        case .notChosen(let wallet):
            "\(wallet) is not agreed to in this profile, or not any more. Sign in with it again to agree to what it has now."
        case .replaced(let wallet):
            "Another version of \(wallet) was agreed to meanwhile. Start this program again to use it."
        case .downgrade(let wallet, let from, let to):
            "\(wallet) would go back from version \(from) to \(to), which may have faults that were mended since. "
                + "Say --allow-downgrade to agree to that."
        case .offerChanged(let wallet):
            "What waits of \(wallet) has changed since it was shown. Look at it again before you agree."
        case .hashDiffers(let wallet, let what, let wanted, let found):
            "The \(what) of \(wallet) has the SHA-256 \(found), and \(wanted) was named. Nothing was agreed to."
        case .nothingOffered(let wallet):
            "There is nothing new of \(wallet) to agree to. `near-connect wallets update` looks whether there is."
        case .listUnavailable(let reasons):
            "No wallet list could be fetched: \(reasons.joined(separator: "; ")). What was agreed to goes on running without it."
        case .lockCorrupt(let path, let reason):
            "The wallet lock could not be understood and was set aside as \(path) (\(reason)). "
                + "Wallets of the web have to be agreed to anew: by connecting with them, or with `near-connect wallets trust`."
        case .lockNewer(let path, let schema):
            "\(path) was written by a later version of this program (schema \(schema)), and was left as it is. Use that version, or another "
                + "profile."
        case .busy(let path):
            "Another program has held \(path) for some seconds. Try again when it is done."
        case .storage(let reason):
            "The kept wallets could not be written or read: \(reason)"
        }
    }
}
