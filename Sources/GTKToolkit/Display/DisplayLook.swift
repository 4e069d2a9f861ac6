// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The look of all widgets of this process, where it isn't the desktop's.
///
/// A theme that `GTK_THEME` names stays, whatever is set here.
@MainActor
package enum DisplayLook {
    /// Sets dark or light widgets; `nil` gives the choice back to the desktop.
    package static func prefer(dark: Bool?) {
        set("gtk-application-prefer-dark-theme", dark.map { .boolean($0) })
    }

    /// Sets widgets of high contrast, or gives the choice of the theme back to the desktop.
    package static func setHighContrast(_ isHigh: Bool) {
        set("gtk-theme-name", isHigh ? .string("HighContrast") : nil)
    }

    /// Keeps a text that can be selected as it is when it gets the focus.
    ///
    /// GTK by itself selects all of it.
    package static func keepLabelsUnselected() {
        set("gtk-label-select-on-focus", .boolean(false))
    }

    /// True if dark widgets are preferred.
    package static var prefersDark: Bool {
        read("gtk-application-prefer-dark-theme", as: "gboolean") { g_value_get_boolean($0) != 0 } ?? false
    }

    /// True if widgets of high contrast are set.
    package static var isContrastHigh: Bool {
        read("gtk-theme-name", as: "gchararray") { g_value_get_string($0).map { String(cString: $0) } }
            == "HighContrast"
    }

    private static func read<Value>(
        _ name: String, as type: String, _ body: (UnsafePointer<GValue>) -> Value?
    ) -> Value? {
        var value = GValue()
        g_value_init(&value, g_type_from_name(type))
        defer { g_value_unset(&value) }
        guard let settings = gtk_settings_get_default() else { return nil }
        g_object_get_property(GObjectOwner(settings, .none).cast(), name, &value)
        return body(&value)
    }

    private static func set(_ name: String, _ value: ObjectProperty.Value?) {
        guard let settings = gtk_settings_get_default() else { return }
        if let value {
            ObjectProperty.set(name, of: GObjectOwner(settings, .none), to: value)
        } else {
            gtk_settings_reset_property(settings, name)
        }
    }
}
