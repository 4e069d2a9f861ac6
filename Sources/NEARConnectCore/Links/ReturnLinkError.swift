// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// Why a link that came back was not taken. Nothing of the link itself is in it.
public enum ReturnLinkRefusal: Error, Hashable, Sendable {
    /// It is no link of this program's own scheme, or is malformed.
    case notAReturnLink
    /// It is longer than any wallet's answer.
    case tooLong
    /// No request of this program ever had its nonce.
    case unknownNonce
    /// Its request was answered by a link before.
    case replayed
    /// Its request has ended: answered, cancelled, timed out.
    case requestEnded
    /// It names another network than its request's.
    case otherNetwork
    /// This manager has no return scheme, or was closed.
    case notExpected

    /// A name for programs. It doesn't change between versions.
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

extension ReturnLinkRefusal: LocalizedError {
    /// A sentence for the person in front of the screen.
    public var errorDescription: String? {
        switch self {
        case .notAReturnLink, .tooLong:
            "A link was opened with this program that no wallet makes. It was ignored."
        case .unknownNonce:
            "A wallet came back to a request that this program does not know, perhaps one from before it was started again. Its answer was not "
                + "taken. What was sent is being looked up on the chain: look into the history before you send anything again."
        case .replayed:
            "A wallet came back a second time with the same link. It was ignored."
        case .requestEnded:
            "A wallet came back after its request had ended, so its answer was not taken. What was sent is being looked up on the chain: look "
                + "into the history before you send anything again."
        case .otherNetwork:
            "A wallet came back with an answer for another network. It was ignored."
        case .notExpected:
            "This program takes no links from wallets."
        }
    }
}
