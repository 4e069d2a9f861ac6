// SPDX-License-Identifier: MIT

internal import CGLib
internal import FoundationEssentials

/// A watch over this computer's network, and over its waking up (`PrepareForSleep` of systemd's logind).
///
/// A socket that was open before either may be dead without a word. Changes come in numbers, so that one call stands
/// for all of a second. Without a system bus, or without logind, waking up isn't noticed.
@MainActor
package final class NetworkWatch {
    private static let pause = Duration.seconds(1)
    private static let defaultAddress = "/run/dbus/system_bus_socket"

    private let changed: @MainActor () -> Void
    /// The kernel's monitor; `nil` where GIO has none.
    let monitor: GObjectOwner?
    private var signal: SignalConnection?
    private var wake: BusSignal?
    private var connecting: Task<Void, Never>?
    private var waiting: Task<Void, Never>?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - environment: Where the system bus is named.
    ///   - changed: Called on the main thread after a change; must hold its owner weakly.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, changed: @escaping @MainActor () -> Void
    ) {
        self.changed = changed
        monitor = Self.makeMonitor()
        signal = monitor?.connect("network-changed") { [weak self] emission in
            // False says that the network is gone: there is nothing to connect to.
            if emission.boolean(0) { self?.note() }
        }
        guard let address = Self.address(in: environment) else { return }
        connecting = Task { [weak self] in
            do throws(SessionBus.ConnectionError) {
                let bus = try await SessionBus.connect(to: address, within: .seconds(5))
                self?.listen(on: bus)
            } catch {
                // Many computers have none; reconnecting by the clock is all that is left then.
            }
        }
    }

    isolated deinit {
        connecting?.cancel()
        waiting?.cancel()
    }

    /// Makes the kernel's monitor.
    ///
    /// GIO's default one may ask NetworkManager over the bus, and waits for it without a limit.
    private static func makeMonitor() -> GObjectOwner? {
        // Has GIO register its modules: looking an extension point up alone doesn't.
        _ = g_proxy_resolver_get_default()
        guard let point = g_io_extension_point_lookup("gio-network-monitor"),
            let kernel = g_io_extension_point_get_extension_by_name(point, "netlink")
        else { return nil }
        guard let made = g_object_new_with_properties(g_io_extension_get_type(kernel), 0, nil, nil) else { return nil }
        let monitor = GObjectOwner(UnsafeMutableRawPointer(made), .full)
        return g_initable_init(OpaquePointer(monitor.pointer), nil, nil) != 0 ? monitor : nil
    }

    private static func address(in environment: [String: String]) -> String? {
        if let address = environment["DBUS_SYSTEM_BUS_ADDRESS"], !address.isEmpty { return address }
        return FileManager.default.fileExists(atPath: defaultAddress) ? "unix:path=\(defaultAddress)" : nil
    }

    private func listen(on bus: SessionBus) {
        wake = BusSignal(
            "PrepareForSleep", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1",
            from: "org.freedesktop.login1", on: bus
        ) { [weak self] values in
            // True comes before the computer sleeps.
            if values.first == .boolean(false) { self?.note() }
        }
    }

    private func note() {
        guard waiting == nil else { return }
        waiting = Task { [weak self] in
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                return
            }
            guard let self else { return }
            waiting = nil
            changed()
        }
    }
}
