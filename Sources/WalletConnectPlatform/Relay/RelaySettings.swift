// SPDX-License-Identifier: MIT

/// Settings of a websocket to a relay.
public struct RelaySettings: Sendable, Hashable {
    /// The ways to a relay beyond this computer.
    public enum Proxy: Sendable, Hashable {
        /// As the desktop and the environment say, the same way that web views go.
        case system
        /// By the proxy at this address, for example `http://proxy.example:3128`.
        case address(String)
    }

    /// The places in which the token goes to the relay.
    public enum TokenPlace: Sendable, Hashable {
        /// The header `Authorization`.
        case header
        /// The field `auth` of the address, which logs of the relay, and of what stands before it, may keep.
        case query
    }

    /// The shortest time between two pings, in seconds.
    static let shortestPing = 1
    /// The bytes that may wait until the relay, or this program, reads them: some of the largest messages.
    static let waiting = 32 * 1024 * 1024
    /// The bytes that may come before a whole message has: the largest one, and what TLS adds.
    static let incoming = 12 * 1024 * 1024
    /// The events that may wait until this program reads them.
    static let waitingEvents = 65_536

    /// The path of a PEM file with the certificates to trust in place of the system's, or `nil`.
    public var certificates: String?
    /// The way to a relay; this computer's own addresses are reached without a proxy.
    public var proxy: Proxy
    /// The place in which the token goes to the relay.
    public var token: TokenPlace
    /// The headers that the relay gets beside those of the websocket; of more than ``RelayHeader/limit`` the first.
    public var headers: [RelayHeader]
    /// The seconds between two pings.
    var ping: Int

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - certificates: The path of a PEM file with the certificates to trust, or `nil` for the system's.
    ///   - proxy: The way to a relay.
    ///   - token: The place in which the token goes to the relay.
    ///   - headers: The headers that the relay gets beside those of the websocket.
    public init(
        certificates: String? = nil, proxy: Proxy = .system, token: TokenPlace = .header, headers: [RelayHeader] = []
    ) {
        self.init(certificates: certificates, proxy: proxy, ping: 25)
        self.token = token
        self.headers = headers
    }

    /// Reads a relay's address.
    ///
    /// - Returns: True for a relay on this computer; `nil` for anything but `wss://…`, and `ws://…` on this computer.
    package static func isLocal(relay: String) -> Bool? { RelayTarget(relay)?.isLoopback }

    package init(certificates: String?, proxy: Proxy, ping: Int) {
        self.certificates = certificates
        self.proxy = proxy
        token = .header
        headers = []
        self.ping = max(ping, Self.shortestPing)
    }
}
