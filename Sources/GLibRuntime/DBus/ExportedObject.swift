// SPDX-License-Identifier: MIT

internal import CGLib

/// A method call that came over the bus.
///
/// It is answered once; dropping it answers with an error.
@MainActor
public final class DBusCall {
    /// The bus's own name for the caller.
    public let sender: String
    /// The method's name.
    public let method: String
    /// Its arguments, of the types that the interface's description says.
    public let arguments: [DBusValue]
    private var invocation: OpaquePointer?

    fileprivate init(sender: String, method: String, arguments: [DBusValue], invocation: OpaquePointer) {
        self.sender = sender
        self.method = method
        self.arguments = arguments
        self.invocation = invocation
    }

    isolated deinit {
        fail("org.freedesktop.DBus.Error.Failed", "The call was not answered.")
    }

    /// Answers.
    public func reply(_ values: [DBusValue] = []) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_value(invocation, DBusValue.tuple(values))
    }

    /// Answers with an error.
    ///
    /// - Parameters:
    ///   - name: The error's D-Bus name.
    ///   - message: A sentence for the user.
    public func fail(_ name: String, _ message: String) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }
}

/// Interfaces of ours at a path on the bus.
///
/// Dropping it takes them away.
@MainActor
public final class ExportedObject {
    private let bus: SessionBus
    private var registrations: [guint] = []

    /// Exports.
    ///
    /// - Parameters:
    ///   - introspection: The interfaces in D-Bus' introspection format. GIO refuses calls that don't fit by itself.
    ///   - handler: Gets each call on the main thread; it must hold its owner weakly.
    /// - Throws: ``GLibError``.
    public init(
        at path: String, on bus: SessionBus, introspection: String,
        handler: @escaping @MainActor (DBusCall) -> Void
    ) throws(GLibError) {
        self.bus = bus
        let node = try GLibError.check { g_dbus_node_info_new_for_xml(introspection, $0) }
        defer { g_dbus_node_info_unref(node) }
        var interface = node?.pointee.interfaces
        var table = makeTable()
        while let info = interface?.pointee {
            let data = RetainedBox.retain(CallBox(handler))
            let number = try GLibError.check {
                g_dbus_connection_register_object(
                    bus.connection, path, info, &table, data, { RetainedBox.releaseIfAny($0) }, $0)
            }
            registrations.append(number)
            interface = interface?.advanced(by: 1)
        }
    }

    isolated deinit {
        for number in registrations { g_dbus_connection_unregister_object(bus.connection, number) }
    }
}

private final class CallBox {
    let handler: @MainActor (DBusCall) -> Void

    init(_ handler: @escaping @MainActor (DBusCall) -> Void) {
        self.handler = handler
    }
}

/// Returns the table with the function that GIO calls, on the main thread: its main context exported the object.
///
/// It isn't a constant of this file: swift-symbolgraph-extract (6.3.1), which Scripts/document runs, crashes where it
/// reads a C function's type in one.
private func makeTable() -> GDBusInterfaceVTable {
    var table = GDBusInterfaceVTable()
    table.method_call = { _, sender, _, _, method, parameters, invocation, data in
        guard let method, let parameters, let invocation, let data else { return }
        let (caller, name) = (sender.map { String(cString: $0) } ?? "", String(cString: method))
        onMainThread((parameters, invocation, RetainedBox.borrow(data, as: CallBox.self))) { values, call, box in
            box.handler(
                DBusCall(sender: caller, method: name, arguments: DBusValue.values(of: values), invocation: call))
        }
    }
    return table
}
