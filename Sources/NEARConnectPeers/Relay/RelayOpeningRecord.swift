// SPDX-License-Identifier: MIT

/// A client's first request as the relay has got it.
///
/// Tests look where the token is, and where it isn't.
package struct RelayOpeningRecord: Sendable, Hashable {
    /// The token of the header `Authorization`, if there was one.
    package let tokenInHeader: String?
    /// The token of the address's field `auth`, if there was one.
    package let tokenInAddress: String?
    /// The headers, each `Name: value`.
    package let headers: [String]

    /// The token, wherever it was.
    package var token: String? { tokenInHeader ?? tokenInAddress }
}
