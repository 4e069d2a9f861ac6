// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// The look of the explorer's page inside the window: the colours, the font and the buttons of GTK's theme.
@MainActor
enum ExplorerLook {
    /// Returns the style sheet for the theme that is set now, light or dark.
    ///
    /// - Parameter widget: A widget beside the page.
    static func sheet(around widget: WidgetHandle) -> String {
        // The page's own names, and the theme's.
        let names = [
            ("text", "theme_fg_color"), ("line", "borders"), ("back", "theme_bg_color"), ("box", "theme_base_color"),
            ("bad", "error_color"), ("chosen", "theme_selected_bg_color"), ("on-chosen", "theme_selected_fg_color"),
        ]
        let colours = names.compactMap { name, theme in
            StyleSheet.css(theme, around: widget).map { "--\(name): \($0) !important;" }
        }
        return """
            :root {
                \(colours.joined(separator: " "))
                --accent: \(StyleSheet.linkCSS(around: widget)) !important;
                --dim: color-mix(in srgb, var(--text) 70%, var(--back)) !important;
                font: caption !important;
                line-height: 1.45 !important;
            }
            table:not(.facts) td { white-space: nowrap !important; }
            input, button { appearance: none !important; border-radius: 5px !important; }
            input:focus { border-color: var(--chosen) !important; outline: none !important; }
            button:not(.plain) {
                color: var(--on-chosen) !important;
                background: var(--chosen) !important;
                border: 1px solid color-mix(in srgb, var(--chosen) 80%, black) !important;
            }
            """
    }
}
