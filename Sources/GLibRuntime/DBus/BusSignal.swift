// SPDX-License-Identifier: MIT

internal import CGLib

/// A subscription to one signal of another program on the bus.
///
/// Dropping it ends the subscription.
@MainActor
public final class BusSignal {
    private let bus: SessionBus
    private let number: guint

    /// Begins to hear a signal.
    ///
    /// - Parameters:
    ///   - path: The object; `nil` for all of the program's.
    ///   - sender: The program's name on the bus.
    ///   - handler: Gets the signal's values on the main thread; it must hold its owner weakly.
    public init(
        _ signal: String, of interface: String, at path: String?, from sender: String, on bus: SessionBus,
        handler: @escaping @MainActor ([DBusValue]) -> Void
    ) {
        self.bus = bus
        number = g_dbus_connection_signal_subscribe(
            bus.connection, sender, interface, signal, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                guard let parameters, let data else { return }
                onMainThread((parameters, RetainedBox.borrow(data, as: SignalValuesBox.self))) { values, box in
                    box.handler(DBusValue.values(of: values))
                }
            }, RetainedBox.retain(SignalValuesBox(handler)), { RetainedBox.releaseIfAny($0) })
    }

    isolated deinit {
        g_dbus_connection_signal_unsubscribe(bus.connection, number)
    }
}

private final class SignalValuesBox {
    let handler: @MainActor ([DBusValue]) -> Void

    init(_ handler: @escaping @MainActor ([DBusValue]) -> Void) {
        self.handler = handler
    }
}
