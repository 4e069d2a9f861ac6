// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// The user's D-Bus, asked for the services that it offers.
@MainActor
public enum SessionBus {
    /// The names that are there or can be started, such as `org.freedesktop.secrets`.
    ///
    /// The thread stands still for the bus's answer, two seconds at most: for a program that tells about the machine.
    ///
    /// - Throws: ``GLibError`` when there is no bus or it doesn't answer.
    public static func names() throws(GLibError) -> Set<String> {
        guard let connection = try GLibError.check({ g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        var names: Set<String> = []
        for method in ["ListNames", "ListActivatableNames"] {
            let reply = try GLibError.check { error in
                g_dbus_connection_call_sync(
                    connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, nil,
                    nil,
                    G_DBUS_CALL_FLAGS_NO_AUTO_START, 2_000, nil, error)
            }
            guard let reply else { continue }
            defer { g_variant_unref(reply) }
            names.formUnion(texts(of: reply))
        }
        return names
    }

    /// The texts of an `(as)`.
    private static func texts(of reply: OpaquePointer) -> [String] {
        guard let list = g_variant_get_child_value(reply, 0) else { return [] }
        defer { g_variant_unref(list) }
        return (0..<g_variant_n_children(list)).compactMap { index in
            guard let child = g_variant_get_child_value(list, index) else { return nil }
            defer { g_variant_unref(child) }
            return g_variant_get_string(child, nil).map { String(cString: $0) }
        }
    }
}
