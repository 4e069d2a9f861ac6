// SPDX-License-Identifier: MIT

/// Reads requests, and keeps the one that was read last: pages ask the same again and again.
struct DAppRequestReader {
    /// The most bytes of a request that is kept; long ones come once.
    private static let limit = 256

    private var last = LastMade<[UInt8], DAppRequest>()

    /// Reads a request.
    ///
    /// - Parameter text: The request as the provider sent it.
    /// - Throws: ``DAppError``.
    mutating func read(_ text: [UInt8]) throws(DAppError) -> DAppRequest {
        guard text.count <= Self.limit else { return try DAppRequest(text) }
        return try last.value(of: text) { text throws(DAppError) in try DAppRequest(text) }
    }
}
