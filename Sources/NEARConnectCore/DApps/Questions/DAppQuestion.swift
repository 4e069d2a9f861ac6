// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A question that a request of a dApp's page raises.
public struct DAppQuestion: Sendable, Hashable {
    /// The thing to decide.
    public enum Subject: Sendable, Hashable {
        /// Give the site accounts; a function-call key and a signed message with them where it asks for these.
        case connect(key: FunctionCallKeyRequest?, message: DAppRequest.Message?)
        /// Sign what the request has.
        case sign
        /// Work on another network for this page.
        case switchNetwork(to: ExactText)
        /// Add a network, or change one that the same site has added.
        case addNetwork(DAppNetworkOffer, isUpdate: Bool)
    }

    /// The document that asks.
    public let asker: DAppAsker
    /// The request.
    public let request: DAppRequest
    /// The thing to decide.
    public let subject: Subject
    /// True if the user has given the site no permission yet, on any network.
    public let isFirstTime: Bool
    /// The site for which the message would sign the user in, where that isn't the one that asks.
    ///
    /// The question has to say so in a way that nobody overlooks.
    public let otherSite: SiteHost?
    /// True if only a user may answer, whatever a policy says.
    public let isForUserOnly: Bool
    /// The policy that may answer in the user's place; it never does where ``isForUserOnly`` is true.
    package let policy: ApprovalPolicy?

    /// Returns whether both are the same question.
    public static func == (lhs: DAppQuestion, rhs: DAppQuestion) -> Bool {
        lhs.asker == rhs.asker && lhs.request == rhs.request && lhs.subject == rhs.subject
            && lhs.isForUserOnly == rhs.isForUserOnly
    }

    /// Feeds asker and request to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(asker)
        hasher.combine(request)
    }
}
