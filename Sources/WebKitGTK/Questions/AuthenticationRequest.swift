// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A server's or proxy's request for a name and a password (HTTP authentication).
@MainActor
public final class AuthenticationRequest: GObjectOwner {
    /// The origin that asks: `https://host` or `https://host:port`, or `host:port` for a proxy.
    public let origin: String
    /// True if a proxy asks, for itself.
    public let isForProxy: Bool
    /// True if the password would travel unencrypted.
    public let isInsecure: Bool
    /// The server's own name for the part of it that is protected.
    public let realm: String
    /// True if an earlier answer was wrong.
    public let isRetry: Bool
    /// True if a name and a password are asked for, as opposed to a certificate or a card.
    public let takesPassword: Bool

    /// Called when the load that asked is over; nothing needs to be answered any more.
    public var onWithdrawn: (() -> Void)?

    private var isAnswered = false
    private var withdrawal: SignalConnection?

    /// - Parameter pointer: A `WebKitAuthenticationRequest` (ownership: none; a reference is added).
    init(_ pointer: UnsafeMutableRawPointer) {
        let request = pointer.assumingMemoryBound(to: WebKitAuthenticationRequest.self)
        isForProxy = webkit_authentication_request_is_for_proxy(request) != 0
        isRetry = webkit_authentication_request_is_retry(request) != 0
        realm = webkit_authentication_request_get_realm(request).map { String(cString: $0) } ?? ""
        let host = webkit_authentication_request_get_host(request).map { String(cString: $0) } ?? ""
        let server = webkit_authentication_request_get_security_origin(request)
        defer { if let server { webkit_security_origin_unref(server) } }
        let text = server.flatMap { webkit_security_origin_to_string($0) }
        defer { g_free(text) }
        let address = text.map { String(cString: $0) } ?? ""
        origin = isForProxy ? "\(host):\(webkit_authentication_request_get_port(request))" : address
        isInsecure = isForProxy || !address.hasPrefix("https://")
        takesPassword =
            switch webkit_authentication_request_get_scheme(request) {
            case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_REQUESTED,
                WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_PIN_REQUESTED,
                WEBKIT_AUTHENTICATION_SCHEME_SERVER_TRUST_EVALUATION_REQUESTED, WEBKIT_AUTHENTICATION_SCHEME_UNKNOWN:
                false
            default: true
            }
        super.init(pointer, .none)
        webkit_authentication_request_set_can_save_credentials(cast(), 0)
        withdrawal = connect("cancelled") { [weak self] _ in
            guard let self, !self.isAnswered else { return }
            self.isAnswered = true
            self.onWithdrawn?()
        }
    }

    isolated deinit {
        cancel()
    }

    /// Sends `name` and `password`; WebKit remembers them until the program ends, and no longer.
    ///
    /// A second answer is ignored.
    public func answer(name: String, password: String) {
        guard !isAnswered else { return }
        isAnswered = true
        let credential = webkit_credential_new(name, password, WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION)
        defer { webkit_credential_free(credential) }
        webkit_authentication_request_authenticate(cast(), credential)
    }

    /// Sends nothing; the page shows what the server has for strangers.
    ///
    /// A second answer is ignored.
    public func cancel() {
        guard !isAnswered else { return }
        isAnswered = true
        // Not WebKit's own cancelling: that ends the load, and the page never hears what the server said.
        webkit_authentication_request_authenticate(cast(), nil)
    }
}
