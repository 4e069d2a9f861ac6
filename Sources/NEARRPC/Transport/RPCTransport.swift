// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// Carries one JSON-RPC body to one endpoint and brings the answer back: the seam between the client and HTTP.
///
/// A transport tries once. It doesn't retry, follow redirects or fail over; those are the client's decisions, because
/// only the client knows whether a body may be sent twice. It ends at once when its task is cancelled.
public protocol RPCTransport: Sendable {
    /// Posts `request` and reads the whole answer.
    ///
    /// - Returns: The answer, whatever its HTTP status is.
    /// - Throws: `RPCTransportError`, which says whether the body may have reached the endpoint.
    func send(_ request: RPCTransportRequest) async throws(RPCTransportError) -> RPCTransportResponse
}

/// One HTTP POST of a JSON body.
public struct RPCTransportRequest: Sendable {
    /// The address that the body goes to.
    public var url: URL
    /// Header fields beside `Content-Type` and `Accept`, which the transport writes itself.
    public var headers: [String: String]
    /// The JSON text.
    public var body: [UInt8]
    /// True if the body may reach the endpoint more than once.
    ///
    /// `false` for what submits a transaction: the transport must then use a connection of its own, since HTTP stacks
    /// silently repeat a request whose kept-alive connection turned out to be dead.
    public var isRepeatable: Bool
    /// The time for the exchange.
    ///
    /// The client enforces it with its own clock; the transport may use it as a backstop.
    public var timeout: Duration
    /// The largest answer that is read, in bytes.
    public var maximumResponseBytes: Int

    /// A request with all its parts.
    public init(
        url: URL, headers: [String: String] = [:], body: [UInt8], isRepeatable: Bool, timeout: Duration,
        maximumResponseBytes: Int
    ) {
        self.url = url
        self.headers = headers
        self.body = body
        self.isRepeatable = isRepeatable
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
    }
}

/// The answer of an endpoint.
public struct RPCTransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields, their names in lower case.
    public var headers: [String: String]
    /// The body, at most `RPCTransportRequest.maximumResponseBytes` long.
    public var body: [UInt8]

    /// A response with all its parts; the names in `headers` may be in any case.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = Dictionary(
            headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { _, last in last })
        self.body = body
    }
}
