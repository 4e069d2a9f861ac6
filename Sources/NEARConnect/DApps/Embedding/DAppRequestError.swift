// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText

/// The reasons why an answer to a ``DAppOpenRequest`` isn't taken.
public enum DAppRequestError: Error, Sendable, Hashable {
    /// The question has ended, in this way; nothing of the answer counts.
    case ended(DAppOpenRequest.End)
    /// The question is another host's.
    case otherHost
    /// The answer has to name one of these accounts.
    case accountNeeded([AccountId])
    /// The question can't be answered with this account.
    case accountNotOffered(AccountId)
    /// The question takes fewer accounts than were named.
    case tooManyAccounts
}

extension DAppRequestError: LocalizedError {
    /// A sentence that says what to do.
    public var errorDescription: String? {
        switch self {
        case .ended(.approved), .ended(.refused):
            localized("The site’s question was answered before.")
        case .ended(.withdrawn):
            localized("The site’s question is gone: its page was left, or its permission was taken away.")
        case .ended(.expired):
            localized("The site’s question was refused, since nobody answered in time.")
        case .otherHost:
            localized("This question belongs to another host. Answer it there.")
        case .accountNeeded(let accounts):
            localized(
                "Choose an account for the site: one of %1$s.", accounts.map(\.text).joined(separator: ", "))
        case .accountNotOffered(let account):
            localized("The question can’t be answered with %1$s. Choose one of its candidates.", account.text)
        case .tooManyAccounts:
            localized("The question takes fewer accounts.")
        }
    }
}
