// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
public import WebKitGTK

/// An HTTP proxy on a loopback port: it answers for each host there is, and counts who asks for what.
///
/// A context that uses it has hosts of the internet and of other networks without a network.
@MainActor
public final class LoopbackProxy {
    /// A request of a browser.
    public struct Request: Sendable, Hashable {
        /// The method; `CONNECT` for a connection whose content the proxy doesn't see.
        public let method: String
        /// The host as the browser names it.
        public let host: String
        /// The port.
        public let port: Int
        /// The path without a query.
        public let path: String
        /// The query; empty if there is none.
        public let query: String
    }

    /// The requests that came so far.
    public private(set) var requests: [Request] = []

    private let server: GObjectOwner
    /// The proxy's own address.
    let address: String

    /// Starts the proxy.
    ///
    /// - Parameter answer: Answers each request; those of `CONNECT` are refused.
    public init(_ answer: @escaping @MainActor (Request) -> LoopbackSite.Reply) throws {
        server = GObjectOwner(ObjectConstruction.make(soup_server_get_type(), [:]), .full)
        let host: UnsafeMutablePointer<SoupServer> = server.cast()
        _ = try GLibError.check { soup_server_listen_local(host, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, $0) }
        let uris = soup_server_get_uris(host)
        defer { g_slist_free_full(uris) { g_uri_unref(OpaquePointer($0)) } }
        address = "http://127.0.0.1:\(g_uri_get_port(OpaquePointer(uris?.pointee.data)))"
        let handler = Handler { [weak self] in
            self?.requests.append($0)
            return answer($0)
        }
        soup_server_add_handler(
            host, nil, serveProxy, RetainedBox.retain(handler),
            { data in
                guard let data else { return }
                RetainedBox.release(data)
            })
    }

    /// Has `context` ask the proxy for all hosts but those that match a pattern of `direct`, such as `*.localhost`.
    ///
    /// Call it before the context's first view.
    public func use(in context: WebContext, directly direct: [String] = []) {
        var patterns: [UnsafeMutablePointer<CChar>?] = direct.map { g_strdup($0) } + [nil]
        defer { patterns.forEach { g_free($0) } }
        let settings = patterns.withUnsafeMutableBufferPointer { list in
            list.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                webkit_network_proxy_settings_new(address, $0.baseAddress)
            }
        }
        defer { webkit_network_proxy_settings_free(settings) }
        webkit_website_data_manager_set_network_proxy_settings(
            webkit_web_context_get_website_data_manager(context.cast()), WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
    }

    /// Takes no more connections and ends those that are there.
    public func stop() { soup_server_disconnect(server.cast()) }

    fileprivate final class Handler {
        let answer: @MainActor (Request) -> LoopbackSite.Reply

        init(_ answer: @escaping @MainActor (Request) -> LoopbackSite.Reply) {
            self.answer = answer
        }
    }
}

private let serveProxy: SoupServerCallback = { _, message, _, _, data in
    guard let message, let data else { return }
    onMainThread((message, data)) { message, data in
        let method = String(cString: soup_server_message_get_method(message))
        let uri = soup_server_message_get_uri(message)
        func part(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        let request = LoopbackProxy.Request(
            method: method, host: part(g_uri_get_host(uri)), port: Int(g_uri_get_port(uri)),
            path: part(g_uri_get_path(uri)), query: part(g_uri_get_query(uri)))
        let reply = RetainedBox.borrow(data, as: LoopbackProxy.Handler.self).answer(request)
        soup_server_message_set_status(message, guint(method == "CONNECT" ? 403 : reply.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        for (name, value) in reply.headers { soup_message_headers_append(headers, name, value) }
        soup_server_message_set_response(
            message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, reply.html, gsize(reply.html.utf8.count))
    }
}
