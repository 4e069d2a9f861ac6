// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The reason why a request with an idempotency key was not sent again.
package enum RepeatedRequestError: Error, Sendable, Hashable {
    /// The key was used for something else.
    case otherRequest(key: String, summary: String)
    /// It isn't known whether the earlier request was executed.
    case unsettled(key: String, hash: CryptoHash?, advice: String)
    /// Another process works on it at this moment.
    case inProgress(key: String)

    /// A name for programs, which doesn't change between versions.
    var code: String {
        switch self {
        case .otherRequest: "idempotency-key-reused"
        case .unsettled: "transaction-unknown"
        case .inProgress: "operation-in-progress"
        }
    }

    /// A sentence for the user.
    var sentence: String {
        switch self {
        case .otherRequest(let key, let summary):
            localized(
                "The idempotency key %1$s belongs to another request: %2$s. Nothing was sent. Use a key of its own.",
                DisplayText.quotation(key, limit: 100), summary)
        case .unsettled(let key, let hash, let advice):
            localized(
                "The request of the idempotency key %1$s was begun before, and it isn’t known whether it was executed (%2$s). Nothing was sent now. %3$s.",
                DisplayText.quotation(key, limit: 100), hash.map { "\($0)" } ?? localized("no hash is known"), advice)
        case .inProgress(let key):
            localized(
                "Another process works on the request of the idempotency key %1$s. Nothing was sent by this one. Run the command again when that one has ended.",
                DisplayText.quotation(key, limit: 100))
        }
    }
}
