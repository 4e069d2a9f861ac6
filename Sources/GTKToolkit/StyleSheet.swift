// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The style of our own widgets.
///
/// Every colour comes from the theme, so that light, dark and high contrast follow by themselves; every selector starts
/// with `near-connect-`, so that an embedder's widgets keep their looks.
@MainActor
package enum StyleSheet {
    private static var isInstalled = false

    /// Adds the sheet to the display, once.
    ///
    /// The display owns it from then on.
    package static func install() {
        guard !isInstalled, let screen = gdk_screen_get_default() else { return }
        isInstalled = true
        guard let provider = gtk_css_provider_new() else { return }
        defer { g_object_unref(provider) }
        gtk_css_provider_load_from_data(provider, text, -1, nil)
        gtk_style_context_add_provider_for_screen(
            screen, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Returns whether the theme of `widget` is a dark one.
    package static func isDark(around widget: WidgetHandle) -> Bool {
        guard let colour = background(around: widget) else { return false }
        return 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue < 0.5
    }

    /// The theme's colour behind the widgets of a window, with components of 0 to 1.
    package static func background(around widget: WidgetHandle) -> (red: Double, green: Double, blue: Double)? {
        var colour = GdkRGBA()
        let context = gtk_widget_get_style_context(widget.widget)
        guard gtk_style_context_lookup_color(context, "theme_bg_color", &colour) != 0 else { return nil }
        return (colour.red, colour.green, colour.blue)
    }

    /// Returns a colour of the theme by its name, as CSS writes colours.
    ///
    /// - Returns: `nil` where the theme has none of that name.
    package static func css(_ name: String, around widget: WidgetHandle) -> String? {
        var colour = GdkRGBA()
        let context = gtk_widget_get_style_context(widget.widget)
        return gtk_style_context_lookup_color(context, name, &colour) != 0 ? css(colour) : nil
    }

    /// Returns the theme's colour of links, as CSS writes colours.
    package static func linkCSS(around widget: WidgetHandle) -> String {
        var colour = GdkRGBA()
        let context = gtk_widget_get_style_context(widget.widget)
        gtk_style_context_save(context)
        gtk_style_context_set_state(context, GTK_STATE_FLAG_LINK)
        gtk_style_context_get_color(context, GTK_STATE_FLAG_LINK, &colour)
        gtk_style_context_restore(context)
        return css(colour)
    }

    private static func css(_ colour: GdkRGBA) -> String {
        var colour = colour
        guard let text = gdk_rgba_to_string(&colour) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static let text = """
        .near-connect-title { font-size: 1.7em; font-weight: 600; }
        .near-connect-heading { font-size: 1.15em; font-weight: 600; }
        .near-connect-strong { font-weight: 600; }
        .near-connect-small { font-size: 0.9em; }
        .near-connect-account { font-family: monospace; }
        .near-connect-balance { font-size: 2em; font-weight: 300; }
        .near-connect-problem { color: mix(@error_color, @theme_fg_color, 0.35); font-size: 0.9em; }
        entry.near-connect-invalid, .near-connect-code.near-connect-invalid { border-color: @error_color; }
        .near-connect-card {
            background-color: @theme_base_color;
            border: 1px solid @borders;
            border-radius: 12px;
            padding: 24px;
        }
        .near-connect-call {
            background-color: @theme_base_color;
            border: 1px solid @borders;
            border-radius: 8px;
            padding: 12px;
        }
        .near-connect-danger { border: 1px solid @error_color; background-color: alpha(@error_color, 0.08); }
        .near-connect-danger-text { color: mix(@error_color, @theme_fg_color, 0.35); font-weight: 600; }
        .near-connect-code {
            border: 1px solid @borders;
            border-radius: 6px;
        }
        .near-connect-chip {
            border-radius: 999px;
            padding: 2px 10px;
            font-size: 0.85em;
            font-weight: 600;
            background-color: alpha(@theme_fg_color, 0.1);
        }
        .near-connect-chip.mainnet {
            background-color: alpha(@success_color, 0.2);
            color: mix(@success_color, @theme_fg_color, 0.45);
        }
        .near-connect-chip.testnet {
            background-color: alpha(@warning_color, 0.2);
            color: mix(@warning_color, @theme_fg_color, 0.45);
        }
        .near-connect-chip.custom {
            background-color: alpha(@theme_selected_bg_color, 0.2);
            color: mix(@theme_selected_bg_color, @theme_fg_color, 0.45);
        }
        .near-connect-chip.conflict {
            background-color: alpha(@error_color, 0.2);
            color: mix(@error_color, @theme_fg_color, 0.45);
        }
        .near-connect-strip {
            background-color: @theme_bg_color;
            border-top: 1px solid @borders;
            padding: 9px 12px;
        }
        .near-connect-driven {
            background-color: mix(@theme_bg_color, @warning_color, 0.3);
            color: @theme_fg_color;
            border-bottom: 1px solid @borders;
            padding: 6px 9px;
        }
        .near-connect-progress, .near-connect-progress trough, .near-connect-progress progress {
            min-height: 2px;
            border: none;
            border-radius: 0;
        }
        .near-connect-progress trough { background: none; }
        .near-connect-dialog .dialog-action-box { padding: 0 18px 18px 18px; }
        button.near-connect-unarmed { opacity: 0.6; }
        .near-connect-news.error > revealer > box {
            background-color: mix(@theme_bg_color, @error_color, 0.18);
            color: @theme_fg_color;
        }
        .near-connect-done {
            background-color: alpha(@success_color, 0.14);
            border-radius: 8px;
            padding: 12px;
        }
        .near-connect-sitebar {
            background-color: @theme_bg_color;
            border-bottom: 1px solid @borders;
            padding: 4px 12px;
            min-height: 32px;
        }
        .near-connect-insecure { color: @warning_color; }
        list.near-connect-navigation { background-color: transparent; }
        list.near-connect-navigation row { border-radius: 6px; margin: 2px 6px; }
        scrolledwindow.near-connect-navigation { border-right: 1px solid @borders; padding-top: 6px; }
        scrolledwindow.near-connect-navigation:dir(rtl) { border-right: none; border-left: 1px solid @borders; }
        """
}
