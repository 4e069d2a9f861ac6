// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// A widget that shows popups, for programs that want no extra windows.
@MainActor
protocol PopupHost: AnyObject {
    /// Shows a popup in front of everything else, also one that is shown already.
    func show(popup: WidgetHandle)

    /// Returns true if a popup is the one in front.
    func shows(popup: WidgetHandle) -> Bool

    /// Removes a popup and shows what was there before.
    func remove(popup: WidgetHandle)
}
