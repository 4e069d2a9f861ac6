// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// The widths that widgets can't do without.
@MainActor
public enum WidgetWidths {
    /// Returns the innermost widgets that are shown and need more than a width, each with its words.
    ///
    /// Empty where the whole fits.
    public static func above(_ limit: Int, in owner: GObjectOwner) -> [String] {
        above(Int32(limit), owner.cast())
    }

    private static func above(_ limit: Int32, _ widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
        var (least, natural): (Int32, Int32) = (0, 0)
        gtk_widget_get_preferred_width(widget, &least, &natural)
        guard gtk_widget_get_visible(widget) != 0, least > limit else { return [] }
        let inner = WidgetTree.children(of: widget).flatMap { above(limit, $0) }
        guard inner.isEmpty else { return inner }
        let parts = WidgetTree.children(of: widget).map { WidgetTree.description(of: $0) }.joined(separator: ", ")
        return ["\(WidgetTree.description(of: widget)) needs \(least)\(parts.isEmpty ? "" : " for \(parts)")"]
    }
}
