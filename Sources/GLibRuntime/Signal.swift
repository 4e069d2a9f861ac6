// SPDX-License-Identifier: MIT

internal import CGLib

/// A connected signal handler.
///
/// Dropping the value disconnects it.
///
/// The handler's closure is kept alive by the emitting object until the connection ends, so it must hold its own owner
/// weakly.
@MainActor
public final class SignalConnection {
    private let instance: UnsafeMutableRawPointer
    private var handlerId: gulong

    fileprivate init(instance: UnsafeMutableRawPointer, handlerId: gulong) {
        // A reference on the emitter, because disconnecting from a finalized object is undefined.
        self.instance = g_object_ref(instance)
        self.handlerId = handlerId
    }

    isolated deinit {
        disconnect()
        g_object_unref(instance)
    }

    /// Ends the connection now.
    ///
    /// Calling it again does nothing.
    public func disconnect() {
        guard handlerId != 0 else { return }
        if g_signal_handler_is_connected(instance, handlerId) != 0 {
            g_signal_handler_disconnect(instance, handlerId)
        }
        handlerId = 0
    }
}

/// The parameters of an emission, after the emitting object, and the place of the handler's answer.
///
/// Valid only while the handler runs.
@MainActor
package struct SignalEmission {
    fileprivate let parameters: UnsafePointer<GValue>
    fileprivate let count: Int
    fileprivate let answer: UnsafeMutablePointer<GValue>?

    private func value(_ index: Int) -> UnsafePointer<GValue> {
        precondition(index + 1 < count, "the signal has \(count - 1) parameters")
        return parameters + (index + 1)
    }

    /// The object parameter at `index` (ownership: none).
    package func object(_ index: Int) -> UnsafeMutableRawPointer? {
        g_value_get_object(value(index))
    }

    /// The boxed parameter at `index` (ownership: none).
    package func boxed(_ index: Int) -> UnsafeMutableRawPointer? {
        g_value_get_boxed(value(index))
    }

    /// The text parameter at `index`, copied.
    package func string(_ index: Int) -> String? {
        g_value_get_string(value(index)).map { String(cString: $0) }
    }

    /// The enumeration parameter at `index`, as its number.
    package func enumeration(_ index: Int) -> Int {
        Int(g_value_get_enum(value(index)))
    }

    /// The flags parameter at `index`, as its bits.
    package func flags(_ index: Int) -> UInt32 {
        g_value_get_flags(value(index))
    }

    /// The signed integer parameter at `index`.
    package func integer(_ index: Int) -> Int {
        Int(g_value_get_int(value(index)))
    }

    /// The boolean parameter at `index`.
    package func boolean(_ index: Int) -> Bool {
        g_value_get_boolean(value(index)) != 0
    }

    /// Answers a signal that returns a boolean: `true` says "handled".
    package func answer(_ handled: Bool) {
        guard let answer else { return }
        g_value_set_boolean(answer, handled ? 1 : 0)
    }

    /// Answers a signal that returns an object whose emitter never gives its reference back.
    ///
    /// WebKit's `create` is one, though it is marked "transfer full": it is made for handlers that return a floating
    /// widget and leave it to a container. Reading the answer adds a reference and clearing it drops one, so the answer
    /// must bring none itself; `g_value_set_object` would leave one for ever. The caller's owner has to outlive the
    /// emission.
    package func answer(unretained object: UnsafeMutableRawPointer?) {
        guard let answer else { return }
        g_value_take_object(answer, object)
    }
}

/// Keeps a handler for as long as GLib keeps the closure.
private final class SignalBox {
    let handler: @MainActor (SignalEmission) -> Void

    init(_ handler: @escaping @MainActor (SignalEmission) -> Void) {
        self.handler = handler
    }
}

/// One marshal for every signal: GLib emits on the thread that owns the widget, which is the main thread.
private let marshal: GClosureMarshal = { closure, answer, count, parameters, _, _ in
    guard let data = closure?.pointee.data, let parameters else { return }
    onMainThread((RetainedBox.borrow(data, as: SignalBox.self), parameters, answer)) { box, parameters, answer in
        box.handler(SignalEmission(parameters: parameters, count: Int(count), answer: answer))
    }
}

private let dropBox: GClosureNotify = { data, _ in
    guard let data else { return }
    RetainedBox.release(data)
    onMainThreadAtAnEnd { LiveCount.add(-1, to: .signal) }
}

extension GObjectOwner {
    /// Connects `handler` to a signal of this object.
    ///
    /// `signal` may carry a detail (`script-message-received::name`).
    package func connect(
        _ signal: String, _ handler: @escaping @MainActor (SignalEmission) -> Void
    ) -> SignalConnection {
        connectSignal(signal, of: pointer, handler)
    }
}

/// Connects `handler` to a signal of the object behind `instance`, for objects that have no owner in Swift.
@MainActor
package func connectSignal(
    _ signal: String, of instance: UnsafeMutableRawPointer, _ handler: @escaping @MainActor (SignalEmission) -> Void
) -> SignalConnection {
    let data = RetainedBox.retain(SignalBox(handler))
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
    g_closure_set_marshal(closure, marshal)
    g_closure_add_finalize_notifier(closure, data, dropBox)
    LiveCount.add(1, to: .signal)
    let handlerId = g_signal_connect_closure(instance, signal, closure, 0)
    precondition(handlerId != 0, "no signal \(signal) on this object")
    return SignalConnection(instance: instance, handlerId: handlerId)
}
