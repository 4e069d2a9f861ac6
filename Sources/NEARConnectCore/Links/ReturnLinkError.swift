// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// The reasons why a return link is refused.
///
/// They contain nothing of the link itself.
public enum ReturnLinkError: Error, Hashable, Sendable {
    /// The address has another scheme than this program's, or is malformed.
    case notAReturnLink
    /// The link is longer than any wallet's answer.
    case tooLong
    /// No request of this program ever had the link's nonce.
    case unknownNonce
    /// The link's request was answered by a link before.
    case replayed
    /// The link's request has ended: answered, cancelled or timed out.
    case requestEnded
    /// The link names another network than its request's.
    case otherNetwork
    /// This manager has no return scheme, or was closed.
    case notExpected

    /// The stable name for programs, which doesn't change between versions.
    public var code: String {
        switch self {
        case .notAReturnLink: "not-a-return-link"
        case .tooLong: "too-long"
        case .unknownNonce: "unknown-nonce"
        case .replayed: "replayed"
        case .requestEnded: "request-ended"
        case .otherNetwork: "other-network"
        case .notExpected: "not-expected"
        }
    }
}

extension ReturnLinkError: LocalizedError {
    /// A sentence for the user.
    public var errorDescription: String? {
        switch self {
        case .notAReturnLink, .tooLong:
            localized("A link was opened with this program that no wallet makes. It was ignored.")
        case .unknownNonce:
            localized(
                "A wallet came back to a request that this program does not know, perhaps one from before it was started again. Its answer was not taken. What was sent is being looked up on the chain: look into the history before you send anything again."
            )
        case .replayed:
            localized("A wallet came back a second time with the same link. It was ignored.")
        case .requestEnded:
            localized(
                "A wallet came back after its request had ended, so its answer was not taken. What was sent is being looked up on the chain: look into the history before you send anything again."
            )
        case .otherNetwork:
            localized("A wallet came back with an answer for another network. It was ignored.")
        case .notExpected:
            localized("This program takes no links from wallets.")
        }
    }
}
