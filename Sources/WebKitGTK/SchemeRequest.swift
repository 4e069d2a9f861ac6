// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// One request for a custom scheme, held by reference until it is answered, exactly once.
///
/// A request that is dropped without an answer is answered with an error, so that no page waits for ever.
@MainActor
public final class SchemeRequest: GObjectOwner {
    /// An answer: status, content type, headers and body.
    public struct Response: Sendable {
        /// The HTTP status, for example 200.
        public var status: Int
        /// The exact `Content-Type`.
        public var contentType: String
        /// Further response headers.
        public var headers: [(name: String, value: String)]
        /// The body's bytes.
        public var body: [UInt8]

        /// A response that is ready to be sent, 200 unless said otherwise.
        public init(
            status: Int = 200, contentType: String, headers: [(name: String, value: String)] = [], body: [UInt8]
        ) {
            self.status = status
            self.contentType = contentType
            self.headers = headers
            self.body = body
        }
    }

    private var isAnswered = false

    /// - Parameter pointer: A `WebKitURISchemeRequest` (ownership: none; a reference is added).
    init(_ pointer: UnsafeMutableRawPointer) {
        super.init(pointer, .none)
    }

    isolated deinit {
        if !isAnswered { fail("the program did not answer this request") }
    }

    /// The whole URI as the page asked for it.
    public var uri: String {
        webkit_uri_scheme_request_get_uri(cast()).map { String(cString: $0) } ?? ""
    }

    /// The HTTP method, `GET` when the page named none.
    public var method: String {
        webkit_uri_scheme_request_get_http_method(cast()).map { String(cString: $0) } ?? "GET"
    }

    /// The value of a request header; `Origin` is `null` from sandboxed frames.
    public func header(_ name: String) -> String? {
        guard let headers = webkit_uri_scheme_request_get_http_headers(cast()) else { return nil }
        return soup_message_headers_get_one(headers, name).map { String(cString: $0) }
    }

    /// Returns whether the request was made by the page that `view` shows, its frames included.
    public func comes(from view: WebView) -> Bool {
        guard let origin = webkit_uri_scheme_request_get_web_view(cast()) else { return false }
        return UnsafeMutableRawPointer(origin) == view.pointer
    }

    /// Reads the request's body.
    ///
    /// - Parameter limit: The most bytes that are read.
    /// - Returns: The bytes, or `nil` when there are more than `limit`.
    /// - Throws: ``GLibError`` when the stream can't be read.
    public func body(limit: Int) throws(GLibError) -> [UInt8]? {
        guard let stream = webkit_uri_scheme_request_get_http_body(cast()) else { return [] }
        var bytes: [UInt8] = []
        let size = gsize(64 * 1024)
        var chunk = [UInt8](repeating: 0, count: Int(size))
        while true {
            let count = try GLibError.check { error in
                g_input_stream_read(stream, &chunk, size, nil, error)
            }
            if count <= 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > limit { return nil }
        }
    }

    /// Answers the request.
    ///
    /// A second answer is ignored.
    public func finish(_ response: Response) {
        guard !isAnswered else { return }
        isAnswered = true
        let bytes = response.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let stream = g_memory_input_stream_new_from_bytes(bytes)
        defer { g_object_unref(stream) }
        let answer = webkit_uri_scheme_response_new(stream, gint64(response.body.count))
        defer { g_object_unref(answer) }
        webkit_uri_scheme_response_set_status(answer, guint(response.status), nil)
        webkit_uri_scheme_response_set_content_type(answer, response.contentType)
        let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
        for (name, value) in response.headers { soup_message_headers_append(headers, name, value) }
        // Takes the headers over.
        webkit_uri_scheme_response_set_http_headers(answer, headers)
        webkit_uri_scheme_request_finish_with_response(cast(), answer)
    }

    /// Answers the request with a network error.
    public func fail(_ message: String) {
        guard !isAnswered else { return }
        isAnswered = true
        let error = g_error_new_literal(g_quark_from_string("near-connect"), 1, message)
        defer { g_error_free(error) }
        webkit_uri_scheme_request_finish_error(cast(), error)
    }
}
