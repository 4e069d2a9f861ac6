// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSoup

/// The place of a relay, read from its address.
struct RelayTarget: Sendable, Equatable {
    /// The address itself.
    let address: String
    /// The address as resolvers of proxies know it: those of websockets are `http`'s and `https`'s.
    let webAddress: String
    /// True for this computer's own addresses, which no proxy leads to.
    let isLoopback: Bool

    /// Reads an address.
    ///
    /// - Returns: `nil` for anything but `wss://…`, and `ws://…` on this computer.
    init?(_ address: String) {
        guard !address.utf8.contains(0), let uri = g_uri_parse(address, G_URI_FLAGS_NONE, nil) else { return nil }
        defer { g_uri_unref(uri) }
        guard let scheme = g_uri_get_scheme(uri).map({ String(cString: $0) }),
            let host = g_uri_get_host(uri).map({ String(cString: $0) }), !host.isEmpty,
            g_uri_get_userinfo(uri) == nil
        else { return nil }
        isLoopback = Self.isLoopback(host)
        guard scheme == "wss" || scheme == "ws" && isLoopback else { return nil }
        self.address = address
        webAddress = "http\(address.dropFirst(2))"
    }

    /// `localhost` is one: GLib's resolver answers it without asking anybody.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let address = g_inet_address_new_from_string(host) else { return false }
        defer { g_object_unref(address) }
        return g_inet_address_get_is_loopback(address) != 0
    }
}
