// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
public import WebKitGTK

/// A web site on a loopback port, with TLS and with as many host names as a test wants.
///
/// GLib resolves every `*.localhost` to this machine, and WebKit takes `a.localhost` and `b.localhost` for two sites.
@MainActor
public final class LoopbackSite {
    /// A request of a browser.
    public struct Request: Sendable {
        /// The host's name without its port.
        public let host: String
        /// The site's port, for links to its other names.
        public let port: UInt16
        /// The path without a query.
        public let path: String
        /// The `Cookie` header.
        public let cookie: String?
        /// The `Authorization` header.
        public let authorization: String?
        /// The body as text.
        public let body: String
    }

    /// The answer that a browser gets.
    public struct Reply: Sendable {
        /// The HTTP status.
        public var status = 200
        /// Headers besides the content type.
        public var headers: [(name: String, value: String)] = []
        /// An HTML document.
        public var html = ""

        /// A document that was found.
        public init(_ html: String = "", status: Int = 200, headers: [(name: String, value: String)] = []) {
            self.html = html
            self.status = status
            self.headers = headers
        }
    }

    /// The requests that came so far.
    public private(set) var requests: [Request] = []

    private let server: GObjectOwner
    private let certificate: GObjectOwner
    private let port: UInt16

    /// Starts the site.
    ///
    /// - Parameters:
    ///   - identity: The certificate.
    ///   - answer: Answers each request.
    public init(
        showing identity: Identity = .localhost, _ answer: @escaping @MainActor (Request) -> Reply
    ) throws {
        let made = try GLibError.check { g_tls_certificate_new_from_pem(identity.pem, -1, $0) }
        guard let made else { preconditionFailure("GLib gave neither a certificate nor an error") }
        certificate = GObjectOwner(UnsafeMutableRawPointer(made), .full)
        server = GObjectOwner(
            ObjectConstruction.make(
                soup_server_get_type(), ["tls-certificate": .object(certificate.pointer)]), .full)
        let options = SoupServerListenOptions(
            SOUP_SERVER_LISTEN_HTTPS.rawValue | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue)
        let host: UnsafeMutablePointer<SoupServer> = server.cast()
        _ = try GLibError.check { soup_server_listen_local(host, 0, options, $0) }
        let uris = soup_server_get_uris(host)
        defer { g_slist_free_full(uris) { g_uri_unref(OpaquePointer($0)) } }
        port = UInt16(g_uri_get_port(OpaquePointer(uris?.pointee.data)))
        let handler = Handler { [weak self] in
            self?.requests.append($0)
            return answer($0)
        }
        soup_server_add_handler(
            host, nil, serve, RetainedBox.retain(handler),
            { data in
                guard let data else { return }
                RetainedBox.release(data)
            })
    }

    /// Takes no more connections and ends those that are there.
    public func stop() {
        soup_server_disconnect(server.cast())
    }

    /// The address of `path` on `host`, which ends in `.localhost`.
    public func url(_ host: String, _ path: String = "/") -> String { "\(origin(host))\(path)" }

    /// The origin of `host`.
    public func origin(_ host: String) -> String { "https://\(host):\(port)" }

    /// Has `context` believe the site's certificate for `hosts`.
    public func trust(in context: WebContext, for hosts: String...) {
        for host in hosts {
            webkit_web_context_allow_tls_certificate_for_host(context.cast(), certificate.cast(), host)
        }
    }

    /// Has the context of a program's own view go on at a host that shows the site's certificate.
    public func trust(in view: PlainWebView, for host: String) {
        webkit_web_context_allow_tls_certificate_for_host(
            webkit_web_view_get_context(view.cast()), certificate.cast(), host)
    }

    fileprivate final class Handler {
        let answer: @MainActor (Request) -> Reply

        init(_ answer: @escaping @MainActor (Request) -> Reply) {
            self.answer = answer
        }
    }
}

private let serve: SoupServerCallback = { _, message, path, _, data in
    guard let message, let data else { return }
    onMainThread((message, path.map { String(cString: $0) } ?? "/", data)) { message, path, data in
        let request = LoopbackSite.read(message, path: path)
        let reply = RetainedBox.borrow(data, as: LoopbackSite.Handler.self).answer(request)
        soup_server_message_set_status(message, guint(reply.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        for (name, value) in reply.headers { soup_message_headers_append(headers, name, value) }
        soup_server_message_set_response(
            message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, reply.html, gsize(reply.html.utf8.count))
    }
}

extension LoopbackSite {
    fileprivate static func read(_ message: OpaquePointer, path: String) -> Request {
        let headers = soup_server_message_get_request_headers(message)
        func header(_ name: String) -> String? {
            soup_message_headers_get_one(headers, name).map { String(cString: $0) }
        }
        let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message))
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)
        let body = UnsafeRawBufferPointer(start: data, count: Int(size))
        let host = header("Host")?.split(separator: ":").map(String.init) ?? []
        return Request(
            host: host.first ?? "", port: host.last.flatMap { UInt16($0) } ?? 443, path: path, cookie: header("Cookie"),
            authorization: header("Authorization"),
            body: String(decoding: body, as: UTF8.self))
    }
}
