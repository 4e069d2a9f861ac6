// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// Shows popups inside a widget, for programs that don't want windows of their own for them.
@MainActor
protocol PopupHost: AnyObject {
    /// Shows a popup before everything else, also one that it shows already.
    func show(popup: WidgetHandle)

    /// Whether a popup is the one that is seen.
    func shows(popup: WidgetHandle) -> Bool

    /// Takes a popup away and shows what was there before.
    func remove(popup: WidgetHandle)
}
