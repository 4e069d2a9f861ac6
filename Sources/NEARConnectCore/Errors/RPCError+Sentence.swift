// SPDX-License-Identifier: MIT

package import NEARRPC
internal import SafeText

extension RPCError {
    /// A sentence for the user: what happened, and what to do.
    package var sentence: String {
        switch self {
        case .node(let error): localized("The NEAR node refused the call: %1$s", "\(error)")
        case .unavailable(let failures) where failures.isEmpty:
            localized("No NEAR node is configured. Name one with --rpc-url.")
        case .unavailable(let failures):
            localized(
                "No NEAR node answered: %1$s. Check your network connection and try again.",
                failures.map(\.description).joined(separator: "; "))
        case .rateLimited(nil):
            localized("The NEAR node takes no more calls for now. Wait a while, or use an API key.")
        case .rateLimited(let time?):
            localized("The NEAR node takes no more calls for %1$s. Wait, or use an API key.", DisplayText.words(time))
        case .uncertain(let failure):
            localized(
                "The call was sent and its answer was lost: %1$s. Look up what it did before you repeat it.",
                "\(failure)")
        case .transactionUnknown(let hash):
            localized(
                "No NEAR node knows yet what became of transaction %1$s. Look it up before you send anything again.",
                "\(hash)")
        case .deadlineExceeded(let time):
            localized("No NEAR node answered within %1$s. Try again.", DisplayText.words(time))
        case .cancelled: localized("The program cancelled the call.")
        case .unexpectedResult(let method, let reason):
            localized("The NEAR node’s answer to “%1$s” can’t be used: %2$s. Try another node.", method, reason)
        case .responseTooLarge(let limit):
            localized("The NEAR node’s answer is larger than %1$s bytes. Try another node.", "\(limit)")
        case .requestTooLarge(let size, let limit):
            localized("The call has %1$s bytes, and at most %2$s are sent. Send less at once.", "\(size)", "\(limit)")
        case .invalidRequest(let reason):
            localized("The call is not valid JSON-RPC: %1$s. Check its method and its parameters.", reason)
        }
    }
}
