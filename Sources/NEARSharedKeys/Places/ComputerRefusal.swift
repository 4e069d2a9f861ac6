// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// A reason for which a further computer gets no share.
public enum ComputerRefusal: Hashable, Sendable {
    /// The text isn't a new computer's request, or is damaged.
    case noRequest
    /// The text isn't an answer to a request, or is damaged.
    case noAnswer
    /// The answer is for another request: of another computer, or of a window that was closed.
    case otherRequest
    /// The answer is for an account on this network.
    case otherNetwork(ExactText)
    /// The service keeps its share, so the recovery words are needed beside this computer's.
    case wordsNeeded
    /// Three further computers have a share.
    case full
}

extension ComputerRefusal: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .noRequest: localized("This isn’t a new computer’s request. Copy all of the text that it shows.")
        case .noAnswer: localized("This isn’t the answer to a new computer’s request. Copy all of the text.")
        case .otherRequest:
            localized(
                "This answer is for another request. Give the other computer the request that is shown here now, and take its new answer."
            )
        case .otherNetwork(let network):
            localized(
                "This answer is for an account on %1$s. Choose that network here, and ask again.",
                DisplayText.name(network.text))
        case .wordsNeeded:
            localized(
                "The share service signs with its share and gives it to nobody. Give the recovery words, too: with this computer’s share they make one for the new computer."
            )
        case .full:
            localized("Three further computers have a share, and there is no place for another. Replace the key.")
        }
    }
}
