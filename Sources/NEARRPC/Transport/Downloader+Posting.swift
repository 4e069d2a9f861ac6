// SPDX-License-Identifier: MIT

package import FoundationEssentials

extension Downloader {
    /// Posts a body once and returns the answer, whatever its status is; redirects aren't followed.
    ///
    /// Addresses are as strict as those of files. The connection is the request's own, since what is posted here, such
    /// as the code of a login, may be used once only.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The body's `Content-Type`.
    ///   - headers: Further header fields; their values are printable.
    ///   - url: The address.
    ///   - limit: The largest answer that is taken, in bytes.
    ///   - timeout: The time for the whole exchange.
    /// - Throws: ``DownloadError``. A cancelled task ends with the transport's `cancelled`.
    package func post(
        _ body: [UInt8], as type: String, headers: [String: String] = [:], to url: URL, limit: Int,
        timeout: Duration = .seconds(30)
    ) async throws(DownloadError) -> RPCTransportResponse {
        guard isTaken(url) else { throw .insecureAddress(Self.shown(url)) }
        let milliseconds = max(1, Int(min(timeout / .milliseconds(1), Double(Int32.max))))
        let exchange = CurlExchange(
            posting: body, as: type, headers: headers, to: url, milliseconds: milliseconds,
            maximumResponseBytes: limit, certificates: certificates)
        do {
            return try await engine.run(exchange, proxies: proxies)
        } catch {
            if case .responseTooLarge = error.kind { throw .tooLarge(limit: limit) }
            throw .transport(error)
        }
    }
}
