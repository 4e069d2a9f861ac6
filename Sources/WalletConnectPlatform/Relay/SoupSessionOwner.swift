// SPDX-License-Identifier: MIT

internal import CGLib
internal import CSoup
internal import GLibRuntime

/// The way to one connection (`SoupSession`): whom to trust, and which proxy to take; it owns one reference.
///
/// Each connection has one of its own: it has no cookies, no remembered passwords and no idle connections.
@MainActor
final class SoupSessionOwner: GObjectOwner {
    /// The seconds for which the opening may stand still; the sign client's own patience is shorter.
    private static let patience: guint = 30

    /// Makes a session.
    ///
    /// - Throws: `GLibError` for certificates that can't be read.
    init(_ settings: RelaySettings, to target: RelayTarget) throws(GLibError) {
        super.init(UnsafeMutableRawPointer(soup_session_new()), .full)
        soup_session_set_timeout(cast(), Self.patience)
        if let path = settings.certificates {
            let database = try GLibError.check { g_tls_file_database_new(path, $0) }
            guard let database = UnsafeMutableRawPointer(database) else { return }
            soup_session_set_tls_database(cast(), database.assumingMemoryBound(to: GTlsDatabase.self))
            g_object_unref(database)
        }
        setWay(settings.proxy, isLoopback: target.isLoopback)
    }

    private func setWay(_ proxy: RelaySettings.Proxy, isLoopback: Bool) {
        let address: String?
        switch proxy {
        case .system where !isLoopback: return
        case .address(let proxy) where !isLoopback: address = proxy
        case .system, .address: address = nil
        }
        guard let resolver = g_simple_proxy_resolver_new(address, nil) else { return }
        soup_session_set_proxy_resolver(cast(), resolver)
        g_object_unref(UnsafeMutableRawPointer(resolver))
    }

    /// Looks whether a proxy leads to the relay, and calls `found` once.
    func findProxy(to target: RelayTarget, _ cancellable: Cancellable, _ found: @escaping @MainActor (Bool) -> Void) {
        guard let resolver = soup_session_get_proxy_resolver(cast()) else { return found(false) }
        let completion = AsyncCompletion { result in
            let proxies = g_proxy_resolver_lookup_finish(resolver, result, nil)
            defer { g_strfreev(proxies) }
            let first = proxies?.pointee.map { String(cString: $0) }
            found(first.map { !$0.hasPrefix("direct:") } ?? false)
        }
        g_proxy_resolver_lookup_async(
            resolver, target.webAddress, cancellable.cast(), completion.callback, completion.data)
    }
}
