// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The hidden `GtkTextView` in a web view, by which WebKit knows which keys edit a text.
///
/// WebKitGTK 2.50 makes it a child of each web view, and leaves it there when the view is destroyed: 20 KB of each, for
/// ever. The view's owner takes it out.
@MainActor
final class KeyTranslator: GObjectOwner {
    /// Takes what is found while a web view is being created.
    private final class Search {
        var found: UnsafeMutableRawPointer?
    }

    /// Creates a web view, and finds the text view in it; `nil` where WebKit has none there.
    static func search(
        _ create: () -> UnsafeMutableRawPointer
    ) -> (view: UnsafeMutableRawPointer, translator: KeyTranslator?) {
        // Signals are known once the class is.
        let widgetClass = g_type_class_ref(gtk_widget_get_type())
        defer { g_type_class_unref(widgetClass) }
        let signal = g_signal_lookup("parent-set", gtk_widget_get_type())
        let search = Search()
        let hook = g_signal_add_emission_hook(
            signal, 0, noteTextView, RetainedBox.retain(search), { RetainedBox.releaseIfAny($0) })
        let view = create()
        g_signal_remove_emission_hook(signal, hook)
        return (view, search.found.map { KeyTranslator(noted: $0) })
    }

    private static let noteTextView: GSignalEmissionHook = { _, count, parameters, data in
        guard let data, count > 0, let widget = g_value_get_object(parameters) else { return 1 }
        let instance = widget.assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_text_view_get_type()) != 0 {
            RetainedBox.borrow(data, as: Search.self).found = widget
        }
        return 1
    }

    private init(noted pointer: UnsafeMutableRawPointer) {
        super.init(pointer, .none)
        count(as: .object)
    }

    /// Takes it out of its view, which has been destroyed.
    func takeOut() {
        gtk_widget_unparent(cast())
    }
}
