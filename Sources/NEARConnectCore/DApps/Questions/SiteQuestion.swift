// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A question about a site that concerns no signature: where it works, and which networks it adds.
///
/// Only a user answers it, never a policy.
public struct SiteQuestion: Sendable, Hashable {
    /// The thing to decide.
    public enum Subject: Sendable, Hashable {
        /// Work on another network for this site in this tab.
        case switchNetwork(from: ExactText, to: ExactText, chain: ChainIdentity?)
        /// Add a network, or change one that the same site has added.
        case addNetwork(DAppNetworkOffer, isUpdate: Bool)
    }

    /// The frame of the site that asks.
    public let asker: DAppFrame
    /// The thing to decide.
    public let subject: Subject

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - asker: The frame of the site that asks.
    ///   - subject: The thing to decide.
    public init(asker: DAppFrame, subject: Subject) {
        self.asker = asker
        self.subject = subject
    }
}

/// Shows questions about sites to a user.
///
/// The library's window does it with a native dialog; a GTK program can bring its own.
@MainActor
public protocol SiteQuestionPresenter: AnyObject {
    /// Shows `question` and waits for the user's answer.
    ///
    /// - Returns: True if the user agrees; false also where the dialog was closed.
    func decide(_ question: SiteQuestion) async -> Bool

    /// Closes a dialog that is still open; its `decide` returns false.
    func dismiss()
}
