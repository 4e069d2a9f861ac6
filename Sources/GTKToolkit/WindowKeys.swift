// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// Hears the keys of the window around a widget, before the focused widget gets them.
///
/// It does so while the widget can be seen.
@MainActor
package final class WindowKeys {
    private weak var widget: WidgetHandle?
    private let handler: (KeyPress) -> Bool
    private var anchored: SignalConnection?
    private var pressed: SignalConnection?

    /// - Parameters:
    ///   - widget: The widget, which may come into a window later.
    ///   - handler: Returns true for keys that it has dealt with; it must hold its owner weakly.
    package init(of widget: WidgetHandle, _ handler: @escaping @MainActor (KeyPress) -> Bool) {
        self.widget = widget
        self.handler = handler
        anchored = widget.connect("hierarchy-changed") { [weak self] _ in self?.follow() }
        follow()
    }

    private func follow() {
        pressed = nil
        guard let widget, let window = Window.window(of: widget) else { return }
        pressed = connectSignal("key-press-event", of: UnsafeMutableRawPointer(window)) { [weak self] emission in
            guard let self, self.widget?.isMapped == true, let event = emission.boxed(0) else { return }
            if self.handler(KeyPress(event)) { emission.answer(true) }
        }
    }
}

extension WidgetHandle {
    /// Calls `handler` for each key that nothing within the widget has used; true says that it is dealt with.
    package func onKey(_ handler: @escaping @MainActor (KeyPress) -> Bool) -> SignalConnection {
        connect("key-press-event") { emission in
            guard let event = emission.boxed(0) else { return }
            if handler(KeyPress(event)) { emission.answer(true) }
        }
    }
}
