// SPDX-License-Identifier: MIT

import FoundationEssentials

/// One HTTP exchange as libcurl is asked to do it.
struct CurlExchange: Sendable {
    enum Method: Sendable {
        /// A body is posted.
        case post([UInt8])
        /// A file is fetched.
        case get
    }

    var url: URL
    var headers: [String: String]
    var method: Method
    /// True if the request may reach the server more than once; see ``RPCTransportRequest/isRepeatable``.
    var isRepeatable: Bool
    /// After how many milliseconds libcurl itself gives up.
    var milliseconds: Int
    var maximumResponseBytes: Int
    /// A file of certificates to trust in place of the system's; empty for the system's.
    var certificates = ""

    /// The exchange for a call of the RPC client.
    ///
    /// The client's clock ends it first; libcurl's limit is for a client that is gone.
    init(_ request: RPCTransportRequest) {
        let timeout = request.timeout.components.seconds.multipliedReportingOverflow(by: 2000)
        url = request.url
        headers = request.headers.filter {
            !["content-type", "accept", "expect", "content-length"].contains($0.key.lowercased())
        }
        headers["Content-Type"] = "application/json"
        headers["Accept"] = "application/json"
        method = .post(request.body)
        isRepeatable = request.isRepeatable
        milliseconds = timeout.overflow ? Int(Int32.max) : Int(min(timeout.partialValue + 5000, Int64(Int32.max)))
        maximumResponseBytes = request.maximumResponseBytes
    }

    /// The exchange that fetches a file.
    init(fetching url: URL, milliseconds: Int, maximumResponseBytes: Int, certificates: String) {
        self.url = url
        headers = ["Accept": "*/*"]
        method = .get
        isRepeatable = true
        self.milliseconds = milliseconds
        self.maximumResponseBytes = maximumResponseBytes
        self.certificates = certificates
    }

    /// The exchange that posts a form, or what else has this type, and repeats nothing.
    init(
        posting body: [UInt8], as type: String, headers: [String: String], to url: URL, milliseconds: Int,
        maximumResponseBytes: Int, certificates: String
    ) {
        self.url = url
        self.headers = headers.merging(["Content-Type": type, "Accept": "application/json"]) { _, ours in ours }
        method = .post(body)
        isRepeatable = false
        self.milliseconds = milliseconds
        self.maximumResponseBytes = maximumResponseBytes
        self.certificates = certificates
    }
}
