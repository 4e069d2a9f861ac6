// SPDX-License-Identifier: MIT

internal import SafeText

/// A share service's no, by the codes of its protocol (docs/share-service.md).
public enum ShareServiceError: String, Error, CaseIterable, Hashable, Sendable {
    /// The request can't be read.
    case request
    /// The request isn't signed by the key that it names, is too old, or came before.
    case proof
    /// The token doesn't count.
    case token
    /// The service has no such set for this login.
    case unknownSet = "unknown-set"
    /// The service doesn't do this: it gives its shares, or it signs with them.
    case mode
    /// The subject isn't the one that was committed to.
    case otherSubject = "other-subject"
    /// The other signers' words break a rule of signing.
    case signing
    /// The service's limits don't allow it.
    case limit
    /// The set can't be replaced in this way now.
    case replacement
    /// The service has too much to do.
    case busy
}

extension ShareServiceError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .request: localized("The share service couldn’t read the request.")
        case .proof: localized("The share service refused the request’s proof. Is this computer’s clock right?")
        case .token: localized("The share service doesn’t take this login any more. Sign in again.")
        case .unknownSet:
            localized(
                "The share service has no share of this key for this login. Sign in as the person who made the key, or use the recovery words."
            )
        case .mode: localized("The share service doesn’t do this with its share.")
        case .otherSubject: localized("The share service was asked to sign something else. Nothing was signed.")
        case .signing: localized("The share service refused the signers’ answers. Nothing was signed.")
        case .limit: localized("This is more than the share service allows. Use the recovery words, or wait.")
        case .replacement: localized("The share service can’t replace the share in this way now.")
        case .busy: localized("The share service has too much to do. Try again later.")
        }
    }
}
