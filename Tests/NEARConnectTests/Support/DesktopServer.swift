// SPDX-License-Identifier: MIT

import GLibRuntime

/// The desktop's services, which write down what they are asked for.
@MainActor
final class DesktopServer {
    private(set) var inhibitions: [[DBusValue]] = []
    private(set) var notices: [[DBusValue]] = []
    /// The connections by which somebody keeps the desktop awake.
    private(set) var keepers: [String] = []
    private var objects: [ExportedObject] = []
    let bus: SessionBus

    init(_ environment: [String: String]) async throws {
        bus = try await SessionBus.connect(environment: environment)
        let names = ["org.freedesktop.portal.Desktop", "org.freedesktop.Notifications"]
        objects = [
            try ExportedObject(
                at: "/org/freedesktop/portal/desktop", on: bus,
                introspection: """
                    <node><interface name="org.freedesktop.portal.Inhibit"><method name="Inhibit">
                      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{sv}" direction="in"/>
                      <arg type="o" direction="out"/>
                    </method></interface></node>
                    """
            ) { [weak self] call in
                self?.inhibitions.append(call.arguments)
                self?.keepers.append(call.sender)
                call.reply([.objectPath("/request/1")])
            },
            try ExportedObject(
                at: "/org/freedesktop/Notifications", on: bus,
                introspection: """
                    <node><interface name="org.freedesktop.Notifications"><method name="Notify">
                      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
                      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
                      <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
                      <arg type="u" direction="out"/>
                    </method></interface></node>
                    """
            ) { [weak self] call in
                self?.notices.append(call.arguments)
                call.reply([.unsigned(6 + UInt32(self?.notices.count ?? 0))])
            },
        ]
        for name in names { _ = try await bus.request(name: name) }
    }

    /// Presses a notification.
    ///
    /// - Parameter index: Its place in ``notices``.
    func press(_ index: Int = 0) throws {
        try bus.emit(
            "ActionInvoked", of: "org.freedesktop.Notifications", at: "/org/freedesktop/Notifications",
            [.unsigned(7 + UInt32(index)), .string("default")])
    }

    /// Returns whether the connection is still there that keeps the desktop awake.
    func isAwake() async throws -> Bool {
        guard let keeper = keepers.last else { return false }
        let reply = try await bus.call(
            "NameHasOwner", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
            [.string(keeper)])
        return reply.first == .boolean(true)
    }
}
