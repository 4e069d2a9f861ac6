// SPDX-License-Identifier: MIT

import SafeText

/// The reason why one HTTP exchange brought no answer.
public struct RPCTransportError: Error, Sendable, Hashable {
    /// The kinds of failure that the client tells apart.
    public enum Kind: Sendable, Hashable {
        /// The task was cancelled.
        case cancelled
        /// No whole answer came in time.
        case timedOut
        /// The name didn't resolve, or no server listens there.
        case cannotConnect
        /// TLS failed: an untrusted, expired or foreign certificate, or no TLS at all.
        case insecure
        /// The connection ended before the whole answer was there.
        case connectionLost
        /// The answer is larger than this many bytes.
        case responseTooLarge(limit: Int)
        /// Anything else; `detail` says what.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// True if bytes of the body may have reached the endpoint.
    ///
    /// `false` only when it is certain that none did.
    public var mayHaveBeenSent: Bool
    /// The cause in the words of the layer below, without headers, query or body.
    public var detail: String

    /// An error with all its parts.
    public init(kind: Kind, mayHaveBeenSent: Bool, detail: String = "") {
        self.kind = kind
        self.mayHaveBeenSent = mayHaveBeenSent
        self.detail = detail
    }
}

extension RPCTransportError: CustomStringConvertible {
    /// The failure, in a few words.
    public var description: String {
        let words =
            switch kind {
            case .cancelled: localized("the call was cancelled")
            case .timedOut: localized("no answer in time")
            case .cannotConnect: localized("can’t connect")
            case .insecure: localized("the TLS connection failed")
            case .connectionLost: localized("the connection was lost before the answer was complete")
            case .responseTooLarge(let limit): localized("the answer is larger than %1$s bytes", "\(limit)")
            case .other: localized("the request failed")
            }
        return detail.isEmpty ? words : localized("%1$s (%2$s)", words, detail)
    }
}
